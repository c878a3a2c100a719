import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { writeXmp } from '../../metadata/credit.ts';
import { isOpaque, type Raster } from '../../raster/raster.ts';
import { deflated } from '../deflated.ts';
import { commonEncoding, defineEncoder, type EncoderTask, type EncodingParams } from '../define-encoder.ts';
import { loadEncoder } from '../load-encoder.ts';
import type { PdfImage } from './write-pdf.ts';

/** Resolution of print shops, at which a page is printed when none is chosen. */
const usualDotsPerInch = 300;
const mmPerInch = 25.4;
const usualBleedMm = 3;
/** Number of bytes of pixels that are compressed at once. */
const stripBytes = 4_000_000;

/**
 * PDF of one page for a print shop, in true millimetres, with a trim box, a bleed box and crop marks. The bleed shows more of the
 * background and of the subject than the result. Pixels are lossless, with alpha as a soft mask and an ICC profile of sRGB.
 */
export const pdfEncoder = defineEncoder('pdf', {
  schema: z.object({
    format: z.literal('pdf'),
    /** Width of the bleed on each side, 0…20 mm; 3 mm by default. */
    bleedMm: z.optional(z.int().check(z.minimum(0), z.maximum(20))),
    /** True when crop marks are drawn outside the bleed; the default. */
    hasCropMarks: z.optional(z.boolean()),
    ...commonEncoding,
  }),
  isLossy: false,
  marginPx: bleedPxOf,
  open: (raster, task) => async () => {
    const { params, scale } = task;
    const { writePdf } = await loadEncoder(() => import('./write-pdf.ts'));
    const { dotsPerInch = usualDotsPerInch, hasCropMarks = true } = params;
    const bleedPx = bleedPxOf(params);
    const mmOf = (px: number) => (px / dotsPerInch) * mmPerInch;
    const bytes = await writePdf(await imageOf(raster, task), {
      widthMm: mmOf(raster.widthPx / scale - 2 * bleedPx),
      heightMm: mmOf(raster.heightPx / scale - 2 * bleedPx),
      bleedMm: mmOf(bleedPx),
      hasCropMarks,
      author: params.author,
      xmp: writeXmp(params),
    });
    return fileOf([bytes], 'application/pdf');
  },
});

function bleedPxOf({ bleedMm = usualBleedMm, dotsPerInch = usualDotsPerInch }: EncodingParams): number {
  return Math.round((bleedMm / mmPerInch) * dotsPerInch);
}

/** Compresses colours and alpha separately, as a PDF needs them. */
async function imageOf(
  raster: Raster,
  { yieldToEventLoop, reportRows }: EncoderTask<EncodingParams>,
): Promise<PdfImage> {
  const { widthPx, heightPx, data } = raster;
  const pixels = widthPx * heightPx;
  const colors = new Uint8Array(pixels * 3);
  const alpha = isOpaque(raster) ? undefined : new Uint8Array(pixels);
  const rowsAtOnce = Math.max(1, Math.floor(stripBytes / (widthPx * 4)));
  for (let firstRow = 0; firstRow < heightPx; firstRow += rowsAtOnce) {
    const end = Math.min(heightPx, firstRow + rowsAtOnce) * widthPx;
    for (let pixel = firstRow * widthPx; pixel < end; pixel += 1) {
      colors[pixel * 3] = data[pixel * 4] ?? 0;
      colors[pixel * 3 + 1] = data[pixel * 4 + 1] ?? 0;
      colors[pixel * 3 + 2] = data[pixel * 4 + 2] ?? 0;
      if (alpha) alpha[pixel] = data[pixel * 4 + 3] ?? 0;
    }
    reportRows(end / widthPx);
    await yieldToEventLoop();
  }
  return { widthPx, heightPx, colors: await deflated(colors), alpha: alpha && (await deflated(alpha)) };
}
