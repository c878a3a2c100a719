import type { Size } from '../api/size.ts';

/** An image to enlarge. */
export interface EnlargerImage extends Size {
  /** RGBA, 8-bit sRGB, straight alpha, row by row. */
  readonly pixels: Uint8ClampedArray;
}
