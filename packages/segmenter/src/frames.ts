/** Cuts out video frames and animations in the browser, with an edge that does not flicker. */
export type { AnimationFormat, AnimationHeader } from './animation/animation.ts';
export {
  type AnimationCutout,
  type AnimationOptions,
  cutOutAnimation,
  type FrameProgress,
} from './frames/cut-out-animation.ts';
export { FramesError, type FramesErrorCode, framesErrorCodes } from './frames/frames-error.ts';
export type { FramesOptions } from './frames/frames-options.ts';
export { segmentFrames } from './frames/segment-frames.ts';
