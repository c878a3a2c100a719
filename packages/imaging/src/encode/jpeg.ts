import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { addToJpeg } from '../metadata/add-to-jpeg.ts';
import { writeXmp } from '../metadata/credit.ts';
import { writeExif } from '../metadata/write-exif.ts';
import { openCanvasEncoder } from './canvas-encoder.ts';
import { commonEncoding, defineEncoder, quality } from './define-encoder.ts';

const type = 'image/jpeg';

/** JPEG, encoded by the browser: lossy, without alpha. The background must not be transparent. */
export const jpegEncoder = defineEncoder('jpeg', {
  schema: z.object({ format: z.literal('jpeg'), quality, ...commonEncoding }),
  isLossy: true,
  open: (raster, { params, metadata }) => {
    const encode = openCanvasEncoder(raster, type, false);
    // JFIF has its own field for the resolution. Some readers only read Exif's, so it is written there as well.
    const { dotsPerInch } = params;
    const xmp = writeXmp(params);
    const exif = metadata || xmp ? writeExif(metadata, dotsPerInch, params) : undefined;
    return async (attempted) => fileOf(addToJpeg(await encode(attempted), { dotsPerInch, exif, xmp }), type);
  },
});
