import { expect, test } from 'vitest';

import { boundaryF, boundaryOf } from './boundary-f.ts';
import { planeWhere } from './test-planes.ts';

const edgeAt = (column: number) => planeWhere(60, 40, (x) => (x < column ? 1 : 0));
const nothing = planeWhere(60, 40, () => 0);

test('a straight edge may be off by three pixels and no more', () => {
  expect(boundaryF(edgeAt(30), edgeAt(30))).toBe(1);
  expect(boundaryF(edgeAt(33), edgeAt(30))).toBe(1);
  expect(boundaryF(edgeAt(34), edgeAt(30))).toBe(0);
});

test('two edges of which one is found: precision 1, recall one half', () => {
  const bar = planeWhere(60, 40, (x) => (x >= 10 && x < 50 ? 1 : 0));
  expect(boundaryF(edgeAt(50), bar)).toBeCloseTo((2 * 1 * 0.5) / 1.5);
  expect(boundaryF(bar, edgeAt(50))).toBeCloseTo((2 * 1 * 0.5) / 1.5);
});

test('no boundary agrees with none, and with no other', () => {
  expect(boundaryF(nothing, nothing)).toBe(1);
  expect(boundaryF(nothing, edgeAt(30))).toBe(0);
  expect(boundaryF(edgeAt(30), nothing)).toBe(0);
});

test('the boundary runs on the pixels before the change, to the right, below and aslant', () => {
  const lowerRight = planeWhere(4, 4, (x, y) => (x >= 2 && y >= 2 ? 1 : 0));
  expect([...boundaryOf(lowerRight)]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0]);
});
