import type { DBSchema, IDBPDatabase } from 'idb';

/** The two folders that were chosen. */
export interface WatchedFolders {
  /** Folder whose images are processed. Nothing in it is changed. */
  readonly source: FileSystemDirectoryHandle;
  /** Folder that receives the results. */
  readonly target: FileSystemDirectoryHandle;
}

/** A file of the source folder that was taken. */
export interface TakenFile {
  /** Id of the batch's item; undefined for a file that the batch refused. */
  readonly itemId: string | undefined;
  /** The result that was written last. Undefined while none was. */
  readonly written?: { readonly fileName: string; readonly signature: string };
}

/**
 * The watched folders on this device, and the files that were taken from them. No function throws: while the browser
 * refuses its database to the page, or the script for it cannot be loaded, the folders are remembered until the page is
 * left.
 */
export interface FolderStore {
  readonly folders: () => Promise<WatchedFolders | undefined>;
  /** Remembers other folders and forgets all taken files. Undefined forgets the folders too. */
  readonly setFolders: (folders: WatchedFolders | undefined) => Promise<void>;
  /** Returns the taken files by their keys. */
  readonly taken: () => Promise<ReadonlyMap<string, TakenFile>>;
  readonly setTaken: (key: string, file: TakenFile) => Promise<void>;
}

interface Schema extends DBSchema {
  folders: { key: 'current'; value: WatchedFolders };
  taken: { key: string; value: TakenFile };
}

/**
 * Creates the store. Nothing is opened before the first call.
 * @example
 * const store = createFolderStore();
 * const folders = await store.folders();
 */
export function createFolderStore(databaseName = 'isola-folders'): FolderStore {
  let connection: Promise<IDBPDatabase<Schema>> | undefined;
  const memory: { folders: WatchedFolders | undefined; taken: Map<string, TakenFile> } = {
    folders: undefined,
    taken: new Map(),
  };

  async function open(): Promise<IDBPDatabase<Schema>> {
    const { openDB } = await import('idb');
    return openDB<Schema>(databaseName, 1, {
      upgrade(fresh) {
        fresh.createObjectStore('folders');
        fresh.createObjectStore('taken');
      },
      // A newer page may want to upgrade the database.
      blocking(_current, _blocked, event) {
        connection = undefined;
        (event.target as IDBDatabase).close();
      },
      terminated: () => (connection = undefined),
    });
  }

  /** Works on the database, or returns the value of the memory when that fails twice. */
  async function attempt<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>, otherwise: Result) {
    for (let attempts = 0; attempts < 2; attempts += 1) {
      try {
        connection ??= open();
        return await work(await connection);
      } catch {
        // The browser may have closed the connection, or another page. The next attempt opens another one.
        connection = undefined;
      }
    }
    return otherwise;
  }

  return {
    folders: () => attempt(async (database) => database.get('folders', 'current'), memory.folders),
    async setFolders(folders) {
      memory.folders = folders;
      memory.taken.clear();
      await attempt(async (database) => {
        const change = database.transaction(['folders', 'taken'], 'readwrite');
        const rows = change.objectStore('folders');
        await Promise.all([
          folders ? rows.put(folders, 'current') : rows.clear(),
          change.objectStore('taken').clear(),
          change.done,
        ]);
      }, undefined);
    },
    taken: () =>
      attempt(async (database) => {
        const rows = database.transaction('taken').store;
        const [keys, files] = await Promise.all([rows.getAllKeys(), rows.getAll()]);
        return new Map(keys.flatMap((key, at) => (files[at] ? [[key, files[at]] as const] : [])));
      }, memory.taken),
    async setTaken(key, file) {
      memory.taken.set(key, file);
      await attempt(async (database) => void (await database.put('taken', file, key)), undefined);
    },
  };
}
