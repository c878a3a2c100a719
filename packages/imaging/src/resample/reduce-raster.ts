import type { Size } from '../geometry/rect.ts';
import type { Raster } from '../raster/raster.ts';
import { createResampler, tapsOf } from './create-resampler.ts';
import { premultipliedRows, writeStraightRow } from './premultiplied-rows.ts';

/** Number of rows of the result that are made between two yields. */
const rowsPerYield = 64;

/**
 * Reduces an image: each new pixel is the mean light of the area that it covers. Colours are weighted by their alpha,
 * so transparent pixels leave no fringe. It is less crisp than a cubic but many times as fast, which matters because
 * several sizes are tried to meet a limit of bytes.
 * @param size from 1 px up to the raster's size.
 */
export async function reduceRaster(
  raster: Raster,
  { widthPx, heightPx }: Size,
  yieldToEventLoop: () => Promise<void>,
): Promise<Raster> {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  const axis = (sourcePx: number, resultPx: number) =>
    tapsOf({ sourcePx, resultPx, perPx: sourcePx / resultPx, offset: 0 }, 'box');
  const [across, down] = [axis(raster.widthPx, widthPx), axis(raster.heightPx, heightPx)];
  const readRow = createResampler(premultipliedRows(raster.data, raster.widthPx, raster.heightPx), 4, across, down);
  const line = new Float32Array(widthPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    if (readRow(y, line)) {
      writeStraightRow(line, across.coverage, 1, data.subarray(y * widthPx * 4, (y + 1) * widthPx * 4));
    }
    if ((y + 1) % rowsPerYield === 0) await yieldToEventLoop();
  }
  return { widthPx, heightPx, data };
}
