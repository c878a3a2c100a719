import { fileOf } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import { CompositorError } from '../../job/compositor-error.ts';
import { addToAvif } from '../../metadata/add-to-avif.ts';
import { writeExif } from '../../metadata/write-exif.ts';
import type { Raster } from '../../raster/raster.ts';
import { commonEncoding, defineEncoder, quality } from '../define-encoder.ts';
import { fetchModule, loadEncoder } from '../load-encoder.ts';
import type { AvifAnswer, AvifRequest } from './avif-message.ts';

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
    const exif = writeExif(metadata, params.dotsPerInch);
    let worker: Worker | undefined;
    lifetime.addEventListener('abort', () => worker?.terminate(), { once: true });
    return async (attempted = 100) => {
      compiled ??= await loadEncoder(() =>
        fetchModule(new URL('@jsquash/avif/codec/enc/avif_enc.wasm', import.meta.url)),
      );
      lifetime.throwIfAborted();
      worker ??= new Worker(new URL('./avif-worker.ts', import.meta.url), { type: 'module', name: 'isola-avif' });
      const file = await encodeIn(worker, { module: compiled, ...raster, quality: attempted }, lifetime);
      return fileOf(addToAvif(file, { exif }), 'image/avif');
    };
  },
});

function encodeIn(worker: Worker, request: AvifRequest & Raster, lifetime: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const heard = new AbortController();
  const listen = { signal: heard.signal };
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<AvifAnswer>) => {
      if (data.kind === 'encoded') resolve(data.file);
      // The encoder's own checks have passed, so a refusal means that its memory did not grow.
      else reject(new CompositorError('out-of-memory', data.detail));
    },
    listen,
  );
  worker.addEventListener(
    'error',
    (event) => {
      event.preventDefault();
      // A script that cannot be loaded is reported by an event without a message.
      const code = event.message ? 'processing-failed' : 'encoder-load-failed';
      reject(new CompositorError(code, event.message || 'the worker of the AVIF encoder did not start'));
    },
    listen,
  );
  lifetime.addEventListener('abort', () => reject(lifetime.reason as Error), listen);
  worker.postMessage(request);
  return promise.finally(() => heard.abort());
}
