import type { Batch, BatchState } from '../batch.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';
import type { ItemThumbnails } from '../thumbnails/create-item-thumbnails.ts';
import type { Items } from '../items/create-items.ts';

/**
 * The methods that read an item's files.
 * @param published returns the state, which contains the names of the results.
 */
export function createItemFiles(
  items: Items,
  published: () => BatchState,
  storage: () => Pick<OpenedStorage, 'readFile'>,
  thumbnails: ItemThumbnails,
): Pick<Batch, 'original' | 'result' | 'thumbnail'> {
  return {
    async original(id) {
      const { name, type } = items.get(id);
      return new File([await storage().readFile('originals', id)], name, { type });
    },
    async result(id) {
      const { outcome } = items.get(id);
      const item = published().items.find((each) => each.id === id);
      if (outcome?.kind !== 'done' || item?.state !== 'processed' || item.outcome !== 'done') {
        throw new DOMException('the item has no result', 'NotFoundError');
      }
      return new File([await storage().readFile('results', id)], item.result.fileName, { type: outcome.type });
    },
    thumbnail: async (id, signal) => (items.has(id) ? thumbnails.of(items.get(id), signal) : undefined),
  };
}
