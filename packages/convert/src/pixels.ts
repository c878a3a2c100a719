/** Pixels of an image. */
export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, straight alpha, upright, 8 bits per channel. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** ICC profile of the values. Undefined for sRGB. */
  readonly profile?: Uint8Array<ArrayBuffer> | undefined;
}
