import { context2d } from './context-2d.ts';

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
  const context = context2d(widthPx, heightPx);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  const jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: workingJpegQuality });
  return createImageBitmap(jpeg);
}
