import { type Batch, createBatch } from '@isola/batch';
import { createSegmenter } from '@isola/segmenter';

/** Creates a batch in a page outside this repository. */
export function openBatch(manifestUrl: string, maxItems: number): Batch {
  return createBatch({ loadSegmenter: () => Promise.resolve(createSegmenter({ manifestUrl })), maxItems });
}
