import type { Size } from '../geometry/rect.ts';
import type { Matte } from './raster.ts';
import { readPngRows } from './read-png-rows.ts';

/**
 * Reads a matte that is stored as a greyscale PNG, written by any program.
 * @param size required size.
 * @throws {RangeError} when the file is not an 8-bit greyscale PNG of this size, or is damaged.
 */
export async function readMattePng(png: Blob, { widthPx, heightPx }: Size): Promise<Matte> {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for await (const strip of readPngRows(png, { channels: 'grey', size: { widthPx, heightPx } })) {
    data.set(strip.data, strip.firstRow * widthPx);
  }
  return { data, widthPx, heightPx };
}
