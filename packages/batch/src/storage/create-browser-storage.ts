import { type DocumentSchema, tried } from '@isola/editor';
import { validate as isId, v4 as randomId } from 'uuid';

import {
  type BatchStorage,
  type ItemFileKind,
  type OpenedStorage,
  type OpenOptions,
  type StoredItem,
} from './batch-storage.ts';
import { storedMatteOf } from './stored-matte.ts';
import { type Journal, type JournalEntry, openJournal } from './journal.ts';

export interface BrowserStorageOptions {
  /**
   * Schema of stored presets and overrides, made from the editor's `registries`. The schema of the built-in kinds
   * unless given.
   */
  readonly schema?: DocumentSchema | undefined;
  /** Name of the database, of the folder and of the Web Lock. */
  readonly name?: string;
  /** Returns the time in ms since 1970. */
  readonly now?: () => number;
}

const dayMs = 86_400_000;
/** Time without a change after which a batch expires. */
const retentionMs = 7 * dayMs;
/**
 * Time for which another page may hold the lock before it is reported as another tab. A page that is being left
 * releases the lock a moment after the next page has started.
 */
const lockNoticeMs = 500;
const fileKinds = [
  'originals',
  'mattes',
  'results',
  'thumbnails',
  'otherMattes',
] as const satisfies readonly ItemFileKind[];

/**
 * Stores batches on this device: files in the origin private file system, rows in IndexedDB. Sends nothing over the
 * network.
 */
export function createBrowserStorage({
  schema,
  name = 'isola-batch',
  now = Date.now,
}: BrowserStorageOptions = {}): BatchStorage {
  return {
    async open(options = {}) {
      // Insecure pages have neither, WebKitGTK has no `navigator.storage`, and old browsers have no `getDirectory` in it.
      const { storage, locks } = navigator as {
        readonly storage?: Partial<StorageManager>;
        readonly locks?: LockManager;
      };
      if (!storage?.getDirectory || !locks) throw new DOMException('the browser stores no files', 'NotSupportedError');
      const root = createRoot(name);
      await tried(root.open).catch((error: unknown) => {
        if (isClosedStorage(error)) throw error;
      });
      const release = await holdLock(name, options);
      const journal = openJournal(name, schema, options.onLost);
      const letGo = () => {
        journal.close();
        release();
      };
      try {
        const entries = await tidied(journal, root, now);
        for (const entry of entries) {
          await removeRemoved(journal, root, entry);
          const items = await readItems(journal, root, entry, 'optional');
          if (items.length > 0) return opened(journal, root, entry.id, { ...entry, items }, letGo, now);
        }
        return opened(journal, root, entries[0]?.id ?? randomId(), undefined, letGo, now);
      } catch (error) {
        letGo();
        throw error;
      }
    },
  };
}

/** The folder that contains the files of all batches. */
interface Root {
  readonly open: () => Promise<FileSystemDirectoryHandle>;
  /** Calls `act` with the folder that holds a batch's files of one kind. */
  readonly within: <Result>(
    batchId: string,
    kind: ItemFileKind,
    act: (folder: FileSystemDirectoryHandle) => Promise<Result>,
  ) => Promise<Result>;
}

function createRoot(name: string): Root {
  const folders = new Map<string, Promise<FileSystemDirectoryHandle>>();

  /** Opens a folder once and caches its handle. A folder that could not be opened is opened again by the next call. */
  function once(path: string, open: () => Promise<FileSystemDirectoryHandle>): Promise<FileSystemDirectoryHandle> {
    const opening = folders.get(path) ?? open();
    folders.set(path, opening);
    opening.catch(() => folders.delete(path));
    return opening;
  }

  const open = () =>
    once('', async () => (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true }));
  return {
    open,
    async within(batchId, kind, act) {
      try {
        const folder = await once(`${batchId}/${kind}`, async () => {
          const own = await (await open()).getDirectoryHandle(batchId, { create: true });
          return own.getDirectoryHandle(kind, { create: true });
        });
        return await act(folder);
      } catch (error) {
        // The cached handles may be the cause of the failure.
        folders.clear();
        throw error;
      }
    },
  };
}

/** Checks whether an error means that the browser provides no storage to this page. */
export function isClosedStorage(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'NotSupportedError');
}

/**
 * Deletes batches that were cleared, and batches that have been expired for a day. Marks newly expired batches and
 * corrects dates that are in the future.
 * @returns the batches that may be opened, the newest first.
 */
