/**
 * @returns a function that gives the origin of an address where it is the site's or one that the operator named, else the
 *   site's. A mail's link leads to a page of ours at that origin, whatever path the address has.
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
