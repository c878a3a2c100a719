import { CompositorError } from '../job/compositor-error.ts';
import { context2d } from '../raster/context-2d.ts';
import type { Raster } from '../raster/raster.ts';

/**
 * Decodes a file as the compositor does: upright, and in sRGB.
 * @throws {CompositorError} `unsupported-format` when the browser cannot decode it.
 */
export async function decodeRaster(file: Blob): Promise<Raster> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CompositorError('unsupported-format', 'the image cannot be decoded', { cause });
  }
  const { width: widthPx, height: heightPx } = bitmap;
  try {
    const context = context2d(widthPx, heightPx, true);
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, widthPx, heightPx);
    return { widthPx, heightPx, data };
  } finally {
    bitmap.close();
  }
}
