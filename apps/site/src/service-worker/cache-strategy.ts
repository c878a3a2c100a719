/**
 * How a request is answered.
 * - `hashed`: the name carries the file's hash, so the cached copy is as good as the server's.
 * - `fresh`: from the network while there is one, else from the cache.
 * - `online`: from the network alone, and nothing of it is cached: pages for members. Without a network, the offline page.
 * - `shared`: another app shares a picture with this one.
 * - `pass`: not handled here: requests to the backend, and the models, which the segmenter caches itself.
 */
export type CacheStrategy = 'hashed' | 'fresh' | 'online' | 'shared' | 'pass';

export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Small files that pages request by name. */
const named = /^\/(before-paint\.js|offline\.html|icon\.svg|icons\/[\w-]+\.png|([a-z]{2}\/)?manifest\.webmanifest)$/;
/** The backend, the models, and the local mailbox of a development server. */
const untouched = /^\/(rest|auth\/v1|functions|_local|models|backend\.json)(\/|$)/;
/** The pages for signing in, for members and for administrators. */
const membersOnly = /^\/([a-z]{2}\/)?(auth|admin)(\/|$)/;
/**
 * The pages that a mail's link opens. The application takes the link out of the address, so it would be lost when the offline
 * page reloads. The browser's own error page keeps the address as it is.
 */
const openedByMail = /^\/([a-z]{2}\/)?auth\/(confirm|reset|restore)\/?$/;

/** @param origin the site's own. */
export function cacheStrategy({ method, url, mode }: AskedFor, origin: string): CacheStrategy {
  const { origin: askedOrigin, pathname } = new URL(url);
  if (askedOrigin !== origin || untouched.test(pathname)) return 'pass';
  if (method === 'POST' && /^(\/[a-z]{2})?\/single$/.test(pathname)) return 'shared';
  if (method !== 'GET') return 'pass';
  if (membersOnly.test(pathname)) return mode === 'navigate' && !openedByMail.test(pathname) ? 'online' : 'pass';
  if (/^\/(assets|words)\//.test(pathname)) return 'hashed';
  return mode === 'navigate' || named.test(pathname) ? 'fresh' : 'pass';
}
