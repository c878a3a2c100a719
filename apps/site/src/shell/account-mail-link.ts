import { localisedPath, splitLocale } from '@isola/i18n';

import { pageOf } from './pages.ts';

/** What the account's server adds to the address that the link in a mail leads to: a session, or why there is none. */
const marks = ['access_token', 'error_code'];

/**
 * Links in mails name the page that they lead to. A server that does not have it on its list sends people to the site's
 * first page instead, with all that belongs to the link.
 * @returns where the link should have led; undefined when the address is none's, or the right one's already.
 */
export function wayOfMailLink({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | undefined {
  const told = new URLSearchParams(hash.slice(1));
  const { locale, path } = splitLocale(pathname);
  if (path.startsWith(`${pageOf('auth').path}/`) || !marks.some((mark) => told.has(mark))) return undefined;
  return localisedPath(pageOf('authConfirm').path, locale) + hash;
}
