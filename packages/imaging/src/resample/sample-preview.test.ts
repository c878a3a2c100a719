import { expect, test } from 'vitest';

import { samplePreview } from './sample-preview.ts';

function paint(widthPx: number, heightPx: number, at: (x: number, y: number) => readonly number[]) {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) for (let x = 0; x < widthPx; x += 1) data.set(at(x, y), (y * widthPx + x) * 4);
  return { widthPx, heightPx, data };
}

test('each pixel of a preview is the mean of its area, weighted by alpha', () => {
  // Each area has 2 × 2 pixels: two opaque ones with different reds, one with a quarter of alpha, and a transparent
  // one.
  const raster = paint(8, 4, (x, y) => {
    if (x % 2 === 0 && y % 2 === 0) return [200, 0, 40, 255];
    if (x % 2 === 1 && y % 2 === 1) return [100, 0, 40, 255];
    return x % 2 === 1 ? [250, 250, 40, 64] : [0, 255, 255, 0];
  });
  const { data, widthPx, heightPx } = samplePreview(raster, 4);
  expect([widthPx, heightPx]).toEqual([4, 2]);
  const alpha = 255 + 255 + 64;
  const expected = [(200 * 255 + 100 * 255 + 250 * 64) / alpha, (250 * 64) / alpha, 40, alpha / 4].map(Math.round);
  for (let at = 0; at < data.length; at += 4) expect([...data.subarray(at, at + 4)]).toEqual(expected);
});

test('a preview has the requested longer side, and a smaller raster keeps its size', () => {
  const wide = samplePreview(
    paint(4000, 13, () => [9, 8, 7, 255]),
    160,
  );
  expect([wide.widthPx, wide.heightPx]).toEqual([160, 1]);
  expect([...wide.data.subarray(-4)]).toEqual([9, 8, 7, 255]);
  const small = paint(3, 2, (x, y) => [x, y, 5, x === 0 ? 0 : 90]);
  const { data, ...size } = samplePreview(small, 160);
  expect(size).toEqual({ widthPx: 3, heightPx: 2 });
  expect([...data]).toEqual([...small.data].map((value, at) => (at % 12 < 4 ? 0 : value)));
});

test('a gradient keeps its position in the preview', () => {
  const { data } = samplePreview(
    paint(1000, 10, (x) => [x / 4, 0, 0, 255]),
    100,
  );
  for (let x = 0; x < 100; x += 1) expect(Math.abs((data[x * 4] ?? 0) - (x * 10 + 4.5) / 4)).toBeLessThan(1);
});
