/**
 * Service worker: caches the site for offline use, refuses requests in airplane mode, and receives images that other
 * apps share. `build/service-worker.ts` bundles it separately and inserts the list of the build's files, which are
 * cached at installation.
 */
import { airplaneName, isAirplaneOrder } from './airplane-mode.ts';
import { type BuildCachesScope, createBuildCaches } from './build-caches.ts';
import { cachePrefix, setsCacheName } from './cache-names.ts';
import { putShared, sharedMark } from './shared-images.ts';
import { type CacheStrategy, cacheStrategy, isOfAssets } from './cache-strategy.ts';
import { keptAddress, keptInstead, keptLanguagePath } from './kept-pages.ts';
import { createNetworkGate, type GateClients } from './network-gate.ts';
import { isBuildQuestion, isFreeOrder, isNeedQuestion, isTakeOverOrder } from './updates.ts';

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
  readonly ports: readonly MessagePort[];
  /** Page or worker that sent the message. Only pages have an id. */
  readonly source: { readonly id?: string } | null;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: BuildCachesScope['clients'] & GateClients;
  readonly registration: BuildCachesScope['registration'];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableMessageEvent) => void): void;
}

declare const self: WorkerScope;
/** Description of the build, inserted by `build/service-worker.ts`. */
declare const BUILD: {
  readonly version: string;
  readonly files: readonly string[];
  readonly words: string;
  /** URL under which pictures and fonts are served, with a slash at its end; empty when the site serves them itself. */
  readonly assetsUrl: string;
};
/** The build tool replaces `BUILD` wherever it stands, with the whole list of files. */
const build = BUILD;

const cacheName = cachePrefix + build.version;
const buildCaches = createBuildCaches({
  cacheName,
  files: build.files,
  registration: self.registration,
  clients: self.clients,
});

const news = new BroadcastChannel(airplaneName);
/** All requests of this worker go through it, so that none reaches the network in airplane mode. */
const network = createNetworkGate({
  clients: self.clients,
  caches,
  fetch: (request) => fetch(request),
  tell: (each) => news.postMessage(each),
});

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(buildCaches.forgetEarlier());
  const strategy = cacheStrategy(event.request, self.location.origin, build.assetsUrl);
  // A request that is left to the browser reaches the network.
  if (strategy === 'pass' && network.isOpen()) return;
  event.respondWith(answer(event.request, strategy));
});

/** Files that a page has asked to cache, until they are cached. */
let keeping: Promise<void> = Promise.resolve();

/**
 * A page sends the URLs that it loaded before this worker controlled it, so that they are cached too, turns airplane
 * mode on and off, asks whether this worker is of its own build, lets a worker of another build take over, and asks for
 * storage to be freed. The worker of another build asks for the name of this worker's cache.
 */
self.addEventListener('message', (event) => {
  const { data, ports, source } = event;
  if (isAirplaneOrder(data)) {
    event.waitUntil(keeping.then(() => network.obey(data)).then((reply) => ports[0]?.postMessage(reply)));
  } else if (isBuildQuestion(data)) {
    ports[0]?.postMessage(data.scripts.every((path) => build.files.includes(path)));
  } else if (isTakeOverOrder(data)) {
    event.waitUntil(self.skipWaiting());
  } else if (isNeedQuestion(data)) {
    ports[0]?.postMessage(cacheName);
  } else if (isFreeOrder(data)) {
    const freed = buildCaches.free(source?.id ?? '', data.freeAllBut);
    event.waitUntil(freed.then(() => ports[0]?.postMessage(true)));
  } else if (Array.isArray(data)) {
    const addresses = data.filter((each): each is string => typeof each === 'string');
    const kept = Promise.all([
      keepAll(addresses.filter((each) => ['hashed', 'fresh'].includes(cacheStrategyAddress(each)))),
      keepAll(
        addresses.filter((each) => cacheStrategyAddress(each) === 'set'),
        setsCacheName,
      ),
    ]);
    keeping = Promise.all([keeping, kept]).then(() => undefined);
    event.waitUntil(kept);
  }
});

async function answer(request: Request, strategy: CacheStrategy): Promise<Response> {
  if (request.mode === 'navigate') await network.endWithoutPages();
  try {
    return await answerBy(strategy, request);
  } catch (error) {
    if (await network.isClosed()) news.postMessage({ refusedUrl: request.url });
    throw error;
  }
}

function answerBy(strategy: CacheStrategy, request: Request): Promise<Response> {
  switch (strategy) {
    case 'hashed':
      return fromCache(request, cacheName);
    case 'set':
      return fromCache(request, setsCacheName);
    case 'fresh':
      return fromNetwork(request);
    case 'online':
      return fromNetworkAlone(request);
    case 'shared':
      return takeIn(request);
    case 'pass':
      return network.fetch(request);
    default:
      return strategy satisfies never;
  }
}

/**
 * Fills the cache of this build. The worker then waits until all pages of an earlier build are closed, or until a page
 * lets it take over.
 * @throws {TypeError} in airplane mode. Also when the connection ends, the server refuses a file of this build or the
 *   storage is full while an earlier build is cached: a part of a new build must not replace a whole one, with which the
 *   site works offline. The browser then keeps the earlier worker and installs this one another time.
 */
