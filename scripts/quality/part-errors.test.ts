import { expect, test } from 'vitest';

import { lostParts, rests } from './part-errors.ts';
import { planeWhere } from './test-planes.ts';

/** A square subject of 40 px in the middle of 100 px. */
const truth = planeWhere(100, 100, (x, y) => (isWithin(x, 30, 70) && isWithin(y, 30, 70) ? 1 : 0));

function isWithin(place: number, from: number, to: number): boolean {
  return place >= from && place < to;
}

test('a missing quarter of the subject is a lost part of a quarter', () => {
  const result = planeWhere(100, 100, (x, y) => (isWithin(x, 30, 60) && isWithin(y, 30, 70) ? 1 : 0));
  expect(lostParts(result, truth)).toBeCloseTo(0.25, 1);
  expect(rests(result, truth)).toBe(0);
});

test('a ghost of a tenth of the opacity next to the subject counts with its whole area', () => {
  const result = planeWhere(100, 100, (x, y) => {
    if (isWithin(x, 5, 25) && isWithin(y, 30, 70)) return 0.1;
    return isWithin(x, 30, 70) && isWithin(y, 30, 70) ? 1 : 0;
  });
  expect(rests(result, truth)).toBeCloseTo(0.5, 1);
  expect(lostParts(result, truth)).toBe(0);
});

test('an outline that is 2 px too narrow or too wide has no lost part and no rest', () => {
  const narrow = planeWhere(100, 100, (x, y) => (isWithin(x, 32, 68) && isWithin(y, 32, 68) ? 1 : 0));
  const wide = planeWhere(100, 100, (x, y) => (isWithin(x, 28, 72) && isWithin(y, 28, 72) ? 1 : 0));
  expect([lostParts(narrow, truth), rests(wide, truth)]).toEqual([0, 0]);
});

test('an image without a subject has neither', () => {
  const nothing = planeWhere(20, 20, () => 0);
  expect([
    lostParts(nothing, nothing),
    rests(
      planeWhere(20, 20, () => 1),
      nothing,
    ),
  ]).toEqual([0, 0]);
});
