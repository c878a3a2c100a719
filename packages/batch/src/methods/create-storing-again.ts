import type { BatchParts } from '../batch-parts.ts';
import type { FileImport } from '../import/create-file-import.ts';
import type { BatchEntry } from '../items/batch-entry.ts';
import { discardJob } from '../queue/run-job.ts';
import type { StoredItem } from '../storage/batch-storage.ts';
import type { SafeStorage } from '../storage/create-safe-storage.ts';

/**
 * Delay before the storage is read, in milliseconds. A browser that deletes the data of a site closes the databases
 * before it has deleted the files.
 */
const settleMs = 1_000;

export interface StoringAgainOptions {
  readonly storeOriginals: FileImport['storeOriginals'];
  /** Called with the number of items whose stored data is gone. */
  readonly onDeleted: (count: number) => void;
}

/**
 * Lets a batch continue when the browser deletes its stored data while the page is open. Items whose files the page can
 * still read are stored and processed again; the others become unreadable.
 * @returns a function to be called when the data may have been deleted. It does nothing when the data is still there.
 */
export function createStoringAgain(
  { items, queue, saver, storage, ready, lifetime }: BatchParts,
  { storeOriginals, onDeleted }: StoringAgainOptions,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function storeAgain(): Promise<void> {
    await ready;
    if (lifetime.aborted) return;
    const stored = await storage()
      .readItems()
      .catch(() => undefined);
    if (!stored || lifetime.aborted) return;
    const rows = new Map(stored.map((item) => [item.id, item]));
    const deleted = items
      .all()
      .filter((entry) => entry.isStored && !isIntact(entry, rows.get(entry.id), storage().isInMemory));
    if (deleted.length === 0) return;
    for (const entry of deleted) forgetStoredData(entry, storage().isInMemory('originals', entry.id));
    onDeleted(deleted.length);
    queue.update();
    void saver.saveSettings();
    await storeOriginals(deleted);
  }

  lifetime.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    if (lifetime.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => void storeAgain(), settleMs);
  };
}

/** Checks whether everything that an item needs is on the device or in memory. @param row the item on the device. */
function isIntact(entry: BatchEntry, row: StoredItem | undefined, isInMemory: SafeStorage['isInMemory']): boolean {
  const { id, name, segmented, matte, matteKind, outcome } = entry;
  // An original whose row was deleted is found without its name.
  if (!isInMemory('originals', id)) return row?.isReadable === true && row.name === name;
  const hasMatte = !segmented || matte !== undefined || isInMemory(matteKind, id) || row?.segmented !== undefined;
  const hasResult = outcome?.kind !== 'done' || isInMemory('results', id) || row?.outcome?.kind === 'done';
  return hasMatte && hasResult;
}

/** Makes an item one that was just added or, without a file, one that cannot be read. */
function forgetStoredData(entry: BatchEntry, hasOriginal: boolean): void {
  discardJob(entry);
  entry.isStored = hasOriginal;
  entry.isUnreadable = !hasOriginal && entry.sourceFile === undefined;
  entry.unstoredFile = hasOriginal ? undefined : entry.sourceFile;
  [entry.matte, entry.matteTaught, entry.segmented, entry.taught] = [undefined, undefined, undefined, undefined];
  if (entry.outcome?.kind === 'done') entry.outcome = undefined;
}
