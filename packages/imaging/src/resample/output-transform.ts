import { type Affine, mapped } from '../geometry/affine.ts';
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

/**
 * Returns the size of the part of the image that a result shows, in px of the image. Of an upright result, or one at a
 * quarter turn, the part beyond the image does not count.
 */
export function sizeInPhoto(transform: OutputTransform, image: Size): Size {
  const { toPhoto, widthPx, heightPx } = transform;
  const side = (px: number) => Math.max(1, Math.round(px));
  const isQuarterTurn = toPhoto.a === 0 && toPhoto.d === 0;
  if (!isQuarterTurn && (toPhoto.b !== 0 || toPhoto.c !== 0)) {
    const perPx = sideOfPixel(transform);
    return { widthPx: side(widthPx * perPx), heightPx: side(heightPx * perPx) };
  }
  const [startX, startY] = mapped(toPhoto, 0, 0);
  const [endX, endY] = mapped(toPhoto, widthPx, heightPx);
  const across = side(overlap(startX, endX, image.widthPx));
  const down = side(overlap(startY, endY, image.heightPx));
  return isQuarterTurn ? { widthPx: down, heightPx: across } : { widthPx: across, heightPx: down };
}

/** Returns the length of a range, in either direction, that lies between 0 and a limit. */
function overlap(one: number, other: number, limit: number): number {
  return Math.min(limit, Math.max(one, other)) - Math.max(0, Math.min(one, other));
}

/** Returns the side of a pixel of the result, in px of the image. */
function sideOfPixel({ toPhoto: { a, b, c, d } }: OutputTransform): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
