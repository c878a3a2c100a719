import { createPngEncoder } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { addToPng } from '../metadata/add-to-png.ts';
import { writeXmp } from '../metadata/credit.ts';
import { writeExif } from '../metadata/write-exif.ts';
import { isOpaque, type Matte, type Raster } from '../raster/raster.ts';
import {
  commonEncoding,
  defineEncoder,
  type EncoderTask,
  type EncodingParams,
  type PaletteFile,
} from './define-encoder.ts';
import { type ColorTable, countColors } from './reduce-colors.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

/** Number of bytes of pixels that are compressed between two yields. */
const bytesPerYield = 4_000_000;
/** Largest palette that a PNG can have. */
const mostColors = 256;

/**
 * PNG: lossless, and unlike a canvas it preserves colours under low alpha. An opaque image is written without alpha.
 * When the file must be smaller, it uses a palette.
 */
export const pngEncoder = defineEncoder('png', {
  schema: z.object({ format: z.literal('png'), ...commonEncoding }),
  isLossy: false,
  hasPalette: true,
  open(raster, task) {
    const encodeReduced = openPalette(raster, task);
    return (maxColors) => (maxColors === undefined ? encodeWhole(raster, task) : encodeReduced(maxColors));
  },
});

/** PNG with a palette of at most 256 colours, with alpha: small files for flat graphics. */
export const palettePngEncoder = defineEncoder('png-palette', {
  schema: z.object({ format: z.literal('png-palette'), ...commonEncoding }),
  isLossy: false,
  hasPalette: true,
  open(raster, task) {
    const encodeReduced = openPalette(raster, task);
    return (maxColors = mostColors) => encodeReduced(maxColors);
  },
});

/** Prepares palettes for a raster. Its colours are counted once for all of them. */
function openPalette(
  raster: Raster,
  { params, metadata, yieldToEventLoop }: EncoderTask<EncodingParams>,
): (maxColors: number) => Promise<PaletteFile> {
  let colors: ColorTable | undefined;
  return async (maxColors) => {
    colors ??= countColors(raster);
    await yieldToEventLoop();
    const reduced = colors.reduce(maxColors);
    await yieldToEventLoop();
    const exif = writeExif(metadata, undefined, params);
    const file = await writeIndexedPng(reduced, { dotsPerInch: params.dotsPerInch, exif });
    return { file: addToPng(file, writeXmp(params)), colorCount: reduced.palette.length / 4 };
  };
}

async function encodeWhole(
  raster: Raster,
  { params, metadata, yieldToEventLoop, reportRows }: EncoderTask<EncodingParams>,
): Promise<Blob> {
  const { widthPx, heightPx, data } = raster;
  const encoder = await createPngEncoder({
    widthPx,
    heightPx,
    channels: isOpaque(raster) ? 'rgb' : 'rgba',
    dotsPerInch: params.dotsPerInch,
    exif: writeExif(metadata, undefined, params),
  });
  const rowsAtOnce = Math.max(1, Math.floor(bytesPerYield / (widthPx * 4)));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    encoder.add(data.subarray(row * widthPx * 4, (row + rowsAtOnce) * widthPx * 4));
    reportRows(Math.min(heightPx, row + rowsAtOnce));
    await yieldToEventLoop();
  }
  return addToPng(encoder.finish(), writeXmp(params));
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