async function tidied(journal: Journal, root: Root, now: () => number): Promise<readonly JournalEntry[]> {
  const entries = await journal.list();
  const known = new Set(entries.map(({ id }) => id));
  // Folders without a row still contain images. Such a batch is opened with images without names.
  const folders = await tried(() => namesIn(root.open())).catch(() => []);
  const found = folders.filter((id) => isId(id) && !known.has(id)).map((id): JournalEntry => ({ ...unknownEntry, id }));
  const kept: JournalEntry[] = [];
  for (const entry of [...entries, ...found]) {
    const { id, changedAt = now(), expiredAt } = entry;
    const isExpired = changedAt <= now() - retentionMs;
    if (entry.isCleared || (isExpired && expiredAt !== undefined && expiredAt <= now() - dayMs)) {
      await attempt(() => removeBatch(journal, root, id));
    } else if (isExpired) {
      const isMarked = expiredAt !== undefined && expiredAt <= now();
      if (!isMarked) await attempt(() => journal.date(id, { changedAt, expiredAt: now() }));
    } else {
      kept.push(entry);
      // A date that was written by a fast clock must not keep the batch for years.
      const date = changedAt > now() + dayMs ? now() : changedAt;
      const isDated = date === entry.changedAt && expiredAt === undefined;
      if (!isDated) await attempt(() => journal.date(id, { changedAt: date, expiredAt: undefined }));
    }
  }
  return kept.toSorted((one, other) => (other.changedAt ?? 0) - (one.changedAt ?? 0));
}

const unknownEntry = {
  changedAt: undefined,
  expiredAt: undefined,
  isCleared: false,
  itemIds: [],
  settings: undefined,
} satisfies Omit<JournalEntry, 'id'>;

/** Runs a clean-up step. A step that fails is repeated at the next visit. */
async function attempt(act: () => Promise<void>): Promise<void> {
  await act().catch(() => undefined);
}

/**
 * Deletes a batch. Its row is deleted last, because it marks the batch for deletion as long as any file is left.
 */
async function removeBatch(journal: Journal, root: Root, id: string): Promise<void> {
  await journal.markCleared(id);
  await removeEntry(await root.open(), id);
  await journal.forgetBatch(id);
}

/**
 * Deletes the data of items that the user removed during an earlier visit. A removed item whose id is in the saved
 * order was restored, but its row could not be updated; it is restored now.
 */
async function removeRemoved(
  journal: Journal,
  root: Root,
  { id: batchId, itemIds }: Pick<JournalEntry, 'id' | 'itemIds'>,
): Promise<void> {
  const marked = (await journal.items(batchId)).filter(({ isRemoved }) => isRemoved).map(({ id }) => id);
  const back = marked.filter((id) => itemIds.includes(id));
  const removed = marked.filter((id) => !itemIds.includes(id));
  if (back.length > 0) await attempt(() => journal.restoreItems(batchId, back));
  if (removed.length === 0) return;
  await attempt(async () => {
    for (const kind of fileKinds) await root.within(batchId, kind, (folder) => removeEntries(folder, removed));
    await journal.forgetItems(batchId, removed);
  });
}

function opened(
  journal: Journal,
  root: Root,
  openedId: string,
  saved: (Pick<JournalEntry, 'settings' | 'itemIds'> & { readonly items: readonly StoredItem[] }) | undefined,
  close: () => void,
  now: () => number,
): OpenedStorage {
  let batchId = openedId;
  return {
    saved,
    readItems: () => readItems(journal, root, { id: batchId, itemIds: saved?.itemIds ?? [] }, 'required'),
    saveSettings: (settings) => journal.saveSettings(batchId, settings, now()),
    saveItem: (item) => journal.saveItem(batchId, item),
    removeItems: (ids) => journal.markRemoved(batchId, ids),
    restoreItems: (ids) => journal.restoreItems(batchId, ids),
    writeFile: (kind, id, content) =>
      root.within(batchId, kind, async (folder) => {
        const handle = await folder.getFileHandle(id, { create: true });
        // The old content stays until the new content is completely written. The browser reads the new content itself,
        // so that this page does not hold parts of it in memory.
        const writable = await handle.createWritable();
        try {
          await writable.write(content);
        } catch (error) {
          await writable.abort().catch(() => undefined);
          throw error;
        }
        await writable.close();
      }),
    readFile: (kind, id) => root.within(batchId, kind, async (folder) => (await folder.getFileHandle(id)).getFile()),
    removeFiles: (kind, ids) => root.within(batchId, kind, (folder) => removeEntries(folder, ids)),
    async clear() {
      const cleared = batchId;
      await journal.markCleared(cleared);
      // Files that cannot be deleted now belong to the cleared batch and are deleted at the next visit.
      batchId = randomId();
      await attempt(() => removeBatch(journal, root, cleared));
    },
    close,
  };
}

