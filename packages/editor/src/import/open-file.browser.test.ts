import { expect, test } from 'vitest';

import { openImage } from './open-file.ts';

/** Returns a WebP that the browser encoded, 30 × 20 px, with an EXIF chunk after its pixels. */
async function webpWithOrientation(orientation: number): Promise<File> {
  const canvas = new OffscreenCanvas(30, 20);
  canvas.getContext('2d')?.fillRect(0, 0, 15, 20);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer());
  expect(String.fromCharCode(...bytes.subarray(12, 16))).toBe('VP8X');
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const chunk = Uint8Array.of(...new TextEncoder().encode('EXIF'), tiff.length, 0, 0, 0, ...tiff);
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8 + chunk.length, true);
  bytes[20] = (bytes[20] ?? 0) | 8;
  return new File([bytes, chunk], 'photo.webp', { type: 'image/webp' });
}

test('a WebP with an EXIF orientation is opened upright for every part of the page', async () => {
  const opened = await openImage(await webpWithOrientation(6));
  if ('failure' in opened) throw new Error(opened.failure.code);
  // The browser decodes the image without the segmenter's help.
  const shown = await createImageBitmap(opened.picture);
  expect([shown.width, shown.height]).toEqual([20, 30]);
  expect(opened.isDerived).toBe(true);
  shown.close();
});

test('an upright image is opened byte for byte', async () => {
  const file = await webpWithOrientation(1);
  const opened = await openImage(file);
  if ('failure' in opened) throw new Error(opened.failure.code);
  expect(await opened.picture.bytes()).toEqual(await file.bytes());
  expect(opened.isDerived).toBe(false);
});
