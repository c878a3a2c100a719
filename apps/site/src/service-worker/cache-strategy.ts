/**
 * How a request is answered.
 * - `hashed`: the name carries the file's hash, so the cached copy is as good as the server's.
 * - `fresh`: from the network while there is one, else from the cache.
 * - `shared`: another app shares a picture with this one.
 * - `pass`: not handled here: requests to the backend, and the models, which the segmenter caches itself.
 */
export type CacheStrategy = 'hashed' | 'fresh' | 'shared' | 'pass';

export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Small files that pages request by name. */
const named = /^\/(before-paint\.js|offline\.html|icon\.svg|icons\/[\w-]+\.png|([a-z]{2}\/)?manifest\.webmanifest)$/;
/** The backend, the pages for signed-in users, and the local mailbox of a development server. */
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
