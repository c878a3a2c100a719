import { expect, test } from 'vitest';

import { measureConfidence } from './measure-confidence.ts';

test('the confidence is the mean distance from one half over the pixels that are at least partly subject', () => {
  // Two pixels are sure, one is one half, one is three quarters. Background does not count.
  const mask = Float32Array.from([0, 0, 1, 1, 0.5, 0.75]);
  const { value } = measureConfidence(mask, { widthPx: 3, heightPx: 2 });
  expect(value).toBeCloseTo((1 + 1 + 0 + 0.5) / 4, 6);
});

test('the confidence is 0 without a subject', () => {
  expect(measureConfidence(new Float32Array(12), { widthPx: 4, heightPx: 3 }).value).toBe(0);
});

test('the map separates the unsure cells from the sure ones, even if the last cell is narrower', () => {
  const widthPx = 40;
  const mask = Float32Array.from({ length: widthPx * 20 }, (_, index) => (index % widthPx < 16 ? 0.5 : 1));
  const { map, mapWidthPx, mapHeightPx } = measureConfidence(mask, { widthPx, heightPx: 20 });
  expect([mapWidthPx, mapHeightPx]).toEqual([3, 2]);
  expect([...map]).toEqual([0, 255, 255, 0, 255, 255]);
});
