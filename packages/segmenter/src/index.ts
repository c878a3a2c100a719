export { createSegmenter, type Segmenter } from './create-segmenter.ts';
export { SegmenterError, type SegmenterErrorCode, segmenterErrorCodes } from './errors.ts';
export type { Confidence } from './matting/measure-confidence.ts';
export type { Detail, SegmenterOptions, SegmenterSource, SegmentOptions } from './options.ts';
export { mostPixels, mostSidePx } from './pipeline/decode.ts';
export { type ImageHeader, type ImageType, readImageHeader } from './pipeline/read-image-header.ts';
export type { Matte, Realm, RunReport, Segmentation } from './segmentation.ts';
export { type OnProgress, type Stage, type StageProgress, stages } from './stages.ts';
export { type TranslatedError, translateError } from './translate-error.ts';
