import type { LinearGradient } from '../linear-gradient.ts';

/**
 * What a cut-out is laid over. `transparent` leaves it as it is.
 * @typeParam Picture the file, or what stands for it in a message.
 */
export type Layer<Picture = Blob> =
  | { readonly kind: 'transparent' }
  | { readonly kind: 'color'; readonly color: string }
  | ({ readonly kind: 'gradient' } & LinearGradient)
  | PictureLayer<Picture>
  | BlurLayer<Picture>
  /** One of those that are painted here. @see `studios` */
  | { readonly kind: 'studio'; readonly id: string };

/** A picture of one's own. Where it does not reach, or is itself transparent, white is behind it. */
export interface PictureLayer<Picture = Blob> {
  readonly kind: 'picture';
  readonly picture: Picture;
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
export interface BlurLayer<Picture = Blob> {
  readonly kind: 'blur';
  readonly original: Picture;
  /** 1…100. @see `blurRadius` */
  readonly strength: number;
}

/** The same layer with something else for its picture. */
export function withPicture<From, To>(layer: Layer<From>, change: (picture: From) => To): Layer<To> {
  switch (layer.kind) {
    case 'picture':
      return { ...layer, picture: change(layer.picture) };
    case 'blur':
      return { ...layer, original: change(layer.original) };
    default:
      return layer;
  }
}
