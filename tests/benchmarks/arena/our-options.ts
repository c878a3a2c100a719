import type { SegmenterOptions, SegmentOptions } from '@isola/segmenter';

/** What our side is made with, and what each of its calls is given. */
export interface OurOptions extends SegmenterOptions, Pick<SegmentOptions, 'detail'> {}
