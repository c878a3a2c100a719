import type { Size } from '../geometry/rect.ts';

/** An image in memory: RGBA, 8-bit sRGB, straight alpha, row by row. */
export interface Raster extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Checks whether every pixel of a raster is opaque. */
export function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Consecutive rows of a raster. `data` may be reused for the next strip. */
export interface RasterStrip {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** An alpha matte: one value for each pixel, row by row; 255 is subject. */
export interface Matte extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A cutout that is read in strips from top to bottom, as often as needed. It need not be in memory as a whole. */
export interface CutoutSource extends Size {
  readonly rows: () => AsyncIterable<RasterStrip>;
}
