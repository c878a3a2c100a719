/** Draws small pictures. A worker encodes at once; on the page's thread Chromium waits until the page is idle. */

/** Of the longer side. */
const maxSidePx = 160;

/** @returns a WebP, or a PNG where the browser writes none. */
async function draw(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

/** One after the other: each holds the pixels of a whole image for a moment. */
let queue: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data: { call, file } }: MessageEvent<{ call: number; file: Blob }>) => {
  queue = queue.then(async () => {
    const thumbnail = await draw(file).catch(() => undefined);
    (self as unknown as Worker).postMessage({ call, thumbnail });
  });
});
