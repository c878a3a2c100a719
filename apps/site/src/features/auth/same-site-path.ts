/**
 * Returns the target of `?next=` if it is a page of this site. Otherwise the author of a link could send a user who
 * has just signed in to another site.
 * @param asked value of the parameter in the URL.
 * @param origin origin of this site, such as `https://isola.example`.
 * @returns path, query and fragment, as the browser parses them; undefined for anything else.
 */
export function sameSitePath(asked: unknown, origin: string): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, origin)) return undefined;
  // The URL parser interprets tabs, backslashes and dots like the browser; the origin of the result is then compared.
  const url = new URL(asked, origin);
  // `/.//elsewhere.example` has this origin, but its path `//elsewhere.example` alone is a URL of another site.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
