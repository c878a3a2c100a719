import { isLocale, localisedPath, splitLocale } from '@isola/i18n';

/**
 * Returns the path under which a page is cached: with the prefix of the language in which it was answered. The server
 * answers a path without a prefix in the visitor's language, so a copy under that path would be wrong once the visitor
 * chooses another language.
 * @param language `Content-Language` of the response; null for a host that has one document per path.
 */
export function keptAddress(pathname: string, language: string | null): string {
  return isLocale(language) ? localisedPath(pathname, language) : pathname;
}

/**
 * Finds a cached page for a path without a language prefix, while the browser is offline and the page is not cached in
 * Chinese, the language without a prefix.
 * @param kept paths in the cache, the newest last.
 * @returns path of the copy that was cached last, in any language.
 */
export function keptInstead(pathname: string, kept: readonly string[]): string | undefined {
  return kept.findLast((each) => splitLocale(each).path === pathname);
}
