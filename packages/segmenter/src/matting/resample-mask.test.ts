import { expect, test } from 'vitest';

import { resampleMask } from './resample-mask.ts';

const maskOf = (widthPx: number, heightPx: number, at: (x: number, y: number) => number) => ({
  widthPx,
  heightPx,
  mask: Float32Array.from({ length: widthPx * heightPx }, (_, index) =>
    at(index % widthPx, Math.floor(index / widthPx)),
  ),
});

test('a mask that is resampled to its own size stays unchanged', () => {
  const mask = maskOf(7, 5, (x, y) => (x * 3 + y) / 30);
  expect(resampleMask(mask, mask)).toEqual(mask.mask);
});

test('interpolates linearly between pixels and repeats the border beyond it', () => {
  const ramp = maskOf(4, 1, (x) => x / 4);
  // Centres of the new pixels, in old pixels: −1/4, 1/4, 3/4 …
  const expected = [0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3].map((place) => place / 4);
  const enlarged = [...resampleMask(ramp, { widthPx: 8, heightPx: 1 })];
  for (const [at, value] of expected.entries()) expect(enlarged[at]).toBeCloseTo(value, 6);
});

test('no pixel is skipped when the mask is scaled down', () => {
  const lines = maskOf(60, 40, (x) => (x % 4 === 0 ? 1 : 0));
  const smaller = resampleMask(lines, { widthPx: 15, heightPx: 10 });
  expect(Math.max(...smaller)).toBeLessThan(0.45);
  expect(smaller.reduce((sum, value) => sum + value, 0) / smaller.length).toBeCloseTo(0.25, 1);
});

test('a part shows the pixels at its position, also at fractions of a pixel', () => {
  const ramp = maskOf(20, 20, (x, y) => (x + 2 * y) / 60);
  const part = { leftPx: 4.5, topPx: 3, widthPx: 6, heightPx: 5 };
  const resampled = resampleMask(ramp, { widthPx: 6, heightPx: 5 }, part);
  for (const [at, value] of resampled.entries()) {
    const [x, y] = [4.5 + (at % 6), 3 + Math.floor(at / 6)];
    expect(value).toBeCloseTo((x + 2 * y) / 60, 5);
  }
});

test('a part of whole pixels at their own size is those pixels, and repeats the border where it reaches beyond it', () => {
  const mask = maskOf(9, 7, (x, y) => (x + 10 * y) / 100);
  const size = { widthPx: 3, heightPx: 2 };
  const inside = resampleMask(mask, size, { leftPx: 5, topPx: 4, ...size });
  expect(inside).toEqual(Float32Array.of(0.45, 0.46, 0.47, 0.55, 0.56, 0.57));
  const beyond = resampleMask(mask, size, { leftPx: 7, topPx: 6, ...size });
  expect(beyond).toEqual(Float32Array.of(0.67, 0.68, 0.68, 0.67, 0.68, 0.68));
});
