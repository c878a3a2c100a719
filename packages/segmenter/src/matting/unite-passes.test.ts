import { expect, test } from 'vitest';

import { unitePasses } from './unite-passes.ts';

/** Returns a plane of any size that rises linearly over the image from a level on. */
function slope(widthPx: number, heightPx: number, level: number, across: number, down: number) {
  const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [((at % widthPx) + 0.5) / widthPx, (Math.floor(at / widthPx) + 0.5) / heightPx];
    return level + across * x + down * y;
  });
  return { mask, widthPx, heightPx };
}

test.each([
  [16, 16],
  [40, 10],
  [7, 33],
])('a mask of %d × %d px is united with one of 24 × 18 px, position by position', (widthPx, heightPx) => {
  const mask = unitePasses(slope(24, 18, 0, 0.1, 0.1), slope(widthPx, heightPx, 0.3, 0.4, 0.2));
  const expected = slope(24, 18, 0.3, 0.4, 0.2).mask;
  for (let at = 0; at < mask.length; at += 1) {
    const [x, y] = [at % 24, Math.floor(at / 24)];
    // Closer to the edge than the other mask's outermost centres there is nothing to interpolate.
    if (x < 2 || x >= 22 || y < 2 || y >= 16) continue;
    expect(mask[at]).toBeCloseTo(expected[at] ?? 0, 5);
  }
});

/** Returns background with a square of 48 px that has the given share of subject. */
function square(share: number) {
  const mask = Float32Array.from({ length: 96 * 96 }, (_, at) => {
    const [x, y] = [at % 96, Math.floor(at / 96)];
    return x >= 24 && x < 72 && y >= 24 && y < 72 ? share : 0;
  });
  return { mask, widthPx: 96, heightPx: 96 };
}
const middle = 48 * 96 + 48;

test('a part that only one of the masks contains is in the united mask, whichever it is', () => {
  for (const mask of [unitePasses(square(1), square(0)), unitePasses(square(0), square(1))]) {
    expect(mask[middle]).toBe(1);
    expect(mask[0]).toBe(0);
  }
});

test('a part that is half transparent in one mask and solid in the other is solid', () => {
  expect(unitePasses(square(0.5), square(1))[middle]).toBe(1);
});

test('along an edge, where the masks differ little, the finer mask counts', () => {
  const [sharp, soft] = [square(1), square(1)];
  for (let y = 24; y < 72; y += 1) soft.mask[y * 96 + 71] = 0.9;
  expect(unitePasses(sharp, soft)[48 * 96 + 71]).toBeCloseTo(1, 2);
  expect(unitePasses(soft, sharp)[48 * 96 + 71]).toBeCloseTo(0.9, 2);
});

test('along an edge the finer mask counts by its share, and a part stays solid', () => {
  const [sharp, soft] = [square(1), square(1)];
  for (let y = 24; y < 72; y += 1) soft.mask[y * 96 + 71] = 0.8;
  expect(unitePasses(sharp, soft, 0.25)[48 * 96 + 71]).toBeCloseTo(0.85, 2);
  expect(unitePasses(square(0), square(1), 0.25)[middle]).toBe(1);
  expect(unitePasses(square(1), square(0), 0)[middle]).toBe(1);
});

test('the result changes continuously with the values of one mask', () => {
  const values = Array.from({ length: 101 }, (_, step) => unitePasses(square(0.5), square(step / 100))[middle] ?? NaN);
  expect([values[0], values.at(-1)]).toEqual([0.5, 1]);
  for (const [index, value] of values.slice(1).entries()) {
    expect(value).toBeGreaterThanOrEqual(values[index] ?? 0);
    expect(value - (values[index] ?? 0)).toBeLessThan(0.05);
  }
});
