import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { addToJpeg } from '../metadata/add-to-jpeg.ts';
import { writeExif } from '../metadata/write-exif.ts';
import { openCanvasEncoder } from './canvas-encoder.ts';
import { commonEncoding, defineEncoder, quality } from './define-encoder.ts';

const type = 'image/jpeg';

/** JPEG, encoded by the browser: lossy, without alpha. The background must not be transparent. */
export const jpegEncoder = defineEncoder('jpeg', {
  schema: z.object({ format: z.literal('jpeg'), quality, ...commonEncoding }),
  isLossy: true,
  open: (raster, { params: { dotsPerInch }, metadata }) => {
    const encode = openCanvasEncoder(raster, type, false);
    // JFIF has its own field for the resolution. Some readers only read Exif's, so it is written there as well.
    const exif = metadata && writeExif(metadata, dotsPerInch);
    return async (attempted) => fileOf(addToJpeg(await encode(attempted), { dotsPerInch, exif }), type);
  },
});
