import { expect, test } from 'vitest';

import { intersectionOverUnion } from './intersection-over-union.ts';
import { planeWhere } from './test-planes.ts';

test('two overlapping halves give the overlap divided by the union', () => {
  const left = planeWhere(12, 5, (x) => (x < 8 ? 1 : 0));
  const right = planeWhere(12, 5, (x) => (x >= 4 ? 1 : 0));
  expect(intersectionOverUnion(left, right)).toBeCloseTo(4 / 12);
  expect(intersectionOverUnion(left, left)).toBe(1);
});

test('a pixel counts from one half on, and two empty planes agree', () => {
  const half = planeWhere(4, 4, () => 0.5);
  const less = planeWhere(4, 4, () => 0.49);
  expect(intersectionOverUnion(half, half)).toBe(1);
  expect(intersectionOverUnion(half, less)).toBe(0);
  expect(intersectionOverUnion(less, less)).toBe(1);
});
