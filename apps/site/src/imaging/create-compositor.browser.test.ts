import { afterEach, expect, test } from 'vitest';

import type { Layer } from './compositor-protocol.ts';
import { createCompositor } from './create-compositor.ts';
import { readPngRows } from './read-png-rows.ts';

const compositor = createCompositor();
afterEach(() => compositor.close());

const [widthPx, heightPx] = [120, 80];
const { signal } = new AbortController();

/** Left transparent, the middle half-transparent red, right opaque and of changing colour. */
function pixelAt(x: number, y: number): readonly [number, number, number, number] {
  if (x < 40) return [0, 0, 0, 0];
  return x < 80 ? [255, 0, 0, 128] : [x, y, 7, 255];
}

async function pngOf(pixel: typeof pixelAt, width = widthPx, height = heightPx): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) image.data.set(pixel(x, y), (y * width + x) * 4);
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas.convertToBlob();
}

/** By the browser's own decoder. */
async function decoded(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return (x: number, y: number) => [...data.subarray((y * bitmap.width + x) * 4, (y * bitmap.width + x) * 4 + 4)];
}

async function composed(layer: Layer, format: 'png' | 'webp' | 'jpeg' = 'png', quality = 90) {
  const cutout = await pngOf(pixelAt);
  return compositor.compose({ cutout, widthPx, heightPx, layer }, { format, quality }, { signal });
}

test('a cut-out’s file is read as it was written, strip by strip', async () => {
  const noisy = (x: number, y: number) => [(x * 7 + y * 13) % 256, (x * y) % 256, (x ^ y) & 255, 255] as const;
  const rows: number[] = [];
  for await (const { firstRow, rowCount, data } of readPngRows(await pngOf(noisy, 97, 150))) {
    for (let row = 0; row < rowCount; row += 1) {
      rows.push(firstRow + row);
      for (let x = 0; x < 97; x += 1) {
        expect([...data.subarray((row * 97 + x) * 4, (row * 97 + x) * 4 + 4)]).toEqual(noisy(x, firstRow + row));
      }
    }
  }
  expect(rows).toEqual(Array.from({ length: 150 }, (_, row) => row));
});

test('over a colour, light adds up and the subject keeps its values', async () => {
  const at = await decoded(await composed({ kind: 'color', color: '#0000ff' }));
  expect(at(5, 5)).toEqual([0, 0, 255, 255]);
  expect(at(60, 40)).toEqual([188, 0, 187, 255]);
  expect(at(100, 30)).toEqual([100, 30, 7, 255]);
});

test('without a background the alpha stays, in PNG and in WebP', async () => {
  for (const format of ['png', 'webp'] as const) {
    const file = await composed({ kind: 'transparent' }, format, 100);
    expect(file.type).toBe(`image/${format}`);
    const at = await decoded(file);
    expect([at(5, 5)[3], at(60, 40)[3], at(100, 30)[3]]).toEqual([0, 128, 255]);
  }
});

test('a JPEG is opaque, of the colour chosen, and smaller with less quality', async () => {
  const fine = await composed({ kind: 'color', color: '#ffffff' }, 'jpeg', 95);
  const coarse = await composed({ kind: 'color', color: '#ffffff' }, 'jpeg', 20);
  expect(fine.type).toBe('image/jpeg');
  expect(coarse.size).toBeLessThan(fine.size);
  expect((await decoded(fine))(5, 5)).toEqual([255, 255, 255, 255]);
});

test('a picture behind fills the whole from its middle', async () => {
  // Half green, half blue, and far wider: only its middle is seen.
  const picture = await pngOf((x) => (x < 200 ? [0, 255, 0, 255] : [0, 0, 255, 255]), 400, 80);
  const cutout = await pngOf(() => [0, 0, 0, 0]);
  const file = await compositor.compose(
    { cutout, widthPx, heightPx, layer: { kind: 'picture', picture } },
    { format: 'png', quality: 90 },
    { signal },
  );
  const at = await decoded(file);
  expect([at(2, 40), at(57, 2)]).toEqual([
    [0, 255, 0, 255],
    [0, 255, 0, 255],
  ]);
  expect([at(62, 40), at(118, 78)]).toEqual([
    [0, 0, 255, 255],
    [0, 0, 255, 255],
  ]);
});

test('a picture behind that cannot be read is refused by its code', async () => {
  const picture = new Blob(['no picture']);
  await expect(composed({ kind: 'picture', picture })).rejects.toMatchObject({ code: 'unsupported-format' });
});

test('the blurred original has nothing of the subject in it', async () => {
  const subject = (x: number, y: number) => Math.hypot(x - 60, y - 40) < 20;
  const original = await pngOf((x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 255, 255]));
  const cutout = await pngOf((x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 0, 0]));
  const file = await compositor.compose(
    { cutout, widthPx, heightPx, layer: { kind: 'blur', original, strength: 100 } },
    { format: 'png', quality: 90 },
    { signal },
  );
  const at = await decoded(file);
  expect(at(60, 40)).toEqual([255, 0, 0, 255]);
  for (const [x, y] of [
    [60, 19],
    [38, 40],
    [3, 3],
  ] as const) {
    expect(at(x, y)).toEqual([0, 0, 255, 255]);
  }
});

test('the matte alone is its values in greys', async () => {
  const data = Uint8ClampedArray.from({ length: 300 * 7 }, (_, at) => at % 256);
  const at = await decoded(await compositor.writeMatte({ data, widthPx: 300, heightPx: 7 }, signal));
  for (let x = 0; x < 300; x += 1) expect(at(x, 6)).toEqual([...Array(3).fill((6 * 300 + x) % 256), 255]);
});

test('what is aborted gives nothing more, and what comes after it is served', async () => {
  const cutout = await pngOf(pixelAt);
  const own = new AbortController();
  const jpeg = { format: 'jpeg', quality: 90 } as const;
  const first = compositor.compose({ cutout, widthPx, heightPx, layer: { kind: 'color', color: '#123456' } }, jpeg, {
    signal: own.signal,
  });
  own.abort(new Error('newer'));
  const second = compositor.compose({ cutout, widthPx, heightPx, layer: { kind: 'color', color: '#ffffff' } }, jpeg, {
    signal,
  });
  await expect(first).rejects.toThrow('newer');
  expect((await decoded(await second))(5, 5)).toEqual([255, 255, 255, 255]);
});

test('12 megapixels are seen at a screen’s size and saved at their own', async () => {
  const soft = (x: number, y: number) => [x & 255, y & 255, 90, Math.min(255, (x >> 3) & 511)] as const;
  const cutout = await pngOf(soft, 4000, 3000);
  const sizes: number[][] = [];
  const file = await compositor.compose(
    { cutout, widthPx: 4000, heightPx: 3000, layer: { kind: 'color', color: '#ffffff' } },
    { format: 'jpeg', quality: 90 },
    {
      signal,
      onPreview: (bitmap) => {
        sizes.push([bitmap.width, bitmap.height]);
        bitmap.close();
      },
    },
  );
  const saved = await createImageBitmap(file);
  expect([...sizes, [saved.width, saved.height]]).toEqual([
    [2560, 1920],
    [4000, 3000],
  ]);
});
