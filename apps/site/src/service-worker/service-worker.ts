/**
 * Service worker: caches the site for offline use and receives images that other apps share. `build/service-worker.ts`
 * bundles it separately and inserts the list of the build's files, which are cached at installation.
 */
import { putShared, sharedField, sharedMark } from './shared-picture.ts';
import { cacheStrategy } from './cache-strategy.ts';
import { keptAddress, keptInstead } from './kept-pages.ts';

/** The DOM library of TypeScript has no types of the service worker's events and scope. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableMessageEvent) => void): void;
}

declare const self: WorkerScope;
/** Description of the build, inserted by `build/service-worker.ts`. */
declare const BUILD: { readonly version: string; readonly files: readonly string[]; readonly words: string };

const cachePrefix = 'isola-site-';
const cacheName = cachePrefix + BUILD.version;
/** Cache of the pictures of rendered sets. No build deletes it. */
const setsCacheName = 'isola-sets';

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (cacheStrategy(request, self.location.origin)) {
    case 'hashed':
      return event.respondWith(fromCache(request, cacheName));
    case 'set':
      return event.respondWith(fromCache(request, setsCacheName));
    case 'fresh':
      return event.respondWith(fromNetwork(request));
    case 'online':
      return event.respondWith(fromNetworkAlone(request));
    case 'shared':
      return event.respondWith(takeIn(request));
    case 'pass':
      return undefined;
    default:
      throw new Error('The request has no cache strategy');
  }
});

/** A page sends the URLs that it loaded before this worker controlled it, so that they are cached too. */
self.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return;
  const addresses = event.data.filter((each): each is string => typeof each === 'string');
  event.waitUntil(keepAll(addresses.filter((each) => ['hashed', 'fresh'].includes(cacheStrategyAddress(each)))));
  event.waitUntil(
    keepAll(
      addresses.filter((each) => cacheStrategyAddress(each) === 'set'),
      setsCacheName,
    ),
  );
});

/**
 * Fills the cache of this build. The worker then waits, without `skipWaiting`, until all pages of an earlier build are
 * closed, because those pages still request that build's files.
 */
async function install(): Promise<void> {
  // Files that fail to load here are fetched when a page requests them.
  await keepAll(BUILD.files);
  await keepAll(await keptEarlier());
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(earlier.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/**
 * Returns the URLs of the pages and texts in the caches of earlier builds, with the texts' version replaced by this
 * one.
 */
async function keptEarlier(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().flatMap(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/assets/')) return [];
    return [pathname.replace(/^\/words\/[^/]+\//, `/words/${BUILD.words}/`)];
  });
}

async function keepAll(addresses: readonly string[], name = cacheName): Promise<void> {
  const cache = await caches.open(name);
  await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      try {
        if (cacheStrategyAddress(address) !== 'fresh' && (await cache.match(address))) return;
        const response = await fetch(address);
        if (isKeepable(response)) await cache.put(address, response);
      } catch {
        // The browser is offline or its storage is full. The other files are still cached.
      }
    }),
  );
}

function cacheStrategyAddress(address: string) {
  const { origin, pathname, href } = new URL(address, self.location.origin);
  if (origin !== self.location.origin) return 'pass';
  // Paths of pages have no file extension; all other paths have one.
  return cacheStrategy(
    { method: 'GET', url: href, mode: pathname.includes('.') ? 'cors' : 'navigate' },
    self.location.origin,
  );
}

async function fromCache(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (isKeepable(response)) await put(cache, request.url, response);
  return response;
}

async function fromNetwork(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  // The query is left out of the cache's key, because the file is the same for every query.
  const { pathname } = new URL(request.url);
  try {
    const response = await fetch(request);
    if (isKeepable(response)) {
      const address = keptAddress(pathname, response.headers.get('content-language'));
      await put(cache, address, response);
      // This removes the copy in Chinese, from a time when the server answered this visitor in Chinese.
      if (address !== pathname) await cache.delete(pathname);
    }
    return response;
  } catch (error) {
    const kept = (await cache.match(pathname)) ?? (await inAnotherLanguage(cache, pathname));
    if (kept) return kept;
    const shell = request.mode === 'navigate' ? await offlinePage() : undefined;
    if (shell) return shell;
    throw error;
  }
}

/** Fetches without caching, because the response may be private to one user. */
async function fromNetworkAlone(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await offlinePage();
    if (shell) return shell;
    throw error;
  }
}

/**
 * Returns the cached `offline.html`, which contains the application without a page. The application renders the
 * requested page, or tells the visitor that this page needs a connection.
 */
async function offlinePage(): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match('/offline.html');
}

async function inAnotherLanguage(cache: Cache, pathname: string): Promise<Response | undefined> {
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const address = keptInstead(pathname, kept);
  return address === undefined ? undefined : cache.match(address);
}

/**
 * Caches a response. Failures are ignored, for example when storage is full: the page can be shown without the cache.
 */
async function put(cache: Cache, address: string, response: Response): Promise<void> {
  await cache.put(address, response.clone()).catch(() => undefined);
}

/** Checks whether a response may be cached. A response after a redirect may not answer a later navigation. */
function isKeepable({ ok, type, redirected }: Response): boolean {
  return ok && type === 'basic' && !redirected;
}

async function takeIn(request: Request): Promise<Response> {
  const file = (await request.formData()).get(sharedField);
  if (file instanceof File) await putShared(file);
  const { pathname, origin } = new URL(request.url);
  return Response.redirect(`${origin}${pathname}?${sharedMark}`, 303);
}
