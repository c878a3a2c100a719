import { type Brush, rasterizeStroke, type Rect, type Scratch } from '@isola/imaging';

/** A buffer of paint. */
export interface PaintBuffer {
  /** RGBA pixels. Their alpha is the paint that was applied. */
  readonly image: ImageData;
  /** Largest alpha of each px, which is 0 outside the image. */
  readonly ceiling: Uint8Array;
}

/**
 * Paints a part of a stroke with the alpha that the matte will have. At each px the larger alpha wins, so that a stroke
 * is not more opaque where it crosses itself, and may be painted in any number of parts.
 * @param brush Brush in px of the buffer.
 * @param opacity 0…1.
 * @returns the rectangle that was touched.
 */
export function paintPart({ image, ceiling }: PaintBuffer, brush: Brush, opacity: number, scratch: Scratch): Rect {
  const { width, height, data } = image;
  const { rect, data: coverage } = rasterizeStroke(brush, { widthPx: width, heightPx: height }, scratch);
  const share = opacity / 255;
  for (let row = 0, from = 0; row < rect.heightPx; row++) {
    let at = (rect.y + row) * width + rect.x;
    for (const end = from + rect.widthPx; from < end; from++, at++) {
      const covered = coverage[from] ?? 0;
      if (covered === 0) continue;
      const alpha = Math.round(covered * share * (ceiling[at] ?? 0));
      if (alpha > (data[at * 4 + 3] ?? 0)) data[at * 4 + 3] = alpha;
    }
  }
  return rect;
}

/** Removes the paint from a rectangle. */
export function wipe({ image: { width, data } }: PaintBuffer, { x, y, widthPx, heightPx }: Rect): void {
  for (let row = y; row < y + heightPx; row++) {
    const end = (row * width + x + widthPx) * 4;
    for (let at = (row * width + x) * 4 + 3; at < end; at += 4) data[at] = 0;
  }
}
