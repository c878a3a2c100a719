import { uprightImage } from '@isola/segmenter';

import type { BatchEntry } from '../items/batch-entry.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';
import { createThumbnailPainter, type ThumbnailPainter } from './create-thumbnail-painter.ts';

/** Thumbnails of results, which are stored, and of originals, which are painted once and kept in memory as files. */
export interface ItemThumbnails extends ThumbnailPainter {
  /**
   * @param signal drops the request. Without one, the thumbnail is painted even when nothing shows it any more.
   * @returns the thumbnail of the item's result, or else of its original; undefined when neither can be read.
   */
  readonly of: (entry: BatchEntry, signal?: AbortSignal) => Promise<Blob | undefined>;
  /** @returns the thumbnail of the item's original; undefined when it cannot be read or the request was aborted. */
  readonly ofOriginal: (entry: BatchEntry, signal?: AbortSignal) => Promise<Blob | undefined>;
  /** Drops the thumbnails of all originals. */
  readonly clear: () => void;
}

export function createItemThumbnails(storage: () => Pick<OpenedStorage, 'readFile'>): ItemThumbnails {
  const painter = createThumbnailPainter();
  /** Encoded thumbnails of originals, of some kilobytes each. */
  const originals = new Map<string, Blob>();

  async function ofResult(id: string): Promise<Blob> {
    const stored = await storage().readFile('thumbnails', id);
    return stored.slice(0, stored.size, 'image/webp');
  }

  async function ofOriginal({ id, type, unstoredFile }: BatchEntry, signal?: AbortSignal): Promise<Blob | undefined> {
    const kept = originals.get(id);
    if (kept) return kept;
    const file = unstoredFile ?? (await storage().readFile('originals', id));
    const painted = await painter.paint(await uprightImage(file.slice(0, file.size, type)), signal);
    if (painted) originals.set(id, painted);
    return painted;
  }

  return {
    ...painter,
    async of(entry, signal) {
      try {
        return entry.outcome?.kind === 'done' ? await ofResult(entry.id) : await ofOriginal(entry, signal);
      } catch {
        return undefined;
      }
    },
    ofOriginal: (entry, signal) => ofOriginal(entry, signal).catch(() => undefined),
    clear: () => originals.clear(),
  };
}
