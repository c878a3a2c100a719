import type { Affine } from '../geometry/affine.ts';
import type { Size } from '../geometry/rect.ts';

/** Size of the result, and the position of each of its pixels in the image. */
export interface OutputTransform extends Size {
  /**
   * Map from px of the result to px of the image. Both coordinate systems begin at the top left corner, so the centre
   * of the first pixel is (0.5, 0.5).
   */
  readonly toPhoto: Affine;
}

/** Returns whether a result has more px than the part of the image that it shows. */
export function isLarger(transform: OutputTransform): boolean {
  return sideOfPixel(transform) < 1;
}

/** Returns the size of the part of the image that a result shows, in px of the image. */
export function sizeInPhoto(transform: OutputTransform): Size {
  const side = (px: number) => Math.max(1, Math.round(px * sideOfPixel(transform)));
  return { widthPx: side(transform.widthPx), heightPx: side(transform.heightPx) };
}

/** Returns the side of a pixel of the result, in px of the image. */
function sideOfPixel({ toPhoto: { a, b, c, d } }: OutputTransform): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
