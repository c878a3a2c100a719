import { cachePrefix } from './cache-names.ts';
import { type Addressee, ask } from './updates.ts';

/** Page of this origin, as a service worker sees it. */
export interface PageClient extends Addressee {
  readonly id: string;
}

export interface BuildCachesScope {
  /** Name of the cache of this worker's build. */
  readonly cacheName: string;
  /** Paths of the files of this worker's build. */
  readonly files: readonly string[];
  readonly registration: Pick<ServiceWorkerRegistration, 'installing' | 'waiting'>;
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly PageClient[]>;
  };
}

/** Caches of the builds on this device. A page requests the files of its own build until it is loaded again. */
export interface BuildCaches {
  /** Returns the names of the caches of other builds, the one that was created last at the end. */
  readonly others: () => Promise<string[]>;
  /** Deletes the cache of the waiting build, which the build of this worker replaces before any page has run it. */
  readonly forgetWaiting: () => Promise<void>;
  /**
   * Deletes the caches of earlier builds. While a page is open, which may be of an earlier build, the newest of them are
   * kept. While a newer build is being installed or waits, nothing is deleted, because its cache would count as earlier.
   */
  readonly forgetEarlier: () => Promise<void>;
  /**
   * Deletes the caches of all other builds, except those of the waiting build and of open pages. Deletes nothing while a
   * build is being installed, and when a page or the waiting worker does not answer, because any cache may be theirs.
   * @param pageId client id of the page that asks for it.
   * @param scripts paths of the scripts in that page's document.
   */
  readonly free: (pageId: string, scripts: readonly string[]) => Promise<void>;
}

/** Number of earlier builds whose caches are kept while pages are open. */
const maxEarlierBuilds = 2;

export function createBuildCaches({ cacheName, files, registration, clients }: BuildCachesScope): BuildCaches {
  const openPages = () => clients.matchAll({ type: 'window', includeUncontrolled: true });
  const deleteAll = (names: readonly string[]) => Promise.all(names.map((name) => caches.delete(name)));

  async function others(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  }

  /**
   * Returns those of the caches that contain all scripts of a page: the one of its build, and those of workers that
   * answered its requests.
   */
  async function cachesOf(scripts: readonly string[], names: readonly string[]): Promise<string[]> {
    const haveAll = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const found = await Promise.all(scripts.map((path) => cache.match(path)));
        return found.every((each) => each !== undefined);
      }),
    );
    return names.filter((_, at) => haveAll[at]);
  }

  return {
    others,
    async forgetWaiting() {
      const { waiting } = registration;
      const name = waiting && (await ask<string>(waiting, { needs: 'cache' }));
      // A page may have let it take over meanwhile.
      if (name && name !== cacheName && registration.waiting === waiting) await caches.delete(name);
    },
    async forgetEarlier() {
      const names = await others();
      if (registration.installing || registration.waiting || names.length === 0) return;
      const pages = await openPages();
      await deleteAll(pages.length === 0 ? names : names.slice(0, -maxEarlierBuilds));
    },
    async free(pageId, scripts) {
      const { installing, waiting } = registration;
      const names = await others();
      if (installing || names.length === 0) return;
      const otherPages = (await openPages()).filter(({ id }) => id !== pageId);
      const [waitingName, ...answers] = await Promise.all([
        waiting ? ask<string>(waiting, { needs: 'cache' }) : '',
        ...otherPages.map((page) => ask<readonly string[]>(page, { needs: 'scripts' })),
      ]);
      if (waitingName === undefined) return;
      const needed = new Set([waitingName]);
      for (const each of [scripts, ...answers]) {
        if (each?.every((path) => files.includes(path))) continue;
        const found = each ? await cachesOf(each, names) : [];
        if (found.length === 0) return;
        for (const name of found) needed.add(name);
      }
      await deleteAll(names.filter((name) => !needed.has(name)));
    },
  };
}
