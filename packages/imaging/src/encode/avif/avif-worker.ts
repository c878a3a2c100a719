/// <reference types="@jsquash/avif/emscripten-types.d.ts" />
import openEncoder, { type AVIFModule } from '@jsquash/avif/codec/enc/avif_enc.js';
import { defaultOptions } from '@jsquash/avif/meta.js';

import { answerWith } from '../ask-encoder.ts';

/** Message to the worker. */
export interface AvifRequest {
  readonly module: WebAssembly.Module;
  /** RGBA with straight alpha, row after row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Quality of colours and of alpha, 1…100. */
  readonly quality: number;
}

/** Effort of libaom, 0…10, by the number of pixels. Ten megapixels take about three seconds, one takes two. */
const speeds = [
  { maxPixels: 1_500_000, speed: 6 },
  { maxPixels: 4_000_000, speed: 8 },
  { maxPixels: Infinity, speed: 9 },
] as const;
/** Subsampling of 4:4:4, because a cutout's edge of one colour would bleed at half the resolution. */
const wholeColors = 3;

let opened: Promise<AVIFModule> | undefined;

addEventListener('message', ({ data }: MessageEvent<AvifRequest>) => void answerWith(() => encode(data)));

async function encode({ module, data, widthPx, heightPx, quality }: AvifRequest): Promise<Uint8Array<ArrayBuffer>> {
  opened ??= openEncoder({
    noInitialRun: true,
    instantiateWasm(imports, onInstance) {
      const instance = new WebAssembly.Instance(module, imports);
      // The declaration of the callback names a module, but the encoder needs the instance.
      onInstance(instance);
      return instance.exports;
    },
  });
  const encoder = await opened;
  const { speed } = speeds.find(({ maxPixels }) => widthPx * heightPx <= maxPixels) ?? speeds[2];
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const options = { ...defaultOptions, quality, speed, subsample: wholeColors };
  const file = encoder.encode(bytes, widthPx, heightPx, options);
  if (!file) throw new Error('libavif returned no file');
  return file.slice();
}
