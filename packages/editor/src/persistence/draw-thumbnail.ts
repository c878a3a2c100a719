import type { Size } from '@isola/imaging';

/** The longer side of a saved thumbnail, at most: enough for a tile on a dense screen, and for the first look after a reload. */
const thumbnailPx = 480;

/**
 * Draws a small copy of a picture and encodes it. What is drawn is read before the function returns, so that the picture may
 * be closed at once.
 * @param size of the picture.
 * @param paint draws the picture in its own px on a context that scales it; `scale` is the thumbnail's px for each of them.
 * @returns a WebP with transparency, at most 480 px a side. Safari writes a PNG in its place, which is as good.
 */
export function drawThumbnail(
  { widthPx, heightPx }: Size,
  paint: (context: OffscreenCanvasRenderingContext2D, scale: number) => void,
): Promise<Blob> {
  const scale = Math.min(1, thumbnailPx / Math.max(widthPx, heightPx));
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
