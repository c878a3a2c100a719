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

/**
 * Finds a path at which a page can be shown offline, when the texts of its language are not cached.
 * @param kept paths in the cache, the newest last.
 * @returns the page's path in the language whose texts were cached last; undefined when the texts of its own language
 *   are cached, or none are.
 */
export function keptLanguagePath(pathname: string, kept: readonly string[]): string | undefined {
  const languages = kept
    .flatMap((each) => /^\/words\/[^/]+\/(\w+)\/common\.json$/.exec(each)?.[1] ?? [])
    .filter(isLocale);
  const { locale, path } = splitLocale(pathname);
  const newest = languages.at(-1);
  return newest === undefined || languages.includes(locale) ? undefined : localisedPath(path, newest);
}
