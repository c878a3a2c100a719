import type { Size } from '@isola/imaging';

import { borrowBitmap } from '../image/borrow-bitmap.ts';
import { whenIdle } from '../model/when-idle.ts';
import type { SourceImage } from '../model/source-image.ts';

/** Longest time that deferrable work waits for the browser to be idle, in milliseconds. */
export const idleLimitMs = 300;

/**
 * Longest side of a saved thumbnail. It is enough for a tile on a high-density screen, and for the first paint after a
 * reload.
 */
const maxThumbnailPx = 480;

/**
 * Draws a small copy of an image and encodes it. The pixels are read before the function returns, so the caller may
 * close the image at once.
 * @param size Size of the image.
 * @param paint Draws the image at its own size on a context that scales it. `scale` is the number of thumbnail px per
 *   px of the image.
 * @returns a WebP with transparency, at most 480 px a side. Safari writes a PNG instead, which serves as well.
 */
export function drawThumbnail(
  { widthPx, heightPx }: Size,
  paint: (context: OffscreenCanvasRenderingContext2D, scale: number) => void,
): Promise<Blob> {
  const scale = Math.min(1, maxThumbnailPx / Math.max(widthPx, heightPx));
  const [width, height] = [widthPx, heightPx].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.scale(width / widthPx, height / heightPx);
    paint(context, scale);
  }
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

/** Draws the thumbnail of a bitmap, which the caller may close at once. */
export function drawBitmapThumbnail(bitmap: ImageBitmap): Promise<Blob> {
  const { width: widthPx, height: heightPx } = bitmap;
  return drawThumbnail({ widthPx, heightPx }, (context) => context.drawImage(bitmap, 0, 0));
}

/** @returns the thumbnail of an opened image, and the size of the image itself. */
export async function drawImageThumbnail(image: SourceImage): Promise<Size & { readonly thumbnail: Blob }> {
  // The page shows the image first. The image is decoded already, but drawing it small takes as long as a few frames.
  await untilIdle();
  const { bitmap, giveBack } = await borrowBitmap(image);
  const { width: widthPx, height: heightPx } = bitmap;
  try {
    return { thumbnail: await drawBitmapThumbnail(bitmap), widthPx, heightPx };
  } finally {
    giveBack();
  }
}

/** Resolves when the browser is idle, or after `idleLimitMs`. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve, idleLimitMs);
  });
}
