import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import { dropUnstoredMatte } from './batch-entry.ts';

/** @param onClear called after all items were removed and before the storage is cleared. */
export function createRemoval(parts: BatchParts, onClear: () => void): Pick<Batch, 'remove' | 'clear'> {
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
        queue.abort(entry);
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
      onClear();
      queue.update();
      await parts.storage().clear();
    },
  };
}
