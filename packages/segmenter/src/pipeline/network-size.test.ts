import { expect, test } from 'vitest';

import { networkSize } from './network-size.ts';

const large = { sidePx: 896, longSidePx: 1024 };

test.each([
  [900, 900],
  [30, 30],
  [6000, 4000],
  [3000, 4000],
  [1920, 1080],
  [1000, 2000],
])('the network size of %d × %d is a square, as in the training', (widthPx, heightPx) => {
  for (const sidePx of [896, 768, 704, 640]) {
    const size = networkSize({ widthPx, heightPx }, { sidePx, longSidePx: sidePx });
    expect(size).toEqual({ widthPx: sidePx, heightPx: sidePx });
  }
});

test.each([
  [3000, 1000],
  [1000, 2500],
  [1170, 2532],
  [4000, 1000],
])('the network size of %d × %d has half of its aspect ratio', (widthPx, heightPx) => {
  const size = networkSize({ widthPx, heightPx }, large);
  expect([size.widthPx % 64, size.heightPx % 64]).toEqual([0, 0]);
  expect(Math.max(size.widthPx, size.heightPx)).toBeLessThanOrEqual(1024);
  expect(size.widthPx * size.heightPx).toBeLessThanOrEqual(896 ** 2);
  const squash = size.widthPx / size.heightPx / (widthPx / heightPx);
  expect(Math.abs(Math.log2(squash))).toBeCloseTo(1, 1);
});

test('the network size of a narrow strip is widened to 4 : 1', () => {
  expect(networkSize({ widthPx: 10_000, heightPx: 20 }, large)).toEqual({ widthPx: 1024, heightPx: 256 });
});
