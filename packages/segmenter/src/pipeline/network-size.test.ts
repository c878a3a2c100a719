import { expect, test } from 'vitest';

import { networkSize } from './network-size.ts';

test('where the aspect fits steps of 64 it is kept to the pixel', () => {
  expect(networkSize({ widthPx: 6000, heightPx: 4000 }, 1024)).toEqual({ widthPx: 1152, heightPx: 768 });
  expect(networkSize({ widthPx: 4000, heightPx: 6000 }, 1024)).toEqual({ widthPx: 768, heightPx: 1152 });
  expect(networkSize({ widthPx: 900, heightPx: 900 }, 1024)).toEqual({ widthPx: 1024, heightPx: 1024 });
  expect(networkSize({ widthPx: 30, heightPx: 30 }, 640)).toEqual({ widthPx: 640, heightPx: 640 });
});

const aspects = [
  [4000, 3000],
  [3000, 4000],
  [1920, 1080],
  [1170, 2532],
  [1000, 999],
  [2000, 500],
  [1300, 1000],
] as const;

test.each(aspects)('%d × %d is hardly distorted, and uses its area', (widthPx, heightPx) => {
  for (const longSidePx of [1024, 768, 640]) {
    const size = networkSize({ widthPx, heightPx }, longSidePx);
    expect([size.widthPx % 64, size.heightPx % 64]).toEqual([0, 0]);
    const share = (size.widthPx * size.heightPx) / longSidePx ** 2;
    expect(share).toBeGreaterThanOrEqual(0.8);
    expect(share).toBeLessThanOrEqual(1);
    const distortion = size.widthPx / size.heightPx / (widthPx / heightPx);
    expect(Math.abs(Math.log(distortion))).toBeLessThan(longSidePx === 1024 ? 0.04 : 0.08);
  }
});

test('a strip is widened rather than seen in a few pixels', () => {
  const { widthPx, heightPx } = networkSize({ widthPx: 10_000, heightPx: 20 }, 1024);
  expect(heightPx).toBeGreaterThanOrEqual(448);
  expect(widthPx / heightPx).toBeLessThanOrEqual(4.5);
});
