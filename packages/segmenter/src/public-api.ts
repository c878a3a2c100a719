export { SegmenterError, type SegmenterErrorCode, segmenterErrorCodes } from './api/errors.ts';
export type { OnEvent, SegmenterEvent } from './api/events.ts';
export type { Detail } from './api/detail.ts';
export type { FetchFunction, SegmenterOptions, SegmentOptions, Transparency } from './api/options.ts';
export type { Lesson, LessonAnswer, LessonWeights } from './api/lesson.ts';
export type { LessonRequest } from './api/lesson-request.ts';
export type { Prompt, PromptBox, PromptPoint } from './api/prompt.ts';
export {
  type Confidence,
  type DefaultOutput,
  type DisputedPart,
  type GpuFailure,
  type Matte,
  type Output,
  type Outputs,
  ownTransparencyModel,
  type Provider,
  type RunReport,
  type Segmentation,
  type SegmentationFacts,
  type SingleThreadReason,
  type Thread,
} from './api/segmentation.ts';
export type { Part } from './api/size.ts';
export { type CoarseMask, type OnProgress, type Stage, type StageProgress, stages } from './api/stages.ts';
export { type TranslatedError, translateError } from './api/translate-error.ts';
export { createSegmenter, type Segmenter } from './create-segmenter.ts';
export type { SegmenterSource } from './input/open-source.ts';
export { decodeImage, uprightImage } from './pipeline/decode.ts';
export { type ForeignFormat, foreignFormats } from './pipeline/detect-format.ts';
export { type ImageInspection, inspectImage, maxPixels, maxSidePx } from './pipeline/inspect-image.ts';
export { hasOwnTransparency } from './pipeline/has-own-transparency.ts';
export { type ImageHeader, type ImageType, readImageHeader } from './pipeline/read-image-header.ts';
