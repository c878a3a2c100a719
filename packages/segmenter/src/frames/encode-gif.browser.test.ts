import { expect, test } from 'vitest';

import { encodeGif } from './encode-gif.ts';

/** Decodes an image with the browser. */
async function pixelsOf(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height);
  if (!pixels) throw new Error('there is no canvas');
  return pixels;
}

/** Creates an image whose pixels are computed from their places. */
function painted(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): ImageData {
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) image.data.set(colorAt(x, y), (y * width + x) * 4);
  return image;
}

test('flat colours are exact, and pixels of little alpha are transparent', async () => {
  const colors = [
    [200, 30, 40, 255],
    [10, 120, 250, 128],
    [255, 255, 255, 127],
    [90, 90, 90, 0],
  ];
  const { data } = await pixelsOf(encodeGif(painted(4, 1, (x) => colors[x] ?? [])));
  expect([...data]).toEqual([200, 30, 40, 255, 10, 120, 250, 255, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('an image without an opaque pixel is a transparent GIF', async () => {
  const { width, height, data } = await pixelsOf(encodeGif(new ImageData(3, 2)));
  expect({ width, height, sum: data.reduce((sum, value) => sum + value, 0) }).toEqual({ width: 3, height: 2, sum: 0 });
});

test('colours that the GIF lacks are mixed: the means of parts of 16 × 16 px stay, of 65,536 colours', async () => {
  const side = 256;
  const source = painted(side, side, (x, y) => [x, y, (x + y) >> 1, 255]);
  const { data } = await pixelsOf(encodeGif(source));
  const part = 16;
  const meanOf = (pixels: ImageDataArray, left: number, top: number, channel: number) => {
    let sum = 0;
    for (let y = top; y < top + part; y += 1)
      for (let x = left; x < left + part; x += 1) sum += pixels[(y * side + x) * 4 + channel] ?? 0;
    return sum / part ** 2;
  };
  // The colours at the picture's border lie outside of the GIF's colours, so that no mixture gives them.
  const [begin, end] = [32, side - 32];
  for (let top = begin; top < end; top += part) {
    for (let left = begin; left < end; left += part) {
      for (const channel of [0, 1, 2]) {
        const difference = meanOf(data, left, top, channel) - meanOf(source.data, left, top, channel);
        expect(Math.abs(difference)).toBeLessThan(1.5);
      }
    }
  }
});
