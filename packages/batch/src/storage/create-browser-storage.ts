import type { DocumentSchema } from '@isola/editor';
import { v4 as randomId } from 'uuid';

import type { BatchStorage, ItemFileKind, OpenedStorage, SavedItem } from './batch-storage.ts';
import { type Journal, type JournalEntry, openJournal } from './journal.ts';

export interface BrowserStorageOptions {
  /** What an item's own settings may be made of: the kinds of the editor's `registries`; the package's own unless given. */
  readonly schema?: DocumentSchema | undefined;
  /** Of the database, of the folder and of the locks. */
  readonly name?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const dayMs = 86_400_000;
const retentionMs = 7 * dayMs;
/** A page that is being left lets go of its lock a moment after the next one has begun. */
const lockTimeoutMs = 500;
const fileKinds = ['originals', 'mattes', 'results', 'thumbnails'] as const satisfies readonly ItemFileKind[];

/** Batches on this device: files in the origin private file system, the journal in IndexedDB. Nothing here leaves it. */
export function createBrowserStorage({
  schema,
  name = 'isola-batch',
  now = Date.now,
}: BrowserStorageOptions = {}): BatchStorage {
  /** A clock that once was ahead must not keep a batch for years. */
  const isExpired = ({ changedAt }: JournalEntry) => changedAt <= now() - retentionMs || changedAt > now() + dayMs;

  /** Removes what has expired, and folders that no batch has. */
  async function removeOld(journal: Journal, root: FileSystemDirectoryHandle): Promise<readonly JournalEntry[]> {
    const entries = await journal.list();
    const kept = entries.filter((entry) => !isExpired(entry));
    const ids = new Set([...entries.map(({ id }) => id), ...(await namesIn(root))]);
    for (const { id } of kept) ids.delete(id);
    for (const id of ids) {
      // A batch that another tab has just begun has a folder before it has a row.
      const release = await holdLock(`${name}:${id}`, 0);
      if (!release) continue;
      await journal.removeBatch(id);
      await removeEntry(root, id);
      release();
    }
    return kept.toSorted((one, other) => other.changedAt - one.changedAt);
  }

  return {
    async open() {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
      const journal = await openJournal(name, schema);
      const entries = await removeOld(journal, root);
      for (const [at, { id, settings }] of entries.entries()) {
        const release = await holdLock(`${name}:${id}`, at === 0 ? lockTimeoutMs : 0);
        if (release) {
          const items = await readItems(journal, root, id);
          const inOrder = new Map(items.map((item) => [item.id, item]));
          const sorted = settings.itemIds.flatMap((itemId) => inOrder.get(itemId) ?? []);
          const others = items.filter((item) => !settings.itemIds.includes(item.id));
          return opened(journal, root, id, release, { settings, items: [...sorted, ...others] }, now);
        }
      }
      const id = randomId();
      const release = await holdLock(`${name}:${id}`, lockTimeoutMs);
      return opened(journal, root, id, release ?? (() => undefined), undefined, now);
    },
  };
}

function opened(
  journal: Journal,
  root: FileSystemDirectoryHandle,
  batchId: string,
  release: () => void,
  saved: OpenedStorage['saved'],
  now: () => number,
): OpenedStorage {
  const folders = new Map<ItemFileKind, Promise<FileSystemDirectoryHandle>>();

  function folderOf(kind: ItemFileKind): Promise<FileSystemDirectoryHandle> {
    const opening =
      folders.get(kind) ??
      root.getDirectoryHandle(batchId, { create: true }).then((own) => own.getDirectoryHandle(kind, { create: true }));
    folders.set(kind, opening);
    opening.catch(() => folders.delete(kind));
    return opening;
  }

  return {
    saved,
    saveSettings: (settings) => journal.saveSettings(batchId, settings, now()),
    saveItem: (item) => journal.saveItem(batchId, item),
    removeItems: (ids) => journal.removeItems(batchId, ids),
    async writeFile(kind, id, content) {
      const handle = await (await folderOf(kind)).getFileHandle(id, { create: true });
      // What was there stays as it is until all is written. The browser reads the content itself, and not in pieces here.
      const writable = await handle.createWritable();
      try {
        await writable.write(content);
      } catch (error) {
        await writable.abort().catch(() => undefined);
        throw error;
      }
      await writable.close();
    },
    readFile: async (kind, id) => (await (await folderOf(kind)).getFileHandle(id)).getFile(),
    async removeFiles(kind, ids) {
      const folder = await folderOf(kind);
      await Promise.all(ids.map((id) => removeEntry(folder, id)));
    },
    async clear() {
      folders.clear();
      await journal.removeBatch(batchId);
      await removeEntry(root, batchId);
    },
    close() {
      journal.close();
      release();
    },
  };
}

/**
 * Reads a batch's items as far as their files are there: without its original an item is nothing, without its matte it
 * is segmented anew, without its result it is rendered anew. Files of no item are removed.
 */
async function readItems(
  journal: Journal,
  root: FileSystemDirectoryHandle,
  batchId: string,
): Promise<readonly SavedItem[]> {
  const rows = await journal.items(batchId);
  const folder = await root.getDirectoryHandle(batchId, { create: true });
  const stored = new Map<ItemFileKind, ReadonlySet<string>>();
  for (const kind of fileKinds) {
    const own = await folder.getDirectoryHandle(kind, { create: true });
    const names = new Set(await namesIn(own));
    for (const { id } of rows) names.delete(id);
    for (const orphan of names) await removeEntry(own, orphan);
    stored.set(kind, new Set(await namesIn(own)));
  }
  const has = (kind: ItemFileKind, id: string) => stored.get(kind)?.has(id) === true;
  const lost = rows.filter(({ id }) => !has('originals', id)).map(({ id }) => id);
  if (lost.length > 0) await journal.removeItems(batchId, lost);
  return rows
    .filter(({ id }) => has('originals', id))
    .map((row) => ({
      ...row,
      segmented: has('mattes', row.id) ? row.segmented : undefined,
      outcome: row.outcome?.kind === 'done' && !has('results', row.id) ? undefined : row.outcome,
    }));
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

/** What is not there need not be removed. */
async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}

/** @returns lets go of the lock; undefined where another tab holds it for as long. */
async function holdLock(name: string, timeoutMs: number): Promise<(() => void) | undefined> {
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
  const onLock = (lock: Lock | null) => {
    if (!lock) return resolve(undefined);
    return new Promise<void>((release) => resolve(() => release()));
  };
  const options = timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : { ifAvailable: true };
  navigator.locks.request(name, options, onLock).catch(() => resolve(undefined));
  return promise;
}
