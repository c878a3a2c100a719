import type { Size } from '../api/size.ts';
import { loadMattingKernels } from '../matting/matting-kernels.ts';
import { refineMatte } from '../matting/refine-matte.ts';
import { solidifyBodies } from '../matting/solidify-bodies.ts';
import { createPngEncoder } from '../png/create-png-encoder.ts';
import { loadPngKernels } from '../png/png-kernels.ts';
import type { Segmentation } from '../api/segmentation.ts';
import { createYielding } from '../async/yielding.ts';
import { context2d } from './context-2d.ts';
import { onWhite } from './preprocess.ts';
import type { Prediction } from './segment.ts';

/**
 * Brings a mask to the picture's size and cuts the picture out along it, strip by strip: of the full-size picture only
 * the bitmap, the matte and the cut-out's own canvas are whole in memory.
 * @param image full size; stays open.
 * @param onProgress called with the share of the work that is done, 0…1.
 */
export async function postprocess(
  image: ImageBitmap,
  prediction: Prediction,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Pick<Segmentation, 'matte' | 'cutout' | 'png'>> {
  const { width: widthPx, height: heightPx } = image;
  const [matting, png] = await loadPostprocessing();
  const small = { ...prediction, pixels: guideOf(image, prediction) };
  solidifyBodies(small.mask, small.pixels, small);
  const refinement = await refineMatte(matting, small, { widthPx, heightPx });
  const yielding = createYielding();
  try {
    const data = new Uint8ClampedArray(widthPx * heightPx);
    const whole = context2d(widthPx, heightPx);
    const strip = context2d(widthPx, Math.min(refinement.mostRows, heightPx));
    const encoder = await createPngEncoder(png, { widthPx, heightPx });
    signal.throwIfAborted();
    onProgress(preparationShare);
    for (let firstRow = 0; firstRow < heightPx; firstRow += strip.canvas.height) {
      const rows = Math.min(strip.canvas.height, heightPx - firstRow);
      strip.clearRect(0, 0, widthPx, rows);
      strip.drawImage(image, 0, -firstRow);
      const pixels = strip.getImageData(0, 0, widthPx, rows);
      refinement.cutOut(pixels.data, firstRow, data.subarray(firstRow * widthPx, (firstRow + rows) * widthPx));
      encoder.add(pixels.data);
      whole.putImageData(pixels, 0, firstRow);
      onProgress(preparationShare + (1 - preparationShare) * ((firstRow + rows) / heightPx));
      await yielding.turn();
      signal.throwIfAborted();
    }
    const cutout = whole.canvas.transferToImageBitmap();
    return { matte: { data, widthPx, heightPx }, cutout, png: encoder.finish() };
  } finally {
    yielding.close();
    refinement.release();
  }
}

/**
 * Fetches and compiles, once for this thread, what `postprocess` works with: in time, it need not wait for it.
 * @throws {SegmenterError} `resource-load-failed` or `network`.
 */
export function loadPostprocessing(): Promise<[matting: WebAssembly.Module, png: WebAssembly.Module]> {
  return Promise.all([loadMattingKernels(), loadPngKernels()]);
}

/** Of the time for a picture of twelve megapixels, what passes before its first row. */
const preparationShare = 0.4;

/** The picture at the mask's size. */
function guideOf(image: ImageBitmap, { widthPx, heightPx }: Size): Uint8ClampedArray {
  return onWhite(image, { widthPx, heightPx }).getImageData(0, 0, widthPx, heightPx).data;
}
