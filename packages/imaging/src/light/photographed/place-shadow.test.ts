import { expect, test } from 'vitest';

import { identity, scaling, translation } from '../../geometry/affine.ts';
import { placedShadow } from './place-shadow.ts';

const [widthPx, heightPx] = [40, 20];
/** The right half leaves half of the light, up to the edge of the photograph. */
const left = { widthPx, heightPx, data: Float32Array.from({ length: 800 }, (_, at) => (at % 40 < 20 ? 1 : 0.5)) };

function rowOf(change: Partial<{ strength: number; softness: number }>, toMap = identity, width = widthPx) {
  const line = new Float32Array(width);
  placedShadow(left, { strength: 100, softness: 0, ...change }, toMap, width)(10, line);
  return line;
}

test('a shadow lies where it lies in the photograph, at its strength', () => {
  expect([...rowOf({})]).toEqual([...left.data.subarray(0, 40)]);
  expect(rowOf({ strength: 40 })[30]).toBeCloseTo(0.8, 5);
  expect(rowOf({ strength: 0 }).every((share) => share === 1)).toBe(true);
});

test('a shadow follows the photograph when it is moved and enlarged', () => {
  expect(rowOf({}, translation(15, 0))[6]).toBeCloseTo(0.5, 5);
  const large = rowOf({}, scaling(0.5), 80);
  expect([large[38], large[42]].map((share) => Math.round((share ?? 0) * 100))).toEqual([100, 50]);
});

test('a shadow that the edge of the photograph cuts off fades beyond it', () => {
  const beyond = rowOf({}, translation(30, 0));
  expect(beyond[9]).toBeCloseTo(0.5, 5);
  expect(beyond[11]).toBeGreaterThan(0.5);
  expect(beyond[11]).toBeLessThan(0.95);
  expect(beyond[20]).toBe(1);
});

test('softness spreads the edge and keeps the middle', () => {
  const soft = rowOf({ softness: 100 });
  expect(soft[18]).toBeLessThan(0.98);
  expect(soft[21]).toBeGreaterThan(0.52);
  expect(soft[34]).toBeCloseTo(0.5, 1);
});
