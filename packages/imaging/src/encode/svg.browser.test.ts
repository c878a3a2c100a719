import { expect, test } from 'vitest';

import { inspectFile } from '../../test/inspect-file.ts';
import { createCompositor } from '../compositor/create-compositor.ts';

const [widthPx, heightPx] = [240, 160];

/** Distance of a pixel from the edge of a ring, negative inside the ring. */
function fromRing(x: number, y: number): number {
  return Math.abs(Math.hypot(x + 0.5 - 120, y + 0.5 - 80) - 40) - 20;
}

async function open(distance: (x: number, y: number) => number) {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.fillRect(0, 0, widthPx, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    return 255 * (0.5 - distance(at % widthPx, Math.floor(at / widthPx)));
  });
  return createCompositor({ image: await canvas.convertToBlob(), matte: { data, widthPx, heightPx } });
}

type Params = Parameters<Awaited<ReturnType<typeof open>>['encode']>[0];

async function svgOf(distance: typeof fromRing, params: Params = {}, dotsPerInch?: number) {
  const compositor = await open(distance);
  const { file } = await compositor.encode(params, { format: 'svg', dotsPerInch });
  compositor.close();
  return { file, text: await file.text() };
}

test('the path covers the subject with its hole, to within half a pixel', { tags: ['long'] }, async () => {
  const { file, text } = await svgOf(fromRing);
  expect(file.type).toBe('image/svg+xml');
  const image = await inspectFile(file);
  expect([image.width, image.height]).toEqual([widthPx, heightPx]);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const distance = fromRing(x, y);
      // A pixel whose middle is farther than that from the edge is wholly inside or outside.
      if (Math.abs(distance) < 1.3) continue;
      expect(image.at(x, y)[3], `at ${x}, ${y}`).toBe(distance < 0 ? 255 : 0);
    }
  }
  // Two closed paths of few curves: a circle needs four, and the tolerance allows more.
  expect(text.match(/Z/g)).toHaveLength(2);
  expect(text.match(/C/g)?.length).toBeLessThan(40);
});

test('a speck has no path, and an image without a subject has none at all', { tags: ['long'] }, async () => {
  const speck = (x: number, y: number) => Math.min(Math.hypot(x - 120, y - 80) - 30, Math.hypot(x - 10, y - 10) - 1.5);
  expect((await svgOf(speck)).text.match(/Z/g)).toHaveLength(1);
  expect((await svgOf(() => 1)).text).toContain(' d=""');
});

test('with a print resolution the size is in millimetres, and the view box stays in px', async () => {
  const { text } = await svgOf(fromRing, {}, 300);
  // 240 ÷ 300 × 25.4 and 160 ÷ 300 × 25.4.
  expect(text).toContain('width="20.32mm" height="13.55mm" viewBox="0 0 240 160"');
});

test('with an outline around the subject the path follows the outline', { tags: ['long'] }, async () => {
  const disc = (x: number, y: number) => Math.hypot(x + 0.5 - 120, y + 0.5 - 80) - 40;
  const { file } = await svgOf(disc, { outline: { width: 100, color: '#ffffff' } });
  const image = await inspectFile(file);
  // The width is a tenth of the disc's diameter of 80 px.
  expect([image.at(120 + 45, 80)[3], image.at(120 + 51, 80)[3]]).toEqual([255, 0]);
});
