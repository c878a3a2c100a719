import type { Bounds } from '../geometry/rect.ts';
import type { CutoutSource } from '../raster/raster.ts';

/** A part of a cutout in memory: RGBA, 8-bit sRGB, straight alpha. */
export interface Part extends Bounds {
  readonly data: Uint8ClampedArray;
  readonly photoWidthPx: number;
  readonly photoHeightPx: number;
}

/** Reads the part of the source that lies within the bounds. @returns undefined when there is none. */
export async function readPart(
  source: CutoutSource,
  needed: Bounds,
  yieldToEventLoop: () => Promise<void>,
): Promise<Part | undefined> {
  const left = Math.max(0, needed.left);
  const top = Math.max(0, needed.top);
  const right = Math.min(source.widthPx, needed.right);
  const bottom = Math.min(source.heightPx, needed.bottom);
  if (left >= right || top >= bottom) return undefined;
  const rowBytes = (right - left) * 4;
  const data = new Uint8ClampedArray(rowBytes * (bottom - top));
  for await (const strip of source.rows()) {
    if (strip.firstRow >= bottom) break;
    const last = Math.min(bottom, strip.firstRow + strip.rowCount);
    for (let row = Math.max(top, strip.firstRow); row < last; row += 1) {
      const start = ((row - strip.firstRow) * source.widthPx + left) * 4;
      data.set(strip.data.subarray(start, start + rowBytes), (row - top) * rowBytes);
    }
    await yieldToEventLoop();
  }
  return { left, top, right, bottom, data, photoWidthPx: source.widthPx, photoHeightPx: source.heightPx };
}
