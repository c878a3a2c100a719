import type { Size } from '../geometry/rect.ts';
import type { Raster } from '../raster/raster.ts';
import { createResampler, tapsOf } from './create-resampler.ts';
import { premultipliedRows, writeStraightRow } from './premultiplied-rows.ts';

/** How many rows of the result are made between two yields. */
const rowsPerYield = 64;

/**
 * Makes an image smaller: each new pixel is the mean light of the area that it covers, each colour as much as it covers,
 * so that transparent pixels leave no fringe. Less crisp than a cubic, but many times as fast: to find the size that fits
 * into a number of bytes, several are made.
 * @param size from 1 px to the raster's own.
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
