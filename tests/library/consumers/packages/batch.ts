import { type Batch, createBatch } from '@isola/batch';
import { createSegmenter } from '@isola/segmenter';

/** A batch of a page of one's own. */
export function openBatch(manifestUrl: string, maxItems: number): Batch {
  return createBatch({ loadSegmenter: () => Promise.resolve(createSegmenter({ manifestUrl })), maxItems });
}
