import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Addressee, FreeOrder, NeedQuestion } from './updates.ts';

const origin = 'https://isola.example';

/** Statuses with which the server answers, by path. Default: 200. */
const statuses = new Map<string, number>();
let storage: ReturnType<typeof memoryCaches>;

beforeEach(() => {
  storage = memoryCaches();
  vi.stubGlobal('caches', storage);
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => basic(new Response(address, { status: statuses.get(address) ?? 200 }))),
  );
  vi.stubGlobal('BroadcastChannel', EventTarget);
});

afterEach(() => {
  statuses.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Response as a browser gets it from its own origin. */
const basic = (response: Response) => Object.defineProperty(response, 'type', { value: 'basic' });

/** Caches in memory. As in a browser, their names are in the order of creation. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const hrefOf = (address: string) => new URL(address, origin).href;
  const matchIn = (files: Map<string, Response> | undefined, address: string) => {
    const found = files?.get(hrefOf(address));
    return found && basic(found.clone());
  };
  return {
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (address: string) =>
      [...all.values()].map((files) => matchIn(files, address)).find((each) => each !== undefined),
    open: async (name: string) => {
      const files = all.get(name) ?? new Map<string, Response>();
      all.set(name, files);
      return {
        match: async (address: string) => matchIn(files, address),
        put: async (address: string, response: Response) => void files.set(hrefOf(address), response),
        keys: async () => Array.from(files.keys(), (url) => ({ url })),
      };
    },
  };
}

/** Fills the cache of a build whose only script is named after it. */
async function keepBuild(build: string, ...pages: string[]): Promise<void> {
  const cache = await storage.open(`isola-site-${build}`);
  for (const path of [scriptOf(build), ...pages]) await cache.put(path, new Response(path));
}

const scriptOf = (build: string) => `/assets/${build}.js`;

/** Worker or page that answers every question; with undefined, it does not answer. */
const answering = (answer: unknown) => ({
  postMessage: vi.fn<Addressee['postMessage']>((_, [port]) => {
    if (answer !== undefined) (port as MessagePort).postMessage(answer);
  }),
});

const waitingWorker = (build?: string) => answering(build && `isola-site-${build}`);

/** Page of a build, which answers with its scripts; without a build, it does not answer. */
const pageOf = (id: string, build?: string) => ({ id, ...answering(build && [scriptOf(build)]) });

interface Surroundings {
  readonly waiting?: Addressee;
  readonly pages?: readonly (Addressee & { readonly id: string })[];
}

/** Starts the service worker of a build. @returns a function that dispatches an event and waits for its work. */
async function startWorker(build: string, { waiting, pages = [] }: Surroundings = {}) {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('BUILD', { version: build, files: [scriptOf(build), '/offline.html'], words: build, assetsUrl: '' });
  vi.stubGlobal('self', {
    location: new URL(origin),
    registration: { installing: null, waiting: waiting ?? null },
    clients: { matchAll: async () => pages, claim: async () => undefined },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  vi.resetModules();
  await import('./service-worker.ts');
  return async (type: string, event: object = {}) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) });
    await Promise.all(work);
  };
}

/** Message of a page that little storage is left. */
const freeOrder = (pageId: string, build: string) => ({
  data: { freeAllBut: [scriptOf(build)] } satisfies FreeOrder,
  ports: [],
  source: { id: pageId },
});

test('with little storage, the builds of open pages and of the waiting worker stay', async () => {
  for (const build of ['a', 'b', 'c', 'd', 'e']) await keepBuild(build);
  await storage.open('isola-models');
  const pages = [pageOf('asker'), pageOf('earlier', 'a'), pageOf('other', 'd')];
  const dispatch = await startWorker('d', { waiting: waitingWorker('e'), pages });
  await dispatch('message', freeOrder('asker', 'd'));
  expect(await storage.keys()).toEqual(['isola-site-a', 'isola-site-d', 'isola-site-e', 'isola-models']);
});

test('with little storage, a page of an earlier build keeps its own files', async () => {
  for (const build of ['a', 'b', 'c']) await keepBuild(build);
  const dispatch = await startWorker('c', { pages: [pageOf('asker')] });
  await dispatch('message', freeOrder('asker', 'a'));
  expect(await storage.keys()).toEqual(['isola-site-a', 'isola-site-c']);
});

