/**
 * How a request is answered.
 * - `hashed`: its name carries its hash, so what was kept is as good as what the server has.
 * - `fresh`: from the network while there is one, else as it was kept.
 * - `shared`: another program hands a picture over.
 * - `pass`: not touched. All that is said to the backend, and the models, which the segmenter keeps by itself.
 */
export type CacheStrategy = 'hashed' | 'fresh' | 'shared' | 'pass';

export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Small files that pages want by name. */
const named = /^\/(before-paint\.js|icon\.svg|icons\/[\w-]+\.png|([a-z]{2}\/)?manifest\.webmanifest)$/;
/** The backend, what only somebody signed in sees, and the mailbox of a machine at work. */
const untouched = /^\/(rest|auth|functions|_local|models|backend\.json)(\/|$)|^\/([a-z]{2}\/)?(auth|admin)(\/|$)/;

/** @param origin the site's own. */
export function cacheStrategy({ method, url, mode }: AskedFor, origin: string): CacheStrategy {
  const { origin: askedOrigin, pathname } = new URL(url);
  if (askedOrigin !== origin || untouched.test(pathname)) return 'pass';
  if (method === 'POST' && /^(\/[a-z]{2})?\/single$/.test(pathname)) return 'shared';
  if (method !== 'GET') return 'pass';
  if (/^\/(assets|words)\//.test(pathname)) return 'hashed';
  return mode === 'navigate' || named.test(pathname) ? 'fresh' : 'pass';
}
