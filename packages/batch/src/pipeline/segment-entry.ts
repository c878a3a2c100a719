import { assessMatte } from '@isola/editor';
import type { Matte } from '@isola/imaging';
import type { Segmenter } from '@isola/segmenter';

import type { BatchEntry } from '../items/batch-entry.ts';
import type { OpenedStorage, SegmentedFacts } from '../storage/batch-storage.ts';
import { readOriginal } from './item-source.ts';
import { segmentingShare } from './segmenting-share.ts';

export interface SegmentDeps {
  readonly storage: Pick<OpenedStorage, 'readFile'>;
  readonly loadSegmenter: () => Promise<Pick<Segmenter, 'segment'>>;
  /** Receives the completed share, 0…1. */
  readonly onProgress: (share: number) => void;
}

export interface Segmented {
  readonly matte: Matte;
  readonly segmented: SegmentedFacts;
}

/**
 * Segments the original of an item. The entry itself is not changed.
 * @throws {SegmenterError}
 * @throws {StoredFileUnreadable}
 * @throws the signal's reason.
 */
export async function segmentEntry(
  entry: BatchEntry,
  { storage, loadSegmenter, onProgress }: SegmentDeps,
  signal: AbortSignal,
): Promise<Segmented> {
  const image = await readOriginal(storage, entry);
  const segmenter = await loadSegmenter();
  signal.throwIfAborted();
  const segmentation = await segmenter.segment(image, {
    signal,
    ...(entry.isCutAnew && { transparency: 'cut' }),
    // The compositor makes the cutout from the matte while the next image is segmented.
    outputs: [],
    onProgress: (progress) => onProgress(segmentingShare(progress)),
  });
  const { matte, widthPx, heightPx, run, subject, confidence } = segmentation;
  const facts = { run, subject, confidence };
  return { matte, segmented: { widthPx, heightPx, facts, doubts: assessMatte(segmentation) } };
}
