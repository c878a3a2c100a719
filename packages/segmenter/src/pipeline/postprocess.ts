import type { Size } from '../api/size.ts';
import { loadMattingKernels } from '../matting/matting-kernels.ts';
import { refineMatte } from '../matting/refine-matte.ts';
import { solidifyBodies } from '../matting/solidify-bodies.ts';
import { loadPngKernels } from '../png/png-kernels.ts';
import type { SegmentRequest } from '../api/options.ts';
import type { AnySegmentation, Output, Outputs } from '../api/segmentation.ts';
import type { RunOptions } from '../inference/session.ts';
import { createYielding } from '../async/yielding.ts';
import { context2d } from './context-2d.ts';
import { flattenerOnto } from './flatten.ts';
import { openWriters } from './output-writers.ts';
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
  { outputs: wanted, background }: Pick<SegmentRequest, 'outputs' | 'background'>,
  { signal, onProgress }: RunOptions,
): Promise<Pick<AnySegmentation, 'matte' | Output>> {
  const { width: widthPx, height: heightPx } = image;
  const matting = await loadPostprocessing(wanted);
  const small = { ...prediction, pixels: guideOf(image, prediction) };
  solidifyBodies(small.mask, small.pixels, small);
  // The mask is the matte in a file.
  const form = wanted.some((output) => output !== 'mask') ? 'cutout' : 'matte';
  const flatten = background === undefined ? undefined : flattenerOnto(background);
  const refinement = await refineMatte(matting, small, { widthPx, heightPx }, form);
  const yielding = createYielding();
  try {
    const data = new Uint8ClampedArray(widthPx * heightPx);
    const strip = context2d(widthPx, Math.min(refinement.maxRows, heightPx));
    const writers = await openWriters(wanted, { widthPx, heightPx, isOpaque: flatten !== undefined });
    signal.throwIfAborted();
    onProgress(preparationShare);
    for (let firstRow = 0; firstRow < heightPx; firstRow += strip.canvas.height) {
      const rows = Math.min(strip.canvas.height, heightPx - firstRow);
      strip.clearRect(0, 0, widthPx, rows);
      strip.drawImage(image, 0, -firstRow);
      const pixels = strip.getImageData(0, 0, widthPx, rows);
      const alpha = data.subarray(firstRow * widthPx, (firstRow + rows) * widthPx);
      refinement.cutOut(pixels.data, firstRow, alpha);
      flatten?.(pixels.data);
      for (const writer of writers) writer.add({ pixels, alpha, firstRow });
      onProgress(preparationShare + (1 - preparationShare) * ((firstRow + rows) / heightPx));
      await yielding.yieldToEventLoop();
      signal.throwIfAborted();
    }
    const outputs: Partial<Outputs> = {};
    for (const writer of writers) Object.assign(outputs, await writer.finish());
    return { matte: { data, widthPx, heightPx }, ...outputs };
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
  const hasPng = wanted.includes('png') || wanted.includes('mask');
  const [matting] = await Promise.all([loadMattingKernels(), hasPng && loadPngKernels()]);
  return matting;
}

/** Of the time for a picture of twelve megapixels, what passes before its first row. */
const preparationShare = 0.4;

/** The picture at the mask's size. */
function guideOf(image: ImageBitmap, { widthPx, heightPx }: Size): Uint8ClampedArray {
  return onWhite(image, { widthPx, heightPx }).getImageData(0, 0, widthPx, heightPx).data;
}
