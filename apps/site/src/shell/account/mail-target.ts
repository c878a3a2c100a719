import { type Locale, localisedPath } from '@isola/i18n';

import { pageOf } from '#shell/pages.ts';

/** The whole address that the link in a mail shall lead to, in the reader's language. */
export function mailTarget(page: 'authConfirm' | 'authReset', locale: Locale): string {
  return location.origin + localisedPath(pageOf(page).path, locale);
}
