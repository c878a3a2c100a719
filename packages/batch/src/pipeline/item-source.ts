import { uprightImage } from '@isola/segmenter';

import type { BatchEntry } from '../items/batch-entry.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';
import type { ItemSource } from './create-item-compositors.ts';

/**
 * Reads an item's original from the storage, turned upright.
 * @throws {StoredFileUnreadable}
 */
export async function readOriginal(storage: Pick<OpenedStorage, 'readFile'>, { id, type }: BatchEntry): Promise<Blob> {
  const stored = await storage.readFile('originals', id);
  return uprightImage(stored.slice(0, stored.size, type));
}

/**
 * Reads what a segmented item is rendered from. The matte comes from memory or, once it is stored, from the storage.
 * @throws {DOMException} `InvalidStateError` when the item has not been segmented.
 * @throws {StoredFileUnreadable}
 */
export async function readSource(storage: Pick<OpenedStorage, 'readFile'>, entry: BatchEntry): Promise<ItemSource> {
  const { id, name, segmented, matte, matteKind } = entry;
  if (!segmented) throw new DOMException('the item has no matte', 'InvalidStateError');
  const { facts, widthPx, heightPx } = segmented;
  const image = await readOriginal(storage, entry);
  return {
    image,
    name,
    facts,
    matte: matte ?? { file: await storage.readFile(matteKind, id), widthPx, heightPx },
  };
}
