/** Runs in a worker, as in the library. */
import { createPngEncoder, type PngChannels } from '../../../../packages/segmenter/src/png/create-png-encoder.ts';
import { loadPngKernels, type PngKernels } from '../../../../packages/segmenter/src/png/png-kernels.ts';
import { growMemory } from '../../../../packages/segmenter/src/wasm/grow-memory.ts';
import { createCutOut, type CutOutSource } from './create-cut-out.ts';

export interface PngTask extends CutOutSource {
  readonly runs: number;
}

export interface PngMeasurement {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Share of wholly transparent pixels. */
  readonly transparentShare: number;
  readonly oursMs: readonly number[];
  readonly canvasMs: readonly number[];
  /** Times of our filters with the browser's `CompressionStream` instead of our deflate. */
  readonly streamMs: readonly number[];
  readonly oursBytes: number;
  readonly canvasBytes: number;
  /** Size of the compressed rows, without the rest of the file. */
  readonly streamBytes: number;
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

async function measure({ runs, ...source }: PngTask): Promise<PngMeasurement> {
  const { pixels, transparentShare } = await createCutOut(source);
  const kernels = await loadPngKernels();
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  // With `alpha: false`, the canvas writes no alpha either.
  const context = canvas.getContext('2d', { alpha: !source.opaque, willReadFrequently: true });
  if (!context) throw new Error('no 2D canvas is available');
  context.putImageData(pixels, 0, 0);

  const contenders = [
    contender(() => encode(kernels, pixels, source.opaque ? 'rgb' : 'rgba')),
    contender(() => canvas.convertToBlob({ type: 'image/png' })),
    contender(() => packByStream(kernels, pixels, source.opaque ? 3 : 4)),
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
  const [ours, theirs, stream] = contenders;
  return {
    widthPx: pixels.width,
    heightPx: pixels.height,
    transparentShare,
    oursMs: ours.ms,
    canvasMs: theirs.ms,
    streamMs: stream.ms,
    oursBytes: ours.bytes,
    canvasBytes: theirs.bytes,
    streamBytes: stream.bytes,
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

async function packByStream(module: WebAssembly.Module, picture: ImageData, pixelBytes: 3 | 4): Promise<Blob> {
  const { data, width, height } = picture;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  const kernels = instance.exports as unknown as PngKernels;
  const rowBytes = width * pixelBytes;
  const above = kernels.firstFreeAddress();
  const rows = above + rowBytes;
  const filtered = rows + rowsAtOnce * rowBytes;
  const given = filtered + rowsAtOnce * (rowBytes + 1);
  growMemory(memory, given + rowsAtOnce * width * 4);
  const bytes = new Uint8Array(memory.buffer);
  kernels.assumeTypicalCosts();

  const stream = new CompressionStream('deflate');
  const packed = new Response(stream.readable).blob();
  const writer = stream.writable.getWriter();
  for (let row = 0; row < height; row += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, height - row);
    const portion = data.subarray(row * width * 4, (row + count) * width * 4);
    bytes.set(portion, pixelBytes === 4 ? rows : given);
    if (pixelBytes === 3) kernels.packPixels(given, count * width, rows);
    kernels.filterStrip(above, rowBytes, pixelBytes, count, filtered);
    await writer.write(bytes.slice(filtered, filtered + count * (rowBytes + 1)));
    bytes.copyWithin(above, above + count * rowBytes, rows + count * rowBytes);
  }
  await writer.close();
  return packed;
}
