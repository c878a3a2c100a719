/**
 * Strategy with which the service worker answers a request.
 * - `hashed`: from the cache first. The name contains the file's hash, so the cached copy is never outdated.
 * - `set`: as `hashed`, from a cache that outlives the build: the pictures of rendered sets, which saved images show again.
 * - `fresh`: from the network, or from the cache while offline.
 * - `online`: from the network only, without caching, for the pages of members. While offline, the offline page.
 * - `shared`: takes an image that another app shares.
 * - `pass`: not handled by the service worker: requests to the backend, and models, which the segmenter caches itself.
 */
export type CacheStrategy = 'hashed' | 'set' | 'fresh' | 'online' | 'shared' | 'pass';

export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Small files with fixed names that pages request. */
const named = /^\/(before-paint\.js|offline\.html|icon\.svg|icons\/[\w-]+\.png|([a-z]{2}\/)?manifest\.webmanifest)$/;
/** Pictures and depth maps of rendered sets. */
const setPicture = /^\/assets\/[^/]+(\.avif|\.depth-[\w-]+\.webp)$/;
/** Paths of the backend, of the models, of the documentation, and of the local mailbox of a development server. */
const untouched = /^\/(rest|auth\/v1|functions|_local|models|docs|backend\.json)(\/|$)/;
/** Paths of the pages for signing in, for members and for administrators. */
const membersOnly = /^\/([a-z]{2}\/)?(auth|admin)(\/|$)/;
/**
 * Paths of the pages that mailed links open. The application removes the link's token from the URL, so the token would
 * be lost when the offline page reloads. Without the service worker, the browser's own error page keeps the URL.
 */
const openedByMail = /^\/([a-z]{2}\/)?auth\/(confirm|reset|restore)\/?$/;

/**
 * Chooses the strategy for a request.
 * @param origin origin of the site.
 * @param assetsUrl URL under which pictures and fonts of the build are served, with a slash at its end; empty when the
 *   site serves them itself.
 */
export function cacheStrategy({ method, url, mode }: AskedFor, origin: string, assetsUrl = ''): CacheStrategy {
  const { origin: askedOrigin, pathname } = new URL(url);
  if (isOfAssets(url, assetsUrl)) {
    if (method !== 'GET') return 'pass';
    return setPicture.test(`/${url.slice(assetsUrl.length)}`) ? 'set' : 'hashed';
  }
  if (askedOrigin !== origin || untouched.test(pathname)) return 'pass';
  if (method === 'POST' && /^(\/[a-z]{2})?\/single$/.test(pathname)) return 'shared';
  if (method !== 'GET') return 'pass';
  if (membersOnly.test(pathname)) return mode === 'navigate' && !openedByMail.test(pathname) ? 'online' : 'pass';
  if (setPicture.test(pathname)) return 'set';
  if (/^\/(assets|words)\//.test(pathname)) return 'hashed';
  return mode === 'navigate' || named.test(pathname) ? 'fresh' : 'pass';
}

/** Checks whether a URL belongs to the host of pictures and fonts. */
export function isOfAssets(url: string, assetsUrl: string): boolean {
  return assetsUrl !== '' && url.startsWith(assetsUrl);
}
