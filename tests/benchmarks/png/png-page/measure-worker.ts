/** In a worker, as the library does its work. */
import { createPngEncoder, type PngChannels } from '../../../../packages/segmenter/src/png/create-png-encoder.ts';
import { loadPngKernels } from '../../../../packages/segmenter/src/png/png-kernels.ts';
import { createCutOut, type CutOutSource } from './create-cut-out.ts';

export interface PngTask extends CutOutSource {
  readonly runs: number;
}

export interface PngMeasurement {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of all pixels, how many are wholly transparent. */
  readonly transparentShare: number;
  readonly oursMs: readonly number[];
  readonly canvasMs: readonly number[];
  readonly oursBytes: number;
  readonly canvasBytes: number;
}

export type Answer = { readonly measurement: PngMeasurement } | { readonly failure: string };

/** As the pipeline hands them over. */
const rowsAtOnce = 64;

self.addEventListener('message', ({ data }: MessageEvent<PngTask>) => {
  void measure(data)
    .then((measurement): Answer => ({ measurement }))
    .catch((error: unknown): Answer => ({ failure: String(error) }))
    .then((answer) => self.postMessage(answer));
});

async function measure({ runs, ...source }: PngTask): Promise<PngMeasurement> {
  const { pixels, transparentShare } = await createCutOut(source);
  const kernels = await loadPngKernels();
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  // Told that it is opaque, the canvas writes no alpha either.
  const context = canvas.getContext('2d', { alpha: !source.opaque, willReadFrequently: true });
  if (!context) throw new Error('no canvas could be had');
  context.putImageData(pixels, 0, 0);

  const contenders = [
    contender(() => encode(kernels, pixels, source.opaque ? 'rgb' : 'rgba')),
    contender(() => canvas.convertToBlob({ type: 'image/png' })),
  ] as const;
  for (let run = 0; run <= runs; run += 1) {
    // Who begins changes from turn to turn; the first turn is not counted.
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
    transparentShare,
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

async function encode(kernels: WebAssembly.Module, picture: ImageData, channels: PngChannels): Promise<Blob> {
  const { data, width, height } = picture;
  const encoder = await createPngEncoder(kernels, { widthPx: width, heightPx: height, channels });
  const portionBytes = rowsAtOnce * width * 4;
  for (let at = 0; at < data.length; at += portionBytes) encoder.add(data.subarray(at, at + portionBytes));
  return encoder.finish();
}