async function install(): Promise<void> {
  if (await network.isClosed()) throw new TypeError('Nothing is installed in airplane mode');
  // After a rollback, this build is cached already, and open pages may be of it.
  const isCached = await caches.has(cacheName);
  // After a first installation, files that failed to load here are fetched when a page requests them.
  const own = await keepAll(build.files);
  // The server refuses a page that an earlier build had and this one has not.
  const earlier = await keepAll(await keptEarlier());
  const failures = own.failed + own.refused + earlier.failed;
  if (failures === 0) return buildCaches.forgetWaiting();
  if ((await buildCaches.others()).length === 0) return;
  if (!isCached) await caches.delete(cacheName);
  throw new TypeError(`${failures} files of the new build could not be cached`);
}

async function activate(): Promise<void> {
  await buildCaches.forgetEarlier();
  await self.clients.claim();
}

/**
 * Returns the URLs of the pages and texts in the caches of earlier builds, with the texts' version replaced by this
 * one.
 */
async function keptEarlier(): Promise<string[]> {
  const names = await buildCaches.others();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().flatMap(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/assets/')) return [];
    return [pathname.replace(/^\/words\/[^/]+\//, `/words/${build.words}/`)];
  });
}

interface KeepFailures {
  /** Number of files that could not be cached because the browser is offline or its storage is full. */
  readonly failed: number;
  /** Number of files whose response may not be cached, for example because the server answered with an error. */
  readonly refused: number;
}

/** Caches the files at these addresses. Files with a hash in their name that an earlier build has cached are copied. */
async function keepAll(addresses: readonly string[], name = cacheName): Promise<KeepFailures> {
  const cache = await caches.open(name);
  const outcomes = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const isFresh = cacheStrategyAddress(address) === 'fresh';
      try {
        if (!isFresh && (await cache.match(address))) return 'kept';
        const response = (isFresh ? undefined : await caches.match(address)) ?? (await network.fetch(address));
        if (!isKeepable(response)) return 'refused';
        await cache.put(address, response);
        return 'kept';
      } catch {
        return 'failed';
      }
    }),
  );
  const countOf = (outcome: keyof KeepFailures) => outcomes.filter((each) => each === outcome).length;
  return { failed: countOf('failed'), refused: countOf('refused') };
}

function cacheStrategyAddress(address: string) {
  const { origin, pathname, href } = new URL(address, self.location.origin);
  if (origin !== self.location.origin && !isOfAssets(href, build.assetsUrl)) return 'pass';
  // Paths of pages have no file extension; all other paths have one.
  return cacheStrategy(
    { method: 'GET', url: href, mode: pathname.includes('.') ? 'cors' : 'navigate' },
    self.location.origin,
    build.assetsUrl,
  );
}

async function fromCache(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  // The page may be of another build, whose files are in the cache of that build.
  const kept = (await cache.match(request.url)) ?? (await caches.match(request.url));
  if (kept) return kept;
  const { url } = request;
  // An image element requests without CORS, and the response to that could not be cached as a success.
  const asked = isOfAssets(url, build.assetsUrl) ? new Request(url, { mode: 'cors', credentials: 'omit' }) : request;
  const response = await network.fetch(asked);
  if (isKeepable(response)) await put(cache, url, response);
  return response;
}

async function fromNetwork(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  // The query is left out of the cache's key, because the file is the same for every query.
  const { pathname } = new URL(request.url);
  try {
    const response = await network.fetch(request);
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
    const shell = request.mode === 'navigate' ? await offlinePage(pathname) : undefined;
    if (shell) return shell;
    throw error;
  }
}

/** Fetches without caching, because the response may be private to one user. */
async function fromNetworkAlone(request: Request): Promise<Response> {
  try {
    return await network.fetch(request);
  } catch (error) {
    const shell = await offlinePage(new URL(request.url).pathname);
    if (shell) return shell;
    throw error;
  }
}

/**
 * Returns the cached `offline.html`, which contains the application without a page. The application renders the
 * requested page, or tells the visitor that this page needs a connection. Without the texts of the page's language it
 * could say nothing, so the visitor is then led to the page in a language whose texts are cached.
 */
async function offlinePage(pathname: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  const instead = keptLanguagePath(pathname, await keptPaths(cache));
  return instead === undefined ? cache.match('/offline.html') : Response.redirect(self.location.origin + instead);
}

async function inAnotherLanguage(cache: Cache, pathname: string): Promise<Response | undefined> {
  const address = keptInstead(pathname, await keptPaths(cache));
  return address === undefined ? undefined : cache.match(address);
}

async function keptPaths(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}

/**
 * Caches a response. Failures are ignored, for example when storage is full: the page can be shown without the cache.
 */
async function put(cache: Cache, address: string, response: Response): Promise<void> {
  await cache.put(address, response.clone()).catch(() => undefined);
}

/** Checks whether a response may be cached. A response after a redirect may not answer a later navigation. */
function isKeepable({ ok, type, url, redirected }: Response): boolean {
  return ok && (type === 'basic' || isOfAssets(url, build.assetsUrl)) && !redirected;
}

async function takeIn(request: Request): Promise<Response> {
  const form = await request.formData();
  // Without space for the images, the page finds none, and says so.
  await putShared(form).catch(() => undefined);
  const { pathname, origin } = new URL(request.url);
  return Response.redirect(`${origin}${pathname}?${sharedMark}`, 303);
}
