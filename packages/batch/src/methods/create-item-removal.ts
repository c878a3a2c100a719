import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import { abortJob } from '../queue/run-job.ts';
import { type BatchEntry, dropUnstoredMatte } from '../items/batch-entry.ts';

export interface ItemRemovalOptions {
  /** Stores the originals of restored items that were removed before they were stored. */
  readonly storeRestored: (entries: readonly BatchEntry[]) => Promise<void>;
  /** Called after all items were removed and before the storage is cleared. */
  readonly onClear: () => void;
}

export function createItemRemoval(parts: BatchParts, options: ItemRemovalOptions): Pick<Batch, 'remove' | 'clear'> {
  const { items, queue, saver, lifetime } = parts;
  /** Incremented by `clear`, so that an earlier `restore` becomes a no-op. */
  let generation = 0;

  return {
    async remove(ids) {
      await parts.ready;
      const generationOfRemoval = generation;
      const removed = items.remove(ids);
      const removedIds = removed.map(({ entry }) => entry.id);
      for (const { entry } of removed) {
        abortJob(entry);
        dropUnstoredMatte(entry);
      }
      queue.update();
      await parts.storage().removeItems(removedIds);
      await saver.saveSettings();
      return {
        async restore() {
          if (generation !== generationOfRemoval || lifetime.aborted) return;
          items.restore(removed);
          queue.update();
          await parts.storage().restoreItems(removedIds);
          await options.storeRestored(removed.map(({ entry }) => entry));
          await saver.saveSettings();
        },
      };
    },
    async clear() {
      await parts.ready;
      generation += 1;
      // Results that are being written are aborted, too, because their items no longer exist.
      queue.cancelAll();
      items.clear();
      options.onClear();
      queue.update();
      await parts.storage().clear();
    },
  };
}
