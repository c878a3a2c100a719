import { expect, test, vi } from 'vitest';

import { openImageFile } from './open-image-file.ts';

async function pictureOf(color: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(400, 300);
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = color;
  context?.fillRect(0, 0, 400, 300);
  return canvas.convertToBlob();
}

test('an image is decoded once for any number of drafts', async () => {
  const decode = vi.spyOn(globalThis, 'createImageBitmap');
  const [red, blue] = [await pictureOf('#f00'), await pictureOf('#00f')];
  const open = async (file: Blob, scale: number) => {
    const picture = await openImageFile(
      file,
      () => scale,
      async () => undefined,
    );
    const row = new Float32Array(picture.widthPx * 3);
    picture.readRow(0, row);
    picture.close();
    return { widthPx: picture.widthPx, first: [...row.subarray(0, 3)] };
  };
  // The copy has 1.5 times the visible resolution: 0.25 × 1.5 of 400 px.
  for (const scale of [0.25, 0.25, 0.125]) expect(await open(red, scale)).toEqual({ widthPx: 150, first: [1, 0, 0] });
  expect(decode).toHaveBeenCalledTimes(1);
  expect(await open(red, 0.3125)).toEqual({ widthPx: 188, first: [1, 0, 0] });
  expect(decode).toHaveBeenCalledTimes(2);
  expect(await open(blue, 0.25)).toEqual({ widthPx: 150, first: [0, 0, 1] });
  expect(await open(red, 1)).toEqual({ widthPx: 400, first: [1, 0, 0] });
  expect(decode).toHaveBeenCalledTimes(4);
  decode.mockRestore();
});

test('lent pixels that have changed are read again', async () => {
  const file = await pictureOf('#f00');
  const open = async (lent: ImageBitmap) => {
    const picture = await openImageFile(
      file,
      () => 0.25,
      async () => undefined,
      async () => lent,
    );
    const row = new Float32Array(picture.widthPx * 3);
    picture.readRow(0, row);
    return [...row.subarray(0, 3)];
  };
  const [red, retouched] = [await createImageBitmap(file), await createImageBitmap(await pictureOf('#00f'))];
  expect(await open(red)).toEqual([1, 0, 0]);
  expect(await open(retouched)).toEqual([0, 0, 1]);
  expect(await open(red)).toEqual([1, 0, 0]);
});
