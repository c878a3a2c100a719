import type { BatchParts } from '../batch-parts.ts';
import type { FileImport } from '../import/create-file-import.ts';
import type { BatchEntry } from '../items/batch-entry.ts';
import { discardJob } from '../queue/run-job.ts';

/**
 * Delay before the storage is read, in milliseconds. A browser that deletes the data of a site closes the databases
 * before it has deleted the files.
 */
const settleMs = 1_000;

export interface StoringAgainOptions {
  readonly storeOriginals: FileImport['storeRestored'];
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
    const nameOf = new Map(stored.filter(({ isReadable }) => isReadable).map(({ id, name }) => [id, name]));
    // An original whose row was deleted is found without its name.
    const deleted = items.all().filter(({ id, name, isStored }) => isStored && nameOf.get(id) !== name);
    if (deleted.length === 0) return;
    for (const entry of deleted) forgetStoredData(entry);
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

/** Makes an item one that was just added or, without a file, one that cannot be read. */
function forgetStoredData(entry: BatchEntry): void {
  discardJob(entry);
  entry.isStored = false;
  entry.isUnreadable = entry.sourceFile === undefined;
  entry.unstoredFile = entry.sourceFile;
  [entry.matte, entry.matteTaught, entry.segmented, entry.taught] = [undefined, undefined, undefined, undefined];
  if (entry.outcome?.kind === 'done') entry.outcome = undefined;
}
