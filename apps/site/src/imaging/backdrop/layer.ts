import type { LinearGradient } from '../linear-gradient.ts';

/** What a cut-out is laid over. `transparent` leaves it as it is. */
export type Layer =
  | { readonly kind: 'transparent' }
  | { readonly kind: 'color'; readonly color: string }
  | ({ readonly kind: 'gradient' } & LinearGradient)
  | PictureLayer
  | BlurLayer
  /** One of those that are painted here. @see `studios` */
  | { readonly kind: 'studio'; readonly id: string };

/** A picture of one's own. Where it does not reach, or is itself transparent, white is behind it. */
export interface PictureLayer {
  readonly kind: 'picture';
  readonly picture: Blob;
  /** Whether it fills the whole or is seen whole. */
  readonly fit: 'cover' | 'contain';
  /** Of the size that fits. */
  readonly scale: number;
  /** Away from the middle, as shares of the result's width and height. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** 0…100; 0 is as sharp as it came. @see `blurRadius` */
  readonly blur: number;
}

/** The photo itself, out of focus, where it lay before. */
export interface BlurLayer {
  readonly kind: 'blur';
  readonly original: Blob;
  /** 1…100. @see `blurRadius` */
  readonly strength: number;
}