/** Sizes in bytes of the files of one kind, by item id. Undefined for a file whose size could not be read. */
type Sizes = ReadonlyMap<string, number | undefined>;

/**
 * Reads a batch's items. An item whose original is missing or incomplete is marked as unreadable. An item without a
 * stored matte will be segmented again, and an item without a stored result will be rendered again. A matte or result
 * whose size could not be read counts as present.
 * @param listing whether the list of the originals is needed. Without an `optional` one, all items are unreadable.
 * @throws the browser's error when the rows, or originals whose list is `required`, cannot be read.
 */
async function readItems(
  journal: Journal,
  root: Root,
  { id: batchId, itemIds }: Pick<JournalEntry, 'id' | 'itemIds'>,
  listing: 'required' | 'optional',
): Promise<readonly StoredItem[]> {
  const rows = await journal.items(batchId);
  const [originals, results, mattes, otherMattes] = await Promise.all(
    (['originals', 'results', 'mattes', 'otherMattes'] as const).map((kind) => {
      const listed = tried(() => root.within(batchId, kind, sizesIn));
      return kind === 'originals' && listing === 'required' ? listed : listed.catch(() => undefined);
    }),
  );
  const isThere = (files: Sizes | undefined, id: string) => !files || (files.has(id) && files.get(id) !== 0);
  const items = rows
    .filter(({ id, isRemoved }) => !isRemoved || itemIds.includes(id))
    .map(({ id, name, item }): StoredItem => {
      if (!item) return { ...unknownItem, id, name, isReadable: false };
      const { outcome } = item;
      return {
        ...item,
        isReadable: originals?.get(id) === item.sizeBytes,
        outcome: outcome?.kind === 'done' && !isThere(results, id) ? undefined : outcome,
        ...storedMatteOf(item, (kind) => isThere(kind === 'mattes' ? mattes : otherMattes, id)),
      };
    });
  const known = new Set(rows.map(({ id }) => id));
  const nameless = [...(originals ?? [])]
    .filter(([id, sizeBytes]) => isId(id) && !known.has(id) && sizeBytes)
    .map(([id, sizeBytes = 0]): StoredItem => ({ ...unknownItem, id, sizeBytes, isReadable: true }));
  const placeOf = new Map(itemIds.map((id, at) => [id, at]));
  const place = ({ id }: StoredItem) => placeOf.get(id) ?? itemIds.length;
  return [...items, ...nameless].toSorted((one, other) => place(one) - place(other));
}

const unknownItem = {
  name: '',
  type: '',
  sizeBytes: 0,
  segmented: undefined,
  isAccepted: false,
  override: undefined,
  outcome: undefined,
} satisfies Omit<StoredItem, 'id' | 'isReadable'>;

async function sizesIn(folder: FileSystemDirectoryHandle): Promise<Sizes> {
  const handles: (readonly [string, FileSystemHandle])[] = [];
  for await (const entry of folder.entries()) handles.push(entry);
  const files = handles.filter((entry): entry is [string, FileSystemFileHandle] => entry[1].kind === 'file');
  return new Map(
    await Promise.all(
      files.map(async ([name, handle]) => {
        const file = await tried(() => handle.getFile()).catch(() => undefined);
        return [name, file?.size] as const;
      }),
    ),
  );
}

async function namesIn(folder: Promise<FileSystemDirectoryHandle>): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await folder).keys()) names.push(name);
  return names;
}

async function removeEntries(folder: FileSystemDirectoryHandle, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => removeEntry(folder, name)));
}

/** Removes a file or folder. Does nothing when it does not exist. */
async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}

/** Waits until no other tab holds the lock and acquires it. @returns releases the lock. @throws the signal's reason. */
async function holdLock(name: string, { signal, onOtherTab }: OpenOptions): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const notice = setTimeout(() => onOtherTab?.(), lockNoticeMs);
  const hold = () => new Promise<void>((release) => resolve(release));
  navigator.locks.request(name, signal ? { signal } : {}, hold).catch(reject);
  try {
    return await promise;
  } finally {
    clearTimeout(notice);
  }
}
