/**
 * Where `?next=` may lead: to a page of this site, and to no other. Whoever writes such a link must not be able to send
 * somebody who has just signed in elsewhere.
 * @param asked as it stands in the address.
 * @param origin this site's, such as `https://isola.example`.
 * @returns path, query and fragment as the browser reads them; undefined for anything else.
 */
export function sameSitePath(asked: unknown, origin: string): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, origin)) return undefined;
  // What tabs, backslashes and dots come to is for the parser to say, and for the origin to judge.
  const url = new URL(asked, origin);
  // `/.//elsewhere.example` stays here as a whole, but its path by itself would be another's address.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
