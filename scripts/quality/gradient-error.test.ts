import { expect, test } from 'vitest';

import { gradientError } from './gradient-error.ts';
import type { AlphaPlane } from './pixels.ts';
import { randomFrom } from './random.ts';
import { planeWhere } from './test-planes.ts';

/** Half width of the filters for σ = 1.4 and ε = 0.01, as in the evaluation code of Deep Image Matting. */
const reach = 4;
const offsets = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
const gaussian = (x: number) => Math.exp((-x * x) / (2 * 1.4 ** 2));

test('equal planes have no error', () => {
  const plane = planeWhere(30, 20, (x, y) => Math.abs(Math.sin(x * y)));
  expect(gradientError(plane, plane)).toBe(0);
});

test('planes that differ by a constant have no gradient error', () => {
  const low = planeWhere(30, 20, (x) => x / 60);
  const high = planeWhere(30, 20, (x) => x / 60 + 0.5);
  expect(gradientError(low, high)).toBeCloseTo(0, 9);
});

test('the error of an edge against zero is the sum of the squared step responses of the filter', () => {
  const [widthPx, heightPx, edge] = [40, 25, 20];
  const step = planeWhere(widthPx, heightPx, (x) => (x < edge ? 0 : 1));
  const norm = Math.sqrt(
    offsets.reduce((sum, x) => sum + gaussian(x) ** 2, 0) * offsets.reduce((sum, x) => sum + (x * gaussian(x)) ** 2, 0),
  );
  const across = offsets.reduce((sum, y) => sum + gaussian(y), 0);
  let expected = 0;
  for (let x = 0; x < widthPx; x += 1) {
    const partial = offsets
      .filter((offset) => x + offset >= edge)
      .reduce((sum, each) => sum + each * gaussian(each), 0);
    expected += heightPx * ((across * partial) / norm) ** 2;
  }
  expect(expected).toBeGreaterThan(1);
  const nothing = planeWhere(widthPx, heightPx, () => 0);
  expect(gradientError(step, nothing)).toBeCloseTo(expected / 1000, 6);
  const turned = planeWhere(heightPx, widthPx, (_, y) => (y < edge ? 0 : 1));
  expect(
    gradientError(
      turned,
      planeWhere(heightPx, widthPx, () => 0),
    ),
  ).toBeCloseTo(expected / 1000, 6);
});

test('the result equals that of a two-dimensional filter, including the borders', () => {
  const random = randomFrom('gradient');
  const one = planeWhere(23, 17, random);
  const other = planeWhere(23, 17, random);
  const [a, b] = [naiveGradient(one), naiveGradient(other)];
  const expected = a.reduce((sum, value, pixel) => sum + (value - (b[pixel] ?? 0)) ** 2, 0) / 1000;
  expect(gradientError(one, other)).toBeCloseTo(expected, 5);
});

function naiveGradient({ data, widthPx, heightPx }: AlphaPlane): number[] {
  const filter = offsets.flatMap((y) => offsets.map((x) => ({ x, y, value: x * gaussian(x) * gaussian(y) })));
  const norm = Math.hypot(...filter.map(({ value }) => value));
  const at = (x: number, y: number) =>
    data[Math.min(heightPx - 1, Math.max(0, y)) * widthPx + Math.min(widthPx - 1, Math.max(0, x))] ?? 0;
  return Array.from(data, (_, pixel) => {
    const [column, row] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const alongX = filter.reduce((sum, { x, y, value }) => sum + value * at(column + x, row + y), 0) / norm;
    const alongY = filter.reduce((sum, { x, y, value }) => sum + value * at(column + y, row + x), 0) / norm;
    return Math.hypot(alongX, alongY);
  });
}
