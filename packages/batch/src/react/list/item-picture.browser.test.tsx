import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { ItemPicture } from './item-picture.tsx';

/** Returns a picture of 32 × 32 px with a blue square on transparency, or completely blue. */
async function picture(isCutout: boolean): Promise<Blob> {
  const canvas = new OffscreenCanvas(32, 32);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('there is no canvas');
  context.fillStyle = '#0000ff';
  const edge = isCutout ? 8 : 0;
  context.fillRect(edge, edge, 32 - 2 * edge, 32 - 2 * edge);
  return await canvas.convertToBlob();
}

const alphaOfCorner = (shows: string) => {
  const canvases = document.querySelectorAll<HTMLCanvasElement>(`[data-shows=${shows}] canvas`);
  return [...canvases].at(-1)?.getContext('2d')?.getImageData(0, 0, 1, 1).data[3];
};

test('a picture is drawn again when the browser has emptied its canvas', async () => {
  const [item] = fakeItems({ count: 1, processed: 0 });
  if (!item) throw new RangeError('there are no items');
  const batch = { ...createFakeBatch({ items: [item] }), thumbnail: () => picture(false) };
  await render(
    <BatchProvider batch={batch}>
      <ItemPicture item={item} sidePx={32} />
    </BatchProvider>,
  );
  await expect.poll(() => alphaOfCorner('original')).toBe(255);
  const canvas = document.querySelector<HTMLCanvasElement>('[data-shows=original] canvas');
  canvas?.getContext('2d')?.reset();
  expect(alphaOfCorner('original')).toBe(0);
  canvas?.dispatchEvent(new Event('contextrestored'));
  expect(alphaOfCorner('original')).toBe(255);
});

test('a result replaces its original, also where the result is transparent', async () => {
  const [waiting] = fakeItems({ count: 1, processed: 0 });
  const [done] = fakeItems({ count: 1, processed: 1 });
  if (!waiting || !done) throw new RangeError('there are no items');
  let isCutout = false;
  const batch = { ...createFakeBatch({ items: [waiting] }), thumbnail: () => picture(isCutout) };
  const shown = await render(
    <BatchProvider batch={batch}>
      <ItemPicture item={waiting} sidePx={32} />
    </BatchProvider>,
  );
  await expect.poll(() => alphaOfCorner('original')).toBe(255);
  isCutout = true;
  await shown.rerender(
    <BatchProvider batch={batch}>
      <ItemPicture item={done} sidePx={32} />
    </BatchProvider>,
  );
  await expect.poll(() => alphaOfCorner('result')).toBe(0);
});
