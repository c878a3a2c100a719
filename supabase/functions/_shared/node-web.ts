import { lookup } from 'node:dns/promises';

import type { FunctionContext } from './context.ts';
import { fetchFrom } from './fetch-from.ts';

/**
 * Requests to the public web from Node: a `fetch` whose connection goes to checked addresses and nowhere else, and DNS
 * as the operating system answers it.
 */
export const nodeWeb: Pick<FunctionContext, 'fetch' | 'resolve'> = {
  fetch: (url, { addresses, ...options } = {}) =>
    addresses ? fetchFrom(new URL(url), addresses, options) : fetch(url, options),
  resolve: async (host) => {
    const found = await lookup(host, { all: true }).catch(() => []);
    return found.map(({ address }) => address);
  },
};
