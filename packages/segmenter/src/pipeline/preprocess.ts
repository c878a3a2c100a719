import type { Size } from '../api/size.ts';
import { context2d } from './context-2d.ts';
import { networkSize } from './network-size.ts';

/** The JPEG quality at which the working picture is re-encoded; the owner's constant. */
const workingJpegQuality = 0.85;

/**
 * The longest side that the network gets to see, by the device's memory; the owner's constants.
 * @param deviceMemoryGib 4 where the browser does not tell.
 */
export function workingLongSidePx(deviceMemoryGib: number): number {
  if (deviceMemoryGib >= 8) return 1024;
  if (deviceMemoryGib >= 4) return 768;
  return 640;
}

/** Of the fine detail, whatever the memory. */
export const fineLongSidePx = 1024;

/**
 * Scales a picture down to its working size and re-encodes it as JPEG. Transparent pixels become white: JPEG knows no
 * alpha, and white is what a picture without background is most often seen on.
 * @param image full size; stays open.
 * @returns the working picture, its longer side at most `longSidePx`; a smaller picture keeps its size.
 */
export async function preprocess(image: ImageBitmap, longSidePx: number): Promise<ImageBitmap> {
  const scale = Math.min(1, longSidePx / Math.max(image.width, image.height));
  const widthPx = Math.max(1, Math.round(image.width * scale));
  const heightPx = Math.max(1, Math.round(image.height * scale));
  const { canvas } = onWhite(image, { widthPx, heightPx });
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: workingJpegQuality });
  return createImageBitmap(jpeg);
}

/** Scales a picture to the size that the network is to see it in, and leaves it at that: no detail is lost to JPEG. */
export function preprocessFine(image: ImageBitmap): ImageBitmap {
  const size = networkSize({ widthPx: image.width, heightPx: image.height }, fineLongSidePx);
  return onWhite(image, size).canvas.transferToImageBitmap();
}

/** The picture scaled, on white where it is transparent. */
export function onWhite(image: ImageBitmap, { widthPx, heightPx }: Size): OffscreenCanvasRenderingContext2D {
  const context = context2d(widthPx, heightPx);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  return context;
}
