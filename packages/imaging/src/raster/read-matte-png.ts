import type { Size } from '../geometry/rect.ts';
import type { Matte } from './raster.ts';
import { readPngRows } from './read-png-rows.ts';

/**
 * Reads a matte that is stored as a PNG in greys, whichever program wrote it.
 * @param size that it must have.
 * @throws {RangeError} when it is no PNG in greys of 8 bits and of this size, or is damaged.
 */
export async function readMattePng(png: Blob, { widthPx, heightPx }: Size): Promise<Matte> {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for await (const strip of readPngRows(png, { channels: 'grey', size: { widthPx, heightPx } })) {
    data.set(strip.data, strip.firstRow * widthPx);
  }
  return { data, widthPx, heightPx };
}
