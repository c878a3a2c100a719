/**
 * Creates a function that returns the origin of a URL when it is the site's or a configured one, and otherwise the
 * site's. A mailed link leads to a page of the site at that origin, whatever path the URL has.
 */
export function createAllowedOrigin(
  siteOrigin: string,
  furtherOrigins: readonly string[],
): (address: string | null) => string {
  const origins = new Set([siteOrigin, ...furtherOrigins]);
  return (address) => {
    if (!address || !URL.canParse(address)) return siteOrigin;
    const { origin } = new URL(address);
    return origins.has(origin) ? origin : siteOrigin;
  };
}
