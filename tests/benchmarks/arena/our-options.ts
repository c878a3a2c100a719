import type { SegmenterOptions, SegmentOptions } from '@isola/segmenter';

/** Options of our segmenter and of each of its calls. */
export interface OurOptions extends SegmenterOptions, Pick<SegmentOptions, 'detail'> {}
