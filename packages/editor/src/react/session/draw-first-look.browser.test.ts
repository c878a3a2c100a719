import { expect, test } from 'vitest';

import { drawFirstLook } from './draw-first-look.ts';

/** Returns a green image of the given size, and a mask of 4 × 2 px whose left half is the subject. */
async function photo(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas');
  context.fillStyle = 'rgb(0 128 0)';
  context.fillRect(0, 0, width, height);
  const file = await canvas.convertToBlob();
  const mask = { widthPx: 4, heightPx: 2, data: Uint8ClampedArray.of(255, 255, 0, 0, 255, 255, 0, 0) };
  return { file, bitmap: canvas.transferToImageBitmap(), mask };
}

function pixelOf(bitmap: ImageBitmap, across: number): readonly number[] {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const x = Math.floor(bitmap.width * across);
  return [...(context?.getImageData(x, Math.floor(bitmap.height / 2), 1, 1).data ?? [])];
}

test('the preview of a cutout keeps the subject’s colour and makes the background transparent', async () => {
  const { file, mask } = await photo(400, 200);
  const drawn = await drawFirstLook({ file, name: 'photo.png', url: '' }, mask);
  expect([drawn.width, drawn.height]).toEqual([400, 200]);
  expect(pixelOf(drawn, 0.1)).toEqual([0, 128, 0, 255]);
  expect(pixelOf(drawn, 0.9)).toEqual([0, 0, 0, 0]);
});

test('a large image is drawn at 1600 px from its existing bitmap, which stays open', async () => {
  const { bitmap, mask } = await photo(3200, 40);
  const drawn = await drawFirstLook({ file: new Blob(['no image']), name: '', url: '', bitmap }, mask);
  expect([drawn.width, drawn.height]).toEqual([1600, 20]);
  expect(bitmap.width).toBe(3200);
});

test('rejects a file that the browser cannot decode', async () => {
  const { mask } = await photo(4, 2);
  await expect(drawFirstLook({ file: new Blob(['no image']), name: '', url: '' }, mask)).rejects.toThrow(
    'could not be decoded',
  );
});
