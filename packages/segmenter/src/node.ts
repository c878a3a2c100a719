export { SegmenterError, type SegmenterErrorCode, segmenterErrorCodes } from './api/errors.ts';
export type { OnEvent, SegmenterEvent } from './api/events.ts';
export type { Detail } from './api/detail.ts';
export type { FetchFunction, Transparency } from './api/options.ts';
export type { Lesson, LessonAnswer, LessonWeights } from './api/lesson.ts';
export type { LessonRequest } from './api/lesson-request.ts';
export type { Prompt, PromptBox, PromptPoint } from './api/prompt.ts';
export {
  type Confidence,
  type DisputedPart,
  type Matte,
  ownTransparencyModel,
  type RunReport,
  type SegmentationFacts,
} from './api/segmentation.ts';
export type { Part } from './api/size.ts';
export { type CoarseMask, type OnProgress, type Stage, type StageProgress, stages } from './api/stages.ts';
export { type TranslatedError, translateError } from './api/translate-error.ts';
export { type AnimationFormat, type AnimationHeader, maxAnimationPixels } from './animation/animation.ts';
export {
  type AnimationCutout,
  type AnimationOptions,
  cutOutAnimation,
  type FrameProgress,
} from './node/animation/cut-out-animation.ts';
export type { EnlargedImage, EnlargeOptions, Enlarger } from './enlarge/create-enlarger.ts';
export type { EnlargerImage } from './enlarge/enlarger-image.ts';
export { openEnlarger } from './node/open-node-enlarger.ts';
export { createSegmenter, type Segmentation, type Segmenter } from './node/create-node-segmenter.ts';
export type { DefaultOutput, Output, Outputs, SegmenterOptions, SegmentOptions } from './node/node-options.ts';
export type { RawPixels, SegmenterSource } from './node/open-node-source.ts';
export { type ImageInspection, inspectImage, maxPixels, maxSidePx } from './pipeline/inspect-image.ts';
