import type { CheckedImage } from './image/check-image.ts';

/** A length in pixels or in percent of a length that the field names. */
export interface Length {
  readonly value: number;
  readonly unit: 'px' | '%';
}

/** Position that names an object. Percent are of the image's width or height. */
export interface ImagePoint {
  readonly x: Length;
  readonly y: Length;
  /** False if the object does not belong to the result. */
  readonly keep: boolean;
}

/** Rectangle around an object: its edges. Percent are of the image's width or height. */
export interface ImageBox {
  readonly left: Length;
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  /** False if the object does not belong to the result. */
  readonly keep: boolean;
}

export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0…255; 255 is opaque. */
  readonly alpha: number;
}

export type Background =
  | ({ readonly kind: 'color' } & Color)
  /** The image covers the canvas, centred, at its own aspect ratio. */
  | { readonly kind: 'image'; readonly image: CheckedImage };

export const shadowKinds = ['car', '3D', 'drop'] as const;

export interface Shadow {
  /** `car` lies under the subject, `3D` falls on the floor, `drop` on a wall behind it. */
  readonly kind: (typeof shadowKinds)[number];
  /** 0…1. */
  readonly opacity: number;
}

export const resultFormats = ['auto', 'png', 'jpg', 'webp', 'zip'] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** Removal that a client asked for. Both interfaces of the server are translated to this. */
export interface RemovalRequest {
  /** Largest number of pixels of the result. It never becomes larger than the image. */
  readonly maxPixels: number;
  readonly format: ResultFormat;
  /** `alpha` answers the matte as a grey image. */
  readonly channels: 'rgba' | 'alpha';
  readonly detail: 'standard' | 'fine';
  /**
   * Left, top, right and bottom edge of the region that may contain the subject; undefined is the whole image. A request
   * with a region has no points and no box.
   */
  readonly roi: readonly [Length, Length, Length, Length] | undefined;
  /** Positions of objects that are the subject, or are not; a later one corrects what the earlier ones selected. */
  readonly points: readonly ImagePoint[];
  /** Rectangle around an object that is the subject, or is not. */
  readonly box: ImageBox | undefined;
  readonly crop: boolean;
  /** Margins around a cropped subject: top, right, bottom, left. Percent are of the subject's height or width. */
  readonly cropMargin: readonly [Length, Length, Length, Length];
  /** Share of the canvas that the subject fills, 0…1; undefined leaves its size unchanged. */
  readonly scale: number | undefined;
  /**
   * Place of the subject in the canvas, 0…1 from left and from top. `original` leaves its middle where it is, as far as
   * the canvas allows; undefined also does so, unless the subject is scaled, which centres it.
   */
  readonly position: { readonly x: number; readonly y: number } | 'original' | undefined;
  readonly shadow: Shadow | undefined;
  readonly background: Background | undefined;
  /** Makes half-transparent areas inside the subject opaque, such as the windows of a car. */
  readonly isSolid: boolean;
}

/** A request that only removes the background. */
export const plainRemoval: RemovalRequest = {
  maxPixels: 25_000_000,
  format: 'auto',
  channels: 'rgba',
  detail: 'standard',
  roi: undefined,
  points: [],
  box: undefined,
  crop: false,
  cropMargin: [0, 0, 0, 0].map((value) => ({ value, unit: 'px' })) as unknown as RemovalRequest['cropMargin'],
  scale: undefined,
  position: undefined,
  shadow: undefined,
  background: undefined,
  isSolid: false,
};

/** Largest PNG, in pixels. */
export const maxPngPixels = 10_000_000;

/** Returns the largest number of pixels that the result of a request may have. */
export function pixelLimitOf({ maxPixels, format, background, channels }: RemovalRequest): number {
  const isOpaque = background !== undefined && (background.kind === 'image' || background.alpha === 255);
  const isPng = format === 'png' || (format === 'auto' && (channels === 'alpha' || !isOpaque));
  return isPng ? Math.min(maxPixels, maxPngPixels) : maxPixels;
}
