import type { LinearGradient } from './linear-gradient.ts';

/** What a cut-out is laid over. `transparent` leaves it as it is. */
export type Layer =
  | { readonly kind: 'transparent' }
  | { readonly kind: 'color'; readonly color: string }
  | ({ readonly kind: 'gradient' } & LinearGradient)
  /** Fills the whole, from its middle. Where the picture itself is transparent, white is behind it. */
  | { readonly kind: 'picture'; readonly picture: Blob }
  /** @see `blurRadius` for the strength, 1…100. */
  | { readonly kind: 'blur'; readonly original: Blob; readonly strength: number };

export type FileFormat = 'png' | 'webp' | 'jpeg';

export interface Encoding {
  readonly format: FileFormat;
  /** 1…100; PNG, which loses nothing, has none. */
  readonly quality: number;
}

export interface Composition {
  /** The cut-out's file: RGBA, straight alpha. */
  readonly cutout: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly layer: Layer;
}

export type Job =
  | {
      readonly kind: 'compose';
      readonly composition: Composition;
      readonly encoding: Encoding;
      /** Whether a picture for the screen is wanted beside the file. */
      readonly preview: boolean;
      /** The same for compositions that come out the same: the last one is kept. */
      readonly key: string;
    }
  | { readonly kind: 'matte'; readonly matte: AlphaMatte };

/** One value for each pixel, row by row: 255 is subject. */
export interface AlphaMatte {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
}

export type ToCompositor =
  | { readonly kind: 'job'; readonly call: number; readonly job: Job }
  | { readonly kind: 'abort'; readonly call: number };

export type FromCompositor =
  /** The picture as it will be saved, no larger than a screen can show. */
  | { readonly kind: 'preview'; readonly call: number; readonly bitmap: ImageBitmap }
  | { readonly kind: 'file'; readonly call: number; readonly file: Blob }
  | { readonly kind: 'failed'; readonly call: number; readonly code: CompositorErrorCode; readonly detail: string };

export type CompositorErrorCode = 'unsupported-format' | 'out-of-memory' | 'processing-failed';
