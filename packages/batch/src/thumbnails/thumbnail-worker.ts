/**
 * Paints thumbnails in a worker, which encodes them at once. On the main thread, Chromium waits until the page is idle.
 */
import type { PaintRequest } from './create-thumbnail-painter.ts';

/** @returns a WebP, or a PNG when the browser cannot encode WebP. */
async function paint({ image, maxSidePx }: PaintRequest): Promise<Blob> {
  const canvas =
    image instanceof Blob
      ? await draw(image, maxSidePx)
      : canvasOf(image.widthPx, image.heightPx, (context) =>
          context.putImageData(new ImageData(image.data, image.widthPx, image.heightPx), 0, 0),
        );
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

async function draw(file: Blob, maxSidePx: number): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = canvasOf(width, height, (context) => {
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
  });
  bitmap.close();
  return canvas;
}

function canvasOf(
  width: number,
  height: number,
  fill: (context: OffscreenCanvasRenderingContext2D) => void,
): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser could not create a 2D canvas');
  fill(context);
  return canvas;
}

/** Thumbnails are painted one after the other, because each one holds the pixels of a whole image for a moment. */
let queue: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<PaintRequest>) => {
  queue = queue.then(async () => {
    const thumbnail = await paint(data).catch(() => undefined);
    (self as unknown as Worker).postMessage({ call: data.call, thumbnail });
  });
});
