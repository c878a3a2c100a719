import { createReceiptKeyStore, type EditorRegistries } from '@isola/editor';

import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';

/** The method that issues receipts. Its code is loaded with the first receipt. */
export function createItemReceipts(
  { items, preset, storage, faces }: Pick<BatchParts, 'items' | 'preset' | 'storage' | 'faces'>,
  registries: EditorRegistries,
): Pick<Batch, 'receipt'> {
  const keys = createReceiptKeyStore();
  return {
    async receipt(id, signal) {
      const { issueEntryReceipt } = await import('../receipts/issue-entry-receipt.ts');
      return issueEntryReceipt(items.get(id), { preset, registries, storage: storage(), keys, faces }, signal);
    },
  };
}
