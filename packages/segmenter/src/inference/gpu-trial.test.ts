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
  ['accepts an equal mask', half, half, true],
  ['accepts a mask that lacks one of a thousand pixels', half, changed(half, [0], 0.4), true],
  ['rejects a mask that lacks two of a thousand pixels', half, changed(half, [0, 2], 0.4), false],
  ['accepts a mask with one pixel too many', half, changed(half, [1], 0.6), true],
  ['rejects a mask with two pixels too many', half, changed(half, [1, 3], 0.6), false],
  ['accepts other values of the same subject', half, changed(half, [0, 2, 4], 0.6), true],
  ['rejects NaN within the subject', half, changed(half, [0, 2], Number.NaN), false],
  ['accepts nearly equal values without a subject', nothing, changed(nothing, [7], 0.2099), true],
  ['rejects a value that differs more without a subject', nothing, changed(nothing, [7], 0.2101), false],
  ['rejects a subject where none is expected', nothing, changed(nothing, [7], 0.9), false],
  ['rejects NaN without a subject', nothing, changed(nothing, [7], Number.NaN), false],
  ['rejects a mask of too few values', half, half.subarray(0, 1999), false],
])('agree %s', (_, expected, given, verdict) => {
  expect(agree(expected, given)).toBe(verdict);
});
