/**
 * Storage of model parts between visits: the browser's Cache Storage, by address. File names contain hashes, so the
 * content of an address never changes. Every operation may fail (private windows, full disks, plain HTTP) and nothing
 * may depend on it: a missing part is fetched again, and a failed write only costs the next visit a download.
 */
export interface ModelCache {
  /** Reads a file. @returns bytes that belong to the caller. */
  read(url: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Writes a file. @returns whether the browser saved it. */
  write(url: string, bytes: Uint8Array<ArrayBuffer>, type?: string): Promise<boolean>;
  remove(url: string): Promise<void>;
  /**
   * Removes all files in the manifest's folder, and in the folders of these addresses, except these addresses: those
   * that earlier builds left.
   */
  keepOnly(urls: ReadonlySet<string>, manifestUrl: string): Promise<void>;
}

const cacheName = 'isola-models';

export async function openModelCache(): Promise<ModelCache> {
  const cache = await openCache();
  if (!cache) return nothingKept;
  return {
    // A browser may have lost the body although it has the entry.
    read: (url) =>
      orUndefined(cache.match(url).then(async (found) => found && new Uint8Array(await found.arrayBuffer()))),
    async write(url, bytes, type = 'application/octet-stream') {
      // From an array Chromium would copy the bytes in this thread: 18 ms for 4 MiB. With a blob it takes 7 ms.
      const headers = { 'content-type': type, 'content-length': `${bytes.length}` };
      const response = new Response(new Blob([bytes]), { headers });
      return (await orUndefined(cache.put(url, response).then(() => true))) ?? false;
    },
    async remove(url) {
      await orUndefined(cache.delete(url));
    },
    async keepOnly(urls, manifestUrl) {
      const kept = (await orUndefined(cache.keys())) ?? [];
      const folders = new Set([manifestUrl, ...urls].map(folderOf));
      const old = kept.filter(({ url }) => folders.has(folderOf(url)) && !urls.has(url));
      await Promise.all(old.map((request) => orUndefined(cache.delete(request))));
    },
  };
}

const folderOf = (url: string): string => url.slice(0, url.lastIndexOf('/'));

const nothingKept: ModelCache = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(false),
  remove: () => Promise.resolve(),
  keepOnly: () => Promise.resolve(),
};

/** Sandboxed frames throw as soon as `caches` is read. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return await (globalThis as { caches?: CacheStorage }).caches?.open(cacheName);
  } catch {
    return undefined;
  }
}

async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch {
    return undefined;
  }
}
