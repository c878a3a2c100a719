export { type Cutout, type CutoutOptions, useCutout } from './react/use-cutout.ts';
export type { CutoutCallOptions, CutoutState } from './shared/run-cutout.ts';
export type { SharedOptions } from './shared/shared-segmenter.ts';
