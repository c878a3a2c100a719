import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { rewrapWebp } from '../metadata/rewrap-webp.ts';
import { writeXmp } from '../metadata/credit.ts';
import { writeExif } from '../metadata/write-exif.ts';
import { openCanvasEncoder } from './canvas-encoder.ts';
import { commonEncoding, defineEncoder, quality } from './define-encoder.ts';

const type = 'image/webp';

/** WebP, encoded by the browser: lossy, with alpha. Safari cannot encode it. */
export const webpEncoder = defineEncoder('webp', {
  schema: z.object({ format: z.literal('webp'), quality, ...commonEncoding }),
  isLossy: true,
  maxSidePx: 16_383,
  open: (raster, { params, metadata }) => {
    const encode = openCanvasEncoder(raster, type, true);
    const exif = writeExif(metadata, params.dotsPerInch, params);
    const xmp = writeXmp(params);
    return async (attempted) => fileOf(rewrapWebp(await encode(attempted), { exif, xmp }, raster), type);
  },
});
