import type { Layer } from './backdrop/layer.ts';
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
export interface Look {
  readonly edits: MatteEdits;
  readonly placement: Placement;
  readonly layer: Layer;
  readonly light: LightChoice;
}

/** `draft` is small enough to follow a hand; `full` has every pixel of the result. */
export type Fineness = 'draft' | 'full';

export type Job =
  | { readonly kind: 'refine'; readonly edits: MatteEdits }
  | { readonly kind: 'compose'; readonly look: Look; readonly key: string; readonly fineness: Fineness }
  | { readonly kind: 'write'; readonly look: Look; readonly key: string; readonly encoding: Encoding }
  | { readonly kind: 'write-matte'; readonly edits: MatteEdits }
  | { readonly kind: 'matte'; readonly edits: MatteEdits }
  | { readonly kind: 'measure-fringe'; readonly edits: MatteEdits };

/** What a hand has changed of the cut-out: `bitmap` shows `rect` of it anew, in px of the photo. */
export interface RefinedPart {
  readonly rect: { readonly x: number; readonly y: number; readonly widthPx: number; readonly heightPx: number };
  readonly bitmap: ImageBitmap;
}

/** The result for the screen, which shows `widthPx × heightPx` px by as many as it has or fewer. */
export interface ComposedView {
  readonly bitmap: ImageBitmap;
  readonly fineness: Fineness;
}

/** What each kind of job comes to. */
export interface Outcomes {
  /** Nothing where the cut-out has not changed since the last time. */
  readonly refine: RefinedPart | undefined;
  readonly compose: ComposedView;
  readonly write: WrittenFile;
  readonly 'write-matte': WrittenFile;
  readonly matte: AlphaMatte;
  /** 0…100; 100 is clean. */
  readonly 'measure-fringe': number;
}

export type ToCompositor =
  /** Always the first. */
  | { readonly kind: 'open'; readonly sources: Sources }
  | { readonly kind: 'job'; readonly call: number; readonly job: Job }
  | { readonly kind: 'abort'; readonly call: number };

export type FromCompositor =
  | { readonly kind: 'done'; readonly call: number; readonly outcome: Outcomes[Job['kind']] }
  | { readonly kind: 'failed'; readonly call: number; readonly code: CompositorErrorCode; readonly detail: string };

export type CompositorErrorCode = 'unsupported-format' | 'out-of-memory' | 'processing-failed';
