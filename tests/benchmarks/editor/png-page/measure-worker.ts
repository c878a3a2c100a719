/** Runs in a worker, as in the library. */
import { createPngEncoder } from '../../../../packages/segmenter/src/png/create-png-encoder.ts';
import { loadPngKernels } from '../../../../packages/segmenter/src/png/png-kernels.ts';

export interface PngTask {
  /** URL of an opaque image. */
  readonly url: string;
  readonly runs: number;
}

export interface PngMeasurement {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly oursMs: readonly number[];
  readonly canvasMs: readonly number[];
  readonly oursBytes: number;
  readonly canvasBytes: number;
}

export type Answer = { readonly measurement: PngMeasurement } | { readonly failure: string };

/** Number of rows per call, as in the pipeline. */
const rowsAtOnce = 64;

self.addEventListener('message', ({ data }: MessageEvent<PngTask>) => {
  void measure(data)
    .then((measurement): Answer => ({ measurement }))
    .catch((error: unknown): Answer => ({ failure: String(error) }))
    .then((answer) => self.postMessage(answer));
});

async function measure({ url, runs }: PngTask): Promise<PngMeasurement> {
  const kernels = await loadPngKernels();
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  // Neither side writes alpha.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('no 2D canvas is available');
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height);

  const contenders = [
    contender(() => encode(kernels, pixels)),
    contender(() => canvas.convertToBlob({ type: 'image/png' })),
  ] as const;
  for (let run = 0; run <= runs; run += 1) {
    // The order changes from turn to turn; the first turn is not counted.
    for (const each of run % 2 === 0 ? contenders : contenders.toReversed()) {
      const startedAt = performance.now();
      const bytes = await (await each.encode()).arrayBuffer();
      if (run > 0) each.ms.push(performance.now() - startedAt);
      each.bytes = bytes.byteLength;
    }
  }
  const [ours, theirs] = contenders;
  return {
    widthPx: pixels.width,
    heightPx: pixels.height,
    oursMs: ours.ms,
    canvasMs: theirs.ms,
    oursBytes: ours.bytes,
    canvasBytes: theirs.bytes,
  };
}

function contender(encode: () => Promise<Blob>) {
  const ms: number[] = [];
  return { encode, ms, bytes: 0 };
}

async function encode(kernels: WebAssembly.Module, { data, width, height }: ImageData): Promise<Blob> {
  const encoder = await createPngEncoder(kernels, { widthPx: width, heightPx: height, channels: 'rgb' });
  const portionBytes = rowsAtOnce * width * 4;
  for (let at = 0; at < data.length; at += portionBytes) encoder.add(data.subarray(at, at + portionBytes));
  return encoder.finish();
}
