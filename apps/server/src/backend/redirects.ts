import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the link of a mail leads that the request under way sends. */
const underWay = new AsyncLocalStorage<string>();

export interface Redirects {
  /** @returns the address if it lies in the site or another origin that the operator named, else the site's own. */
  readonly allowed: (address: string | null) => string;
  /** Runs what may send a mail whose link leads there. */
  readonly carry: <T>(address: string, run: () => Promise<T>) => Promise<T>;
  /** Of the request under way. */
  readonly current: () => string;
}

export function createRedirects(siteOrigin: string, furtherOrigins: readonly string[]): Redirects {
  const origins = new Set([siteOrigin, ...furtherOrigins]);
  const allowed = (address: string | null) => {
    if (!address || !URL.canParse(address)) return siteOrigin;
    const url = new URL(address);
    // A name and password in front of the host read like another host.
    url.username = '';
    url.password = '';
    return origins.has(url.origin) ? url.href : siteOrigin;
  };
  return {
    allowed,
    carry: (address, run) => underWay.run(address, run),
    current: () => underWay.getStore() ?? siteOrigin,
  };
}