test('with little storage, the active build stays after a rollback, although the other one was cached later', async () => {
  for (const build of ['a', 'b']) await keepBuild(build);
  const dispatch = await startWorker('a', { pages: [pageOf('asker')] });
  await dispatch('message', freeOrder('asker', 'a'));
  expect(await storage.keys()).toEqual(['isola-site-a']);
});

test.each([
  ['page', { pages: [pageOf('asker'), pageOf('silent')] }],
  ['waiting worker', { waiting: waitingWorker(), pages: [pageOf('asker')] }],
])('with little storage, no build is deleted while a %s does not say what it needs', async (_, surroundings) => {
  for (const build of ['a', 'b', 'c']) await keepBuild(build);
  const dispatch = await startWorker('b', surroundings);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = dispatch('message', freeOrder('asker', 'b'));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(await storage.keys()).toEqual(['isola-site-a', 'isola-site-b', 'isola-site-c']);
});

test('a service worker answers which cache it needs', async () => {
  const dispatch = await startWorker('a');
  const port = { postMessage: vi.fn() };
  await dispatch('message', { data: { needs: 'cache' } satisfies NeedQuestion, ports: [port], source: null });
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith('isola-site-a');
});

test('a build that is replaced while it waits does not count among the earlier builds that open pages may need', async () => {
  const pages = [pageOf('open', 'a')];
  for (const build of ['before', 'a', 'b']) await keepBuild(build);
  // Pages ran the build `before` and run `a`. The builds `b` and `c` only wait until `d` is accepted.
  await (
    await startWorker('c', { waiting: waitingWorker('b'), pages })
  )('install');
  expect(await storage.keys()).toEqual(['isola-site-before', 'isola-site-a', 'isola-site-c']);
  const dispatch = await startWorker('d', { waiting: waitingWorker('c'), pages });
  await dispatch('install');
  await (
    await startWorker('d', { pages })
  )('activate');
  expect(await storage.keys()).toEqual(['isola-site-before', 'isola-site-a', 'isola-site-d']);
});

test('a waiting build stays when its successor cannot be fetched', async () => {
  for (const build of ['a', 'b']) await keepBuild(build);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const dispatch = await startWorker('c', { waiting: waitingWorker('b') });
  await expect(dispatch('install')).rejects.toThrow(TypeError);
  expect(await storage.keys()).toEqual(['isola-site-a', 'isola-site-b']);
});

test.each([404, 503])(
  'a build of which the server answers a file with %i does not replace a whole one',
  async (status) => {
    await keepBuild('a');
    statuses.set(scriptOf('b'), status);
    const dispatch = await startWorker('b');
    await expect(dispatch('install')).rejects.toThrow(TypeError);
    expect(await storage.keys()).toEqual(['isola-site-a']);
    // The next attempt finds the build whole.
    statuses.clear();
    await dispatch('install');
    const cache = await storage.open('isola-site-b');
    expect(await cache.match(scriptOf('b'))).toBeDefined();
  },
);

test('after a rollback, a build that open pages run stays when it cannot be installed again', async () => {
  for (const build of ['a', 'b']) await keepBuild(build);
  statuses.set('/offline.html', 503);
  const dispatch = await startWorker('a', { waiting: waitingWorker('b') });
  await expect(dispatch('install')).rejects.toThrow(TypeError);
  expect(await storage.keys()).toEqual(['isola-site-a', 'isola-site-b']);
});

test('a build replaces an earlier one with a page that no longer exists', async () => {
  await keepBuild('a', '/en/former');
  statuses.set('/en/former', 404);
  const dispatch = await startWorker('b');
  await dispatch('install');
  const cache = await storage.open('isola-site-b');
  expect((await cache.keys()).map(({ url }) => new URL(url).pathname).toSorted()).toEqual([
    '/assets/b.js',
    '/offline.html',
  ]);
});

test('a first installation keeps what the server answers', async () => {
  statuses.set(scriptOf('a'), 503);
  const dispatch = await startWorker('a');
  await dispatch('install');
  const cache = await storage.open('isola-site-a');
  expect((await cache.keys()).map(({ url }) => new URL(url).pathname)).toEqual(['/offline.html']);
});
