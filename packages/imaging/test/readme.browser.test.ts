import { createCompositor, type Matte } from '@isola/imaging';
import { expect, test } from 'vitest';

/** The example of the README, on a page that loads only this package. */
async function onWhite(image: Blob, matte: Matte, signal: AbortSignal): Promise<Blob> {
  const compositor = createCompositor({ image, matte });
  try {
    const { file } = await compositor.encode(
      { background: { kind: 'color', color: '#ffffff' } },
      { format: 'jpeg', quality: 90 },
      { signal },
    );
    return file;
  } finally {
    compositor.close();
  }
}

test('an image and a matte become a file in ten lines', async () => {
  const [widthPx, heightPx] = [64, 48];
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#2050a0';
  context.fillRect(0, 0, widthPx, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 32 ? 255 : 0));
  const { signal } = new AbortController();
  const jpeg = await onWhite(await canvas.convertToBlob(), { data, widthPx, heightPx }, signal);
  expect(jpeg.type).toBe('image/jpeg');
  context.drawImage(await createImageBitmap(jpeg), 0, 0);
  const [left, right] = [8, 56].map((x) => [...context.getImageData(x, 24, 1, 1).data]);
  for (const [channel, value] of [0x20, 0x50, 0xa0, 255].entries()) {
    expect(Math.abs((left?.[channel] ?? -99) - value)).toBeLessThan(4);
  }
  expect(right).toEqual([255, 255, 255, 255]);
});

test('an aborted job rejects with the signal’s reason', async () => {
  const matte = { data: new Uint8ClampedArray(1), widthPx: 1, heightPx: 1 };
  const controller = new AbortController();
  const file = onWhite(new Blob(), matte, controller.signal);
  controller.abort(new Error('no longer wanted'));
  await expect(file).rejects.toThrow('no longer wanted');
});
