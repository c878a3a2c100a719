import { expect, test } from 'vitest';

import { agree } from './gpu-trial.ts';

/** A mask in which every other value is subject: 1000 of 2000. */
const half = Float32Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? 0.9 : 0.1));
const nothing = new Float32Array(2000).fill(0.2);
const changed = (mask: Float32Array, places: readonly number[], value: number) => {
  const copy = mask.slice();
  for (const place of places) copy[place] = value;
  return copy;
};

test.each([
  ['the same', half, half, true],
  ['one of a thousand missing', half, changed(half, [0], 0.4), true],
  ['two of a thousand missing', half, changed(half, [0, 2], 0.4), false],
  ['one too many', half, changed(half, [1], 0.6), true],
  ['two too many', half, changed(half, [1, 3], 0.6), false],
  ['other values, the same subject', half, changed(half, [0, 2, 4], 0.6), true],
  ['not a number where subject is', half, changed(half, [0, 2], Number.NaN), false],
  ['no subject, nearly the same', nothing, changed(nothing, [7], 0.2099), true],
  ['no subject, one value further off', nothing, changed(nothing, [7], 0.2101), false],
  ['no subject, and one found', nothing, changed(nothing, [7], 0.9), false],
  ['no subject, not a number', nothing, changed(nothing, [7], Number.NaN), false],
  ['too few', half, half.subarray(0, 1999), false],
])('compares masks: %s', (_, expected, given, verdict) => {
  expect(agree(expected, given)).toBe(verdict);
});
