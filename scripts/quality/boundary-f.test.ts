import { expect, test } from 'vitest';

import { boundaryF, boundaryOf } from './boundary-f.ts';
import { planeWhere } from './test-planes.ts';

const edgeAt = (column: number) => planeWhere(60, 40, (x) => (x < column ? 1 : 0));
const nothing = planeWhere(60, 40, () => 0);

test('a straight edge may deviate by up to three pixels', () => {
  expect(boundaryF(edgeAt(30), edgeAt(30))).toBe(1);
  expect(boundaryF(edgeAt(33), edgeAt(30))).toBe(1);
  expect(boundaryF(edgeAt(34), edgeAt(30))).toBe(0);
});

test('finding one of two edges has precision 1 and recall one half', () => {
  const bar = planeWhere(60, 40, (x) => (x >= 10 && x < 50 ? 1 : 0));
  expect(boundaryF(edgeAt(50), bar)).toBeCloseTo((2 * 1 * 0.5) / 1.5);
  expect(boundaryF(bar, edgeAt(50))).toBeCloseTo((2 * 1 * 0.5) / 1.5);
});

test('an empty boundary agrees only with another empty one', () => {
  expect(boundaryF(nothing, nothing)).toBe(1);
  expect(boundaryF(nothing, edgeAt(30))).toBe(0);
  expect(boundaryF(edgeAt(30), nothing)).toBe(0);
});

test('the boundary is on the pixels before a change to the right, below or diagonally', () => {
  const lowerRight = planeWhere(4, 4, (x, y) => (x >= 2 && y >= 2 ? 1 : 0));
  expect([...boundaryOf(lowerRight)]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0]);
});
