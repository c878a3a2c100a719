import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { addToAvif } from '../../metadata/add-to-avif.ts';
import { writeXmp } from '../../metadata/credit.ts';
import { writeExif } from '../../metadata/write-exif.ts';
import { commonEncoding, defineEncoder, quality } from '../define-encoder.ts';
import { fetchModule, loadEncoder } from '../load-encoder.ts';
import { askEncoder } from '../ask-encoder.ts';
import type { AvifRequest } from './avif-worker.ts';

/** Largest image of AV1's level 6, which is also about as much as fits into the encoder's two gigabytes. */
const maxPixels = 35_651_584;
const maxSidePx = 16_384;

let compiled: WebAssembly.Module | undefined;

/**
 * AVIF: lossy, with alpha. No browser encodes it, so libavif does in WebAssembly, which is fetched with the first file. It runs in a
 * worker of its own: one call encodes the whole image, and ending the worker is the only way to stop it and to free its memory.
 */
export const avifEncoder = defineEncoder('avif', {
  schema: z.object({ format: z.literal('avif'), quality, ...commonEncoding }),
  isLossy: true,
  maxPixels,
  maxSidePx,
  open: (raster, { params, metadata, lifetime }) => {
    const exif = writeExif(metadata, params.dotsPerInch, params);
    const xmp = writeXmp(params);
    let worker: Worker | undefined;
    lifetime.addEventListener('abort', () => worker?.terminate(), { once: true });
    return async (attempted = 100) => {
      compiled ??= await loadEncoder(() =>
        fetchModule(new URL('@jsquash/avif/codec/enc/avif_enc.wasm', import.meta.url)),
      );
      lifetime.throwIfAborted();
      worker ??= new Worker(new URL('./avif-worker.ts', import.meta.url), { type: 'module', name: 'isola-avif' });
      const request: AvifRequest = { module: compiled, ...raster, quality: attempted };
      const file = await askEncoder(worker, request, lifetime);
      return fileOf(addToAvif(file, { exif, xmp }), 'image/avif');
    };
  },
});
