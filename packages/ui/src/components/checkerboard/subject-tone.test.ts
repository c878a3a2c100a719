import { expect, test } from 'vitest';

import { toneOf } from './subject-tone.ts';

/** Pixels of grey values, each with its number of pixels and its alpha. */
const subject = (...parts: readonly [grey: number, count: number, alpha?: number][]) =>
  new Uint8ClampedArray(
    parts.flatMap(([grey, count, alpha = 255]) =>
      Array.from({ length: count }, () => [grey, grey, grey, alpha]).flat(),
    ),
  );

test.each([
  ['black', subject([0, 100]), 'dark'],
  ['white', subject([255, 100]), 'light'],
  ['mid grey', subject([128, 100]), undefined],
  ['mid grey with black hair', subject([128, 80], [20, 20]), 'dark'],
  ['mid grey with a few black pixels', subject([128, 95], [0, 5]), undefined],
  ['black and white', subject([0, 50], [255, 50]), 'both'],
  ['mid grey whose surroundings are transparent black', subject([128, 10], [0, 90, 0]), undefined],
  ['nothing', subject([0, 100, 0]), undefined],
])('the tone of a subject that is %s is %s', (_, pixels, tone) => {
  expect(toneOf(pixels)).toBe(tone);
});
