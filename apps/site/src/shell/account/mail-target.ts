import { type Locale, localisedPath } from '@isola/i18n';

import { pageOf } from '#shell/pages.ts';

/** Returns the absolute URL of the page that a mailed link shall open, in the reader's language. */
export function mailTarget(page: 'authConfirm' | 'authReset', locale: Locale): string {
  return location.origin + localisedPath(pageOf(page).path, locale);
}
