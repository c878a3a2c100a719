import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import type { FileImport } from '../import/create-file-import.ts';
import { type BatchEntry, entryOf } from '../items/batch-entry.ts';
import { isLost } from '../items/item-progress.ts';
import { discardJob } from '../queue/run-job.ts';

/** The methods that make the batch process items once more. */
export function createReprocessing(
  parts: BatchParts,
  { storeOriginals }: Pick<FileImport, 'storeOriginals'>,
): Pick<Batch, 'retry' | 'readAgain' | 'setTransparency'> {
  const { items, preset, queue, saver, lifetime } = parts;

  /** Reads unreadable items again. @param ids all of them unless given. */
  async function readAgain(ids?: readonly string[]): Promise<void> {
    const found = await parts
      .storage()
      .readItems()
      .catch(() => []);
    if (lifetime.aborted) return;
    for (const item of found) {
      if (!item.isReadable || !items.has(item.id) || (ids && !ids.includes(item.id))) continue;
      const entry = items.get(item.id);
      // An unreadable entry may be incomplete, so the newly read item replaces its whole content.
      if (entry.isUnreadable) Object.assign(entry, entryOf(item));
    }
    queue.update();
  }

  return {
    readAgain: () => readAgain(),
    retry(ids) {
      const entries = items.all().filter(({ id }) => !ids || ids.includes(id));
      if (entries.some((entry) => isLost(entry, preset.renderKey))) void readAgain(ids);
      const unstored: BatchEntry[] = [];
      for (const entry of entries) {
        // An item without an original has nothing that could be processed.
        if (entry.outcome?.kind !== 'failed' || !(entry.isStored || entry.unstoredFile)) continue;
        entry.outcome = undefined;
        entry.hasFailedOnce = false;
        // The stored matte may be the file that cannot be read, so the image is segmented again.
        entry.segmented = undefined;
        entry.taught = undefined;
        if (entry.isStored) void saver.saveItem(entry);
        else unstored.push(entry);
      }
      queue.update();
      void storeOriginals(unstored);
    },
    setTransparency(ids, transparency) {
      for (const id of ids) {
        const entry = items.get(id);
        discardJob(entry);
        entry.isCutAnew = transparency === 'cut';
        entry.isAccepted = false;
        entry.taught = undefined;
        [entry.matte, entry.matteTaught, entry.segmented] = [undefined, undefined, undefined];
        entry.outcome = undefined;
        void saver.saveItem(entry);
      }
      queue.update();
    },
  };
}
