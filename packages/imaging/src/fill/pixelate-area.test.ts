import { expect, test } from 'vitest';

import { paint } from '../../test/rasters.ts';
import type { Rect } from '../geometry/rect.ts';
import { pixelateArea, type PixelatedArea } from './pixelate-area.ts';

/** Black and white stripes of one pixel, which no block may show. */
const stripes = paint(200, 120, (x) => (x % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]));

const readPhoto = (rect: Rect) => {
  const data = new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4);
  for (let y = 0; y < rect.heightPx; y += 1) {
    const from = ((rect.y + y) * stripes.widthPx + rect.x) * 4;
    data.set(stripes.data.subarray(from, from + rect.widthPx * 4), y * rect.widthPx * 4);
  }
  return Promise.resolve(data);
};

const pixelate = (area: PixelatedArea) => pixelateArea(area, stripes, readPhoto);
const face = { kind: 'ellipse', centerX: 100, centerY: 60, radiusX: 30, radiusY: 42 } as const;

/** Returns the distinct reds of a part. */
const reds = (pixels: Uint8ClampedArray) => [...new Set(pixels.filter((_, at) => at % 4 === 0))];

test('blocks have the mean of the light, so that stripes become an even grey', async () => {
  const part = await pixelate(face);
  expect(part?.rect).toEqual({ x: 70, y: 18, widthPx: 60, heightPx: 84 });
  // Half of the light of white is 188 in sRGB. The blocks at the edge are narrower, but have as many stripes.
  expect(reds(part?.pixels ?? new Uint8ClampedArray())).toEqual([188]);
});

test('the mask is the ellipse, and the corners of its box are left out', async () => {
  const { mask } = (await pixelate(face)) ?? { mask: new Uint8Array() };
  const covered = mask.reduce((sum, is) => sum + is, 0);
  expect(Math.abs(covered - Math.PI * 30 * 42)).toBeLessThan(40);
  expect([mask[0], mask[42 * 60 + 30]]).toEqual([0, 1]);
});

test('a block is a sixth of the ellipse and more than half of a brush', async () => {
  const ramp = paint(200, 120, (x) => [x, x, x, 255]);
  const read = (rect: Rect) =>
    Promise.resolve(
      Uint8ClampedArray.from({ length: rect.widthPx * rect.heightPx * 4 }, (_, at) =>
        at % 4 === 3 ? 255 : rect.x + (Math.floor(at / 4) % rect.widthPx),
      ),
    );
  const widthsOf = async (area: PixelatedArea) => {
    const { rect, pixels } = (await pixelateArea(area, ramp, read)) ?? { rect: { widthPx: 0 }, pixels: [] };
    const row = Array.from(pixels)
      .slice(0, rect.widthPx * 4)
      .filter((_, at) => at % 4 === 0);
    return [...new Set(row)].map((value) => row.filter((other) => other === value).length);
  };
  expect((await widthsOf(face))[0]).toBe(14);
  expect((await widthsOf({ kind: 'stroke', points: [40, 60, 1, 140, 60, 1], sizePx: 30 }))[0]).toBe(18);
});

test('an area that reaches beyond the image is clipped, and one outside of it is left out', async () => {
  expect((await pixelate({ ...face, centerX: 0 }))?.rect).toEqual({ x: 0, y: 18, widthPx: 30, heightPx: 84 });
  expect(await pixelate({ ...face, centerX: -100 })).toBeUndefined();
});
