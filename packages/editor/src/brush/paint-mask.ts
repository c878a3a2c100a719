import { type Brush, rasterizeStroke, type Rect, type Scratch } from '@isola/imaging';

/** Buffer of the paint: RGBA whose alpha is the paint, and the maximum alpha of each px (0 outside the image). */
export interface PaintBuffer {
  readonly image: ImageData;
  readonly ceiling: Uint8Array;
}

/**
 * Paints a part of a stroke as the matte will have it. Where paint lies already the thicker stays: a stroke that crosses
 * itself is no thicker there, and may come in as many parts as one likes.
 * @param brush in px of the ground.
 * @param opacity 0…1.
 * @returns what was touched.
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

/** Takes the paint off again. */
export function wipe({ image: { width, data } }: PaintBuffer, { x, y, widthPx, heightPx }: Rect): void {
  for (let row = y; row < y + heightPx; row++) {
    const end = (row * width + x + widthPx) * 4;
    for (let at = (row * width + x) * 4 + 3; at < end; at += 4) data[at] = 0;
  }
}
