/**
 * Returns the target of `?next=` if it is a page of this site. The author of such a link must not be able to send a user who
 * has just signed in to another site.
 * @param asked value of the parameter in the URL.
 * @param origin this site's, such as `https://isola.example`.
 * @returns path, query and fragment as the browser reads them; undefined for anything else.
 */
export function sameSitePath(asked: unknown, origin: string): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, origin)) return undefined;
  // The URL parser decides what tabs, backslashes and dots mean; the result is judged by its origin.
  const url = new URL(asked, origin);
  // `/.//elsewhere.example` is of this origin, but its path alone would be read as another site's address.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
