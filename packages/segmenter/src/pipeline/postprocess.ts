import type { Size } from '../api/size.ts';
import { loadMattingKernels } from '../matting/matting-kernels.ts';
import { refineMatte } from '../matting/refine-matte.ts';
import { solidifyBodies } from '../matting/solidify-bodies.ts';
import { createPngEncoder } from '../png/create-png-encoder.ts';
import { loadPngKernels } from '../png/png-kernels.ts';
import type { AnySegmentation, Output, Outputs } from '../api/segmentation.ts';
import type { RunOptions } from '../inference/session.ts';
import { createYielding } from '../async/yielding.ts';
import { context2d } from './context-2d.ts';
import { onWhite } from './preprocess.ts';
import type { Prediction } from './segment.ts';

/**
 * Brings a mask to the picture's size and cuts the picture out along it, strip by strip: of the full-size picture only
 * the bitmap, the matte and the outputs that are wanted are whole in memory.
 * @param image full size; stays open.
 * @param onProgress called with the share of the work that is done, 0…1.
 */
export async function postprocess(
  image: ImageBitmap,
  prediction: Prediction,
  wanted: readonly Output[],
  { signal, onProgress }: RunOptions,
): Promise<Pick<AnySegmentation, 'matte' | Output>> {
  const { width: widthPx, height: heightPx } = image;
  const matting = await loadPostprocessing(wanted);
  const small = { ...prediction, pixels: guideOf(image, prediction) };
  solidifyBodies(small.mask, small.pixels, small);
  const form = wanted.length > 0 ? 'cutout' : 'matte';
  const refinement = await refineMatte(matting, small, { widthPx, heightPx }, form);
  const yielding = createYielding();
  try {
    const data = new Uint8ClampedArray(widthPx * heightPx);
    const strip = context2d(widthPx, Math.min(refinement.maxRows, heightPx));
    const writers: OutputWriter[] = [];
    for (const output of new Set(wanted)) writers.push(await outputWriters[output]({ widthPx, heightPx }));
    signal.throwIfAborted();
    onProgress(preparationShare);
    for (let firstRow = 0; firstRow < heightPx; firstRow += strip.canvas.height) {
      const rows = Math.min(strip.canvas.height, heightPx - firstRow);
      strip.clearRect(0, 0, widthPx, rows);
      strip.drawImage(image, 0, -firstRow);
      const pixels = strip.getImageData(0, 0, widthPx, rows);
      refinement.cutOut(pixels.data, firstRow, data.subarray(firstRow * widthPx, (firstRow + rows) * widthPx));
      for (const writer of writers) writer.add(pixels, firstRow);
      onProgress(preparationShare + (1 - preparationShare) * ((firstRow + rows) / heightPx));
      await yielding.yieldToEventLoop();
      signal.throwIfAborted();
    }
    const outputs = writers.map((writer) => writer.finish());
    return Object.assign({ matte: { data, widthPx, heightPx } }, ...outputs) as Pick<AnySegmentation, 'matte' | Output>;
  } finally {
    yielding.close();
    refinement.release();
  }
}

/**
 * Fetches and compiles, once for this thread, what `postprocess` needs. Called early, it spares `postprocess` the wait.
 * @returns `assembly/matting`.
 * @throws {SegmenterError} `resource-load-failed` or `network`.
 */
export async function loadPostprocessing(wanted: readonly Output[]): Promise<WebAssembly.Module> {
  const [matting] = await Promise.all([loadMattingKernels(), wanted.includes('png') && loadPngKernels()]);
  return matting;
}

/** Takes the rows of a cut-out, from the first to the last. */
interface OutputWriter {
  add(rows: ImageData, firstRow: number): void;
  finish(): Partial<Outputs>;
}

const outputWriters: Readonly<Record<Output, (size: Size) => OutputWriter | Promise<OutputWriter>>> = {
  async png(size) {
    const encoder = await createPngEncoder(await loadPngKernels(), size);
    return { add: ({ data }) => encoder.add(data), finish: () => ({ png: encoder.finish() }) };
  },
  cutout({ widthPx, heightPx }) {
    const whole = context2d(widthPx, heightPx);
    return {
      add: (rows, firstRow) => whole.putImageData(rows, 0, firstRow),
      finish: () => ({ cutout: whole.canvas.transferToImageBitmap() }),
    };
  },
  pixels({ widthPx, heightPx }) {
    const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
    return { add: ({ data }, firstRow) => pixels.set(data, firstRow * widthPx * 4), finish: () => ({ pixels }) };
  },
  sharedPixels({ widthPx, heightPx }) {
    const bytes = widthPx * heightPx * 4;
    const sharedPixels = new Uint8ClampedArray(
      crossOriginIsolated ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
    );
    return {
      add: ({ data }, firstRow) => sharedPixels.set(data, firstRow * widthPx * 4),
      finish: () => ({ sharedPixels }),
    };
  },
};

/** Of the time for a picture of twelve megapixels, what passes before its first row. */
const preparationShare = 0.4;

/** The picture at the mask's size. */
function guideOf(image: ImageBitmap, { widthPx, heightPx }: Size): Uint8ClampedArray {
  return onWhite(image, { widthPx, heightPx }).getImageData(0, 0, widthPx, heightPx).data;
}
