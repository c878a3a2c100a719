import { applyMatte } from '../matting/apply-matte.ts';
import { normaliseMatte } from '../matting/normalise-matte.ts';
import { resizeMatte } from '../matting/resize-matte.ts';
import type { Segmentation } from '../segmentation.ts';
import { context2d } from './context-2d.ts';
import type { Mask } from './segment.ts';

export const postprocessSteps = 3;

/**
 * Brings the mask to the picture's size and cuts the picture out along it.
 * @param image full size; stays open.
 * @param mask as the network gave it; used up.
 * @param onStep called after the matte, the cut-out and the PNG.
 */
export async function postprocess(
  image: ImageBitmap,
  mask: Mask,
  signal: AbortSignal,
  onStep: (done: number) => void,
): Promise<Pick<Segmentation, 'matte' | 'cutout' | 'png' | 'subject'>> {
  const { width: widthPx, height: heightPx } = image;
  const subject = normaliseMatte(mask.data);
  const data = resizeMatte(mask.data, mask.widthPx, mask.heightPx, widthPx, heightPx);
  onStep(1);

  const context = context2d(widthPx, heightPx);
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, widthPx, heightPx);
  applyMatte(pixels.data, data);
  context.putImageData(pixels, 0, 0);
  signal.throwIfAborted();
  onStep(2);

  const png = await context.canvas.convertToBlob({ type: 'image/png' });
  signal.throwIfAborted();
  const cutout = context.canvas.transferToImageBitmap();
  onStep(3);
  return { matte: { data, widthPx, heightPx }, cutout, png, subject };
}
