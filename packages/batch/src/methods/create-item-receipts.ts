import { createReceiptKeyStore, type EditorRegistries } from '@isola/editor';

import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';

/** The method that issues receipts. Its code is loaded with the first receipt. */
export function createItemReceipts(
  { items, preset, storage, faces }: Pick<BatchParts, 'items' | 'preset' | 'storage' | 'faces'>,
  registries: EditorRegistries,
): Pick<Batch, 'receipts'> {
  const keys = createReceiptKeyStore();
  return {
    receipts() {
      const taken = preset.get();
      // The fields of an entry change in place.
      const copies = new Map(items.all().map((entry) => [entry.id, { entry, copy: { ...entry } }]));
      return async (id, signal) => {
        const found = copies.get(id);
        if (!found) throw new DOMException(`there was no item ${id}`, 'NotFoundError');
        const { issueEntryReceipt } = await import('../receipts/issue-entry-receipt.ts');
        const findFaces = () => faces.of(found.entry, signal);
        return issueEntryReceipt(
          found.copy,
          { preset: taken, registries, storage: storage(), keys, findFaces },
          signal,
        );
      };
    },
  };
}
