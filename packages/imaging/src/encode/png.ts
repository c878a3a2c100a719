import { createPngEncoder } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { writeExif } from '../metadata/write-exif.ts';
import { isOpaque, type Matte, type Raster } from '../raster/raster.ts';
import { commonEncoding, defineEncoder, type EncoderTask, type EncodingParams } from './define-encoder.ts';
import { type ColorTable, countColors } from './reduce-colors.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

/** Number of bytes of pixels that are compressed between two yields. */
const bytesPerYield = 4_000_000;

/**
 * PNG: lossless, and unlike a canvas it preserves colours under low alpha. An opaque image is written without alpha.
 * When the file must be smaller, it uses a palette.
 */
export const pngEncoder = defineEncoder('png', {
  schema: z.object({ format: z.literal('png'), ...commonEncoding }),
  isLossy: false,
  hasPalette: true,
  open(raster, task) {
    const { params, metadata } = task;
    let colors: ColorTable | undefined;
    return async (maxColors) => {
      const exif = writeExif(metadata, undefined);
      if (maxColors === undefined) return encodeWhole(raster, exif, task);
      colors ??= countColors(raster);
      await task.yieldToEventLoop();
      const reduced = colors.reduce(maxColors);
      await task.yieldToEventLoop();
      const file = await writeIndexedPng(reduced, { dotsPerInch: params.dotsPerInch, exif });
      return { file, colorCount: reduced.palette.length / 4 };
    };
  },
});

async function encodeWhole(
  raster: Raster,
  exif: Uint8Array | undefined,
  { params, yieldToEventLoop, reportRows }: EncoderTask<EncodingParams>,
): Promise<Blob> {
  const { widthPx, heightPx, data } = raster;
  const encoder = await createPngEncoder({
    widthPx,
    heightPx,
    channels: isOpaque(raster) ? 'rgb' : 'rgba',
    dotsPerInch: params.dotsPerInch,
    exif,
  });
  const rowsAtOnce = Math.max(1, Math.floor(bytesPerYield / (widthPx * 4)));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    encoder.add(data.subarray(row * widthPx * 4, (row + rowsAtOnce) * widthPx * 4));
    reportRows(Math.min(heightPx, row + rowsAtOnce));
    await yieldToEventLoop();
  }
  return encoder.finish();
}

/** Encodes a matte as a greyscale PNG: white is subject. */
export async function encodeMattePng(
  { data, widthPx, heightPx }: Matte,
  yieldToEventLoop: () => Promise<void>,
  reportRows: (count: number) => void,
): Promise<Blob> {
  const encoder = await createPngEncoder({ widthPx, heightPx, channels: 'grey' });
  const rowsAtOnce = Math.max(1, Math.floor(bytesPerYield / (widthPx * 4)));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    encoder.add(data.subarray(row * widthPx, (row + rowsAtOnce) * widthPx));
    reportRows(Math.min(heightPx, row + rowsAtOnce));
    await yieldToEventLoop();
  }
  return encoder.finish();
}
