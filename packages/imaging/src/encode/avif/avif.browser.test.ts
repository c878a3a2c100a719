import { afterEach, expect, test, vi } from 'vitest';

import { inspectFile } from '../../../test/inspect-file.ts';
import { cutout, noise, paint, task } from '../../../test/rasters.ts';
import type { Raster } from '../../raster/raster.ts';
import { encodeImage, prepareEncoding } from '../encode-image.ts';
import { encoders } from '../encoders.ts';

function write(raster: Raster, choice: object = {}, own = task) {
  const encoding = prepareEncoding(encoders, { format: 'avif', quality: 90, ...choice });
  return encodeImage(raster, encoding, own, { metadata: { model: 'Canon EOS R5' } });
}

afterEach(() => vi.restoreAllMocks());

test('without its encoder the file fails, and the next one tries again', { tags: ['long'] }, async () => {
  // A journey loses the real connection.
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(write(cutout)).rejects.toMatchObject({ code: 'encoder-load-failed' });
  expect((await write(cutout)).file.type).toBe('image/avif');
});

test('colours and alpha are those of the raster', { tags: ['long'] }, async () => {
  const { file, quality } = await write(cutout);
  const image = await inspectFile(file);
  expect(image).toMatchObject({ format: 'heif', compression: 'av1', width: 120, height: 80, hasAlpha: true });
  expect(quality).toBe(90);
  for (const [x, expected] of [
    [60, [255, 0, 0, 128]],
    [100, [0, 0, 255, 255]],
  ] as const) {
    for (const [channel, value] of expected.entries()) {
      expect(Math.abs((image.at(x, 40)[channel] ?? 0) - value), `channel ${channel} at ${x}`).toBeLessThan(4);
    }
  }
  expect(image.at(10, 40)[3]).toBe(0);
  // The browser's own decoder reads the file as well.
  const bitmap = await createImageBitmap(file);
  expect([bitmap.width, bitmap.height]).toEqual([120, 80]);
});

test('colours are marked as sRGB: primaries of BT.709 and the transfer function 13', { tags: ['long'] }, async () => {
  const bytes = new Uint8Array(await (await write(cutout)).file.arrayBuffer());
  const at = new TextDecoder('latin1').decode(bytes).indexOf('nclx');
  expect([...bytes.subarray(at + 4, at + 8)]).toEqual([0, 1, 0, 13]);
});

test(
  'the print resolution and camera metadata are in an EXIF item, and only when they are requested',
  { tags: ['long'] },
  async () => {
    const marked = await inspectFile((await write(cutout, { dotsPerInch: 300, includesMetadata: true })).file);
    expect(marked.exif).toContain('Canon EOS R5');
    // The tag of the horizontal resolution, and 300 ÷ 1 as two little-endian numbers.
    expect(marked.exif).toContain('\x1a\x01\x05\0');
    expect(marked.exif).toContain('\x2c\x01\0\0\x01\0\0\0');
    expect(marked.at(100, 40)[3]).toBe(255);
    expect((await inspectFile((await write(cutout)).file)).exif).toBeUndefined();
  },
);

test('a file with a maximum size has lower quality, and then fewer pixels', { tags: ['long'] }, async () => {
  const whole = await write(noise);
  const less = await write(noise, { maxBytes: Math.round(whole.file.size * 0.8) });
  expect(less.file.size).toBeLessThanOrEqual(whole.file.size * 0.8);
  expect([less.widthPx, (less.quality ?? 100) < 90]).toEqual([400, true]);
  const small = await write(noise, { maxBytes: 4000 });
  expect(small.file.size).toBeLessThanOrEqual(4000);
  expect(small.widthPx).toBeLessThan(400);
  expect(await inspectFile(small.file)).toMatchObject({ width: small.widthPx, height: small.heightPx });
});

test('an abort ends the encoding while it runs', { tags: ['long'] }, async () => {
  const noise = (widthPx: number, heightPx: number) =>
    paint(widthPx, heightPx, (x, y) => [x % 256, y % 256, (x * y) % 256, 255]);
  const sixteenth = noise(750, 500);
  const beganAtMs = performance.now();
  await write(sixteenth, { quality: 100 });
  const sixteenthMs = performance.now() - beganAtMs;
  const large = noise(3000, 2000);
  const own = new AbortController();
  const writing = write(large, { quality: 100 }, { ...task, signal: own.signal });
  const startedAtMs = performance.now();
  own.abort(new Error('newer'));
  await expect(writing).rejects.toThrow('newer');
  // The reason arrives long before such an image could be encoded.
  expect(performance.now() - startedAtMs).toBeLessThan(8 * sixteenthMs);
});

test.each([
  ['avif', 16_385, 1],
  ['avif', 6000, 6000],
  ['webp', 16_384, 1],
])('%s refuses %d × %d px', async (format, widthPx, heightPx) => {
  // The size is checked before the pixels are read.
  const raster = { widthPx, heightPx, data: new Uint8ClampedArray() };
  await expect(write(raster, { format })).rejects.toMatchObject({ code: 'result-too-large' });
});
