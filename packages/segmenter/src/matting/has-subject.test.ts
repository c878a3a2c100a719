import { expect, test } from 'vitest';

import { hasSubject } from './has-subject.ts';

/** 10 000 pixels: so many solid ones, and so many that are half transparent. */
const maskOf = (solid: number, half: number) =>
  Float32Array.from({ length: 10_000 }, (_, at) => (at < solid ? 1 : at < solid + half ? 0.5 : 0));

test.each<[string, boolean, number, number]>([
  ['a small thing with a soft edge', true, 30, 12],
  ['a few shreds that are mostly haze', false, 20, 30],
  ['a large thing of glass', true, 0, 900],
  ['a small thing that is solid', true, 10, 0],
])('%s: %s', (_, expected, solid, half) => {
  expect(hasSubject(maskOf(solid, half))).toBe(expected);
});
