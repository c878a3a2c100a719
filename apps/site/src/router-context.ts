import type { i18n } from 'i18next';

export interface RouterContext {
  readonly i18n: i18n;
}
