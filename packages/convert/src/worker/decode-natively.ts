import { displayP3Profile } from '../color/profile-of-colors.ts';
import type { Pixels } from '../pixels.ts';

/**
 * Decodes a file with the browser's own decoder, upright.
 * @param isWide whether colours may lie outside of sRGB. They are then returned in Display P3, where the browser has
 *   such canvases.
 * @throws {DOMException} when the browser cannot decode the file.
 */
export async function decodeNatively(
  bytes: Uint8Array<ArrayBuffer>,
  mediaType: string,
  isWide: boolean,
): Promise<Pixels> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType }));
  const { width: widthPx, height: heightPx } = bitmap;
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', {
    colorSpace: isWide ? 'display-p3' : 'srgb',
    willReadFrequently: true,
  });
  if (!context) {
    bitmap.close();
    throw new RangeError('Array buffer allocation failed: there is no canvas');
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const image = context.getImageData(0, 0, widthPx, heightPx);
  const profile = image.colorSpace === 'display-p3' ? displayP3Profile() : undefined;
  return { widthPx, heightPx, data: new Uint8ClampedArray(image.data), profile };
}
