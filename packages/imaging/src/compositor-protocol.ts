import type { SegmenterErrorCode } from '@isola/segmenter';

import { type Layer, withPicture } from './backdrop/layer.ts';
import type { Encoding, WrittenFile } from './file/write-file.ts';
import type { LightChoice } from './light/light-choice.ts';
import type { MatteEdits } from './matte/matte-edits.ts';
import type { Placement } from './place/place-cutout.ts';

/** One value for each pixel, row by row: 255 is subject. */
export interface AlphaMatte {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What a photo came with, and what never changes: everything else is computed from it. */
export interface Sources {
  readonly original: Blob;
  /** The segmenter's file: RGBA, straight alpha, of the photo's size. */
  readonly cutout: Blob;
  readonly matte: AlphaMatte;
  /** The size at which the segmenter looked at the photo: colours are estimated as finely. */
  readonly workingWidthPx: number;
  readonly workingHeightPx: number;
}

/** Everything that is to be made of it, but for the file. */
export interface Look<Picture = Blob> {
  readonly edits: MatteEdits;
  readonly placement: Placement;
  readonly layer: Layer<Picture>;
  readonly light: LightChoice;
}

/** `draft` is small enough to follow a hand; `full` has every pixel of the result. */
export type Fineness = 'draft' | 'full';

/** A draft's longer side: as much as a window shows without zoom. */
export const draftSidePx = 1280;

export type Job<Picture = Blob> =
  | { readonly kind: 'refine'; readonly edits: MatteEdits }
  | { readonly kind: 'compose'; readonly look: Look<Picture>; readonly key: string; readonly fineness: Fineness }
  | { readonly kind: 'write'; readonly look: Look<Picture>; readonly key: string; readonly encoding: Encoding }
  | { readonly kind: 'write-matte'; readonly edits: MatteEdits }
  | { readonly kind: 'matte'; readonly edits: MatteEdits }
  | { readonly kind: 'measure-fringe'; readonly edits: MatteEdits };

/** The same job with something else for its pictures. */
export function withPictures<From, To>(job: Job<From>, change: (picture: From) => To): Job<To> {
  return 'look' in job ? { ...job, look: { ...job.look, layer: withPicture(job.look.layer, change) } } : job;
}

/** What a hand has changed of the cut-out: `bitmap` shows `rect` of it anew, in px of the photo. */
export interface RefinedPart {
  readonly rect: { readonly x: number; readonly y: number; readonly widthPx: number; readonly heightPx: number };
  readonly bitmap: ImageBitmap;
}

/** What refining came to. */
export interface Refinement {
  /** Nothing where the cutout looks as it did the last time, or is the first one again, which whoever asks has. */
  readonly part: RefinedPart | undefined;
  /** Whether nothing was told before: then `part` is all that differs from the very first cut-out. */
  readonly isFirst: boolean;
  /** Of the edits' marks, the indices of those that changed no pixel. */
  readonly withoutEffect: readonly number[];
}

/** The result for the screen, which shows `widthPx × heightPx` px by as many as it has or fewer. */
export interface ComposedView {
  readonly bitmap: ImageBitmap;
  readonly fineness: Fineness;
}

/** What each kind of job comes to. */
export interface Outcomes {
  readonly refine: Refinement;
  readonly compose: ComposedView;
  readonly write: WrittenFile;
  readonly 'write-matte': WrittenFile;
  readonly matte: AlphaMatte;
  /** 0…100; 100 is clean. */
  readonly 'measure-fringe': number;
}

export type ToCompositor =
  /** Always the first. The worker takes the lock of this name and holds it for as long as it lives. */
  | { readonly kind: 'open'; readonly sources: Sources; readonly lockName: string }
  /** Once, before the first job with this number: every message makes another copy, and none is known from before. */
  | { readonly kind: 'picture'; readonly number: number; readonly picture: Blob }
  | { readonly kind: 'job'; readonly call: number; readonly job: Job<number> }
  | { readonly kind: 'abort'; readonly call: number }
  /** Answered with `alive`. */
  | { readonly kind: 'are-you-there' };

export type FromCompositor =
  /** `isLocked`: whether the worker holds the lock. */
  | { readonly kind: 'opened'; readonly isLocked: boolean }
  | { readonly kind: 'alive' }
  | { readonly kind: 'done'; readonly call: number; readonly outcome: Outcomes[Job['kind']] }
  | { readonly kind: 'failed'; readonly call: number; readonly code: CompositorErrorCode; readonly detail: string };

/** The segmenter's, whose kernels have a part in the work, and one for a worker that was lost twice over the same job. */
export type CompositorErrorCode = Exclude<SegmenterErrorCode, 'aborted'> | 'compositor-lost';
