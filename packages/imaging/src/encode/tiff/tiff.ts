import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { srgbProfile } from '../../color/srgb-profile.ts';
import { writeXmp } from '../../metadata/credit.ts';
import { exifEntries } from '../../metadata/write-exif.ts';
import {
  byTag,
  byteEntry,
  directoryBytes,
  longEntry,
  opaqueEntry,
  shortEntry,
  type TiffEntry,
  tiffHeader,
  tiffHeaderBytes,
  writeDirectory,
} from '../../metadata/tiff-directory.ts';
import { isOpaque, type Raster } from '../../raster/raster.ts';
import { deflated } from '../deflated.ts';
import { commonEncoding, defineEncoder, type EncoderTask, type EncodingParams } from '../define-encoder.ts';

/** Number of bytes of pixels that are compressed at once. */
const stripBytes = 2_000_000;
/** Resolution that is written when none is chosen, because a TIFF must have one. */
const usualDotsPerInch = 72;

/** Numbers of TIFF 6.0 and its supplements. */
const values = { deflate: 8, rgb: 2, contiguous: 1, unassociatedAlpha: 2, horizontalPredictor: 2 } as const;
const exifPointer = 0x8769;
const iccProfile = 0x8773;
const xmpTag = 0x02bc;

/**
 * TIFF for print: lossless, 8 bits per channel, with straight alpha as a channel of its own and an ICC profile of sRGB. An opaque image
 * is written without alpha. No library on npm that is still maintained writes alpha, deflate and a profile together.
 * @see TIFF 6.0, sections 8, 14 (predictor), 18 (extra samples), and Adobe's Photoshop TIFF Technical Notes (deflate)
 */
export const tiffEncoder = defineEncoder('tiff', {
  schema: z.object({ format: z.literal('tiff'), ...commonEncoding }),
  isLossy: false,
  open: (raster, task) => async () => {
    const channels = isOpaque(raster) ? 3 : 4;
    const rowsPerStrip = Math.max(1, Math.floor(stripBytes / (raster.widthPx * channels)));
    const strips = await compressedStrips(raster, channels, rowsPerStrip, task);
    return fileOf([headOf(raster, { channels, rowsPerStrip, strips }, task), ...strips], 'image/tiff');
  },
});

interface Layout {
  readonly channels: number;
  readonly rowsPerStrip: number;
  readonly strips: readonly Uint8Array[];
}

async function compressedStrips(
  { widthPx, heightPx, data }: Raster,
  channels: number,
  rowsPerStrip: number,
  { yieldToEventLoop, reportRows }: EncoderTask<EncodingParams>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const strips: Uint8Array<ArrayBuffer>[] = [];
  for (let firstRow = 0; firstRow < heightPx; firstRow += rowsPerStrip) {
    const rows = data.subarray(firstRow * widthPx * 4, Math.min(heightPx, firstRow + rowsPerStrip) * widthPx * 4);
    strips.push(await deflated(predicted(rows, widthPx, channels)));
    reportRows(Math.min(heightPx, firstRow + rowsPerStrip));
    await yieldToEventLoop();
  }
  return strips;
}

/** Replaces each value of a row, after the first pixel, by its difference from the same channel of the pixel before. */
function predicted(rgba: Uint8ClampedArray, widthPx: number, channels: number): Uint8Array<ArrayBuffer> {
  const pixels = rgba.length / 4;
  const rows = new Uint8Array(pixels * channels);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const isFirst = pixel % widthPx === 0;
    for (let channel = 0; channel < channels; channel += 1) {
      const before = isFirst ? 0 : (rgba[pixel * 4 - 4 + channel] ?? 0);
      rows[pixel * channels + channel] = (rgba[pixel * 4 + channel] ?? 0) - before;
    }
  }
  return rows;
}

/** Writes everything that precedes the strips. */
function headOf(
  { widthPx, heightPx }: Raster,
  { channels, rowsPerStrip, strips }: Layout,
  { params, metadata }: EncoderTask<EncodingParams>,
): Uint8Array<ArrayBuffer> {
  const { image, exif } = exifEntries(metadata, params.dotsPerInch ?? usualDotsPerInch, params);
  const xmp = writeXmp(params);
  const directory = (stripsAt: number, exifAt: number) => {
    let next = stripsAt;
    const offsets = strips.map(({ length }) => (next += length) - length);
    const entries: TiffEntry[] = [
      ...image,
      longEntry(0x0100, widthPx),
      longEntry(0x0101, heightPx),
      shortEntry(0x0102, ...Array.from({ length: channels }, () => 8)),
      shortEntry(0x0103, values.deflate),
      shortEntry(0x0106, values.rgb),
      longEntry(0x0111, ...offsets),
      shortEntry(0x0115, channels),
      longEntry(0x0116, rowsPerStrip),
      longEntry(0x0117, ...strips.map(({ length }) => length)),
      shortEntry(0x011c, values.contiguous),
      shortEntry(0x013d, values.horizontalPredictor),
      ...(channels === 4 ? [shortEntry(0x0152, values.unassociatedAlpha)] : []),
      ...(xmp ? [byteEntry(xmpTag, xmp)] : []),
      opaqueEntry(iccProfile, srgbProfile()),
      ...(exif.length > 0 ? [longEntry(exifPointer, exifAt)] : []),
    ];
    return entries.toSorted(byTag);
  };
  // Offsets have a fixed size, so the directory's size does not depend on them.
  const exifAt = tiffHeaderBytes + directoryBytes(directory(0, 0));
  const stripsAt = exifAt + (exif.length > 0 ? directoryBytes(exif) : 0);
  const head = new Uint8Array(stripsAt);
  head.set(tiffHeader());
  writeDirectory(head, tiffHeaderBytes, directory(stripsAt, exifAt));
  if (exif.length > 0) writeDirectory(head, exifAt, exif);
  return head;
}
