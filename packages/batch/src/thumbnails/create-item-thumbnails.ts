import type { BatchEntry } from '../items/batch-entry.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';
import { createThumbnailPainter, type ThumbnailPainter } from './create-thumbnail-painter.ts';

/** Thumbnails of results, which are stored, and of originals, which are painted once and kept in memory. */
export interface ItemThumbnails extends ThumbnailPainter {
  /** @returns the thumbnail of the item's result, or else of its original; undefined when neither can be read. */
  readonly of: (entry: BatchEntry) => Promise<Blob | undefined>;
  /** Drops the thumbnails of all originals. */
  readonly clear: () => void;
}

export function createItemThumbnails(storage: () => Pick<OpenedStorage, 'readFile'>): ItemThumbnails {
  const painter = createThumbnailPainter();
  const originals = new Map<string, Promise<Blob | undefined>>();

  async function ofResult(id: string): Promise<Blob> {
    originals.delete(id);
    const stored = await storage().readFile('thumbnails', id);
    return stored.slice(0, stored.size, 'image/webp');
  }

  async function ofOriginal({ id, unstoredFile }: BatchEntry): Promise<Blob | undefined> {
    const painting =
      originals.get(id) ?? Promise.resolve(unstoredFile ?? storage().readFile('originals', id)).then(painter.paint);
    originals.set(id, painting);
    const painted = await painting;
    // The painter may have failed only this time, so the next call asks it again.
    if (!painted) originals.delete(id);
    return painted;
  }

  return {
    ...painter,
    async of(entry) {
      try {
        return entry.outcome?.kind === 'done' ? await ofResult(entry.id) : await ofOriginal(entry);
      } catch {
        originals.delete(entry.id);
        return undefined;
      }
    },
    clear: () => originals.clear(),
  };
}
