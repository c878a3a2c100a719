import { isLocale, localisedPath, splitLocale } from '@isola/i18n';

/**
 * The address that names the language which the page was answered in. The server answers an address without a language in
 * the visitor's; kept under that address, it would be the wrong one once they choose another.
 * @param language the answer's `Content-Language`; null for a host that has one document for each address.
 */
export function keptAddress(pathname: string, language: string | null): string {
  return isLocale(language) ? localisedPath(pathname, language) : pathname;
}

/**
 * Finds the page that answers a URL without a language while the browser is offline and the page was never loaded in Chinese.
 * @param kept the addresses of the cache, the newest last.
 * @returns the page in the language in which it was kept last.
 */
export function keptInstead(pathname: string, kept: readonly string[]): string | undefined {
  return kept.findLast((each) => splitLocale(each).path === pathname);
}
