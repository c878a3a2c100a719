import { expect, test } from 'vitest';

import { oldHue } from './old-hue.ts';
import { alphaPlaneOf } from './pixels.ts';
import { rowOf } from './test-planes.ts';

type Colour = readonly [red: number, green: number, blue: number];
const [red, green, yellow]: readonly [Colour, Colour, Colour] = [
  [200, 40, 40],
  [30, 160, 50],
  [150, 100, 45],
];

/** A red subject next to a green background, with two pixels between them in the given colours. */
const edge = (subject: Colour, background: Colour, ...between: readonly Colour[]) =>
  rowOf([...subject, 255], ...between.map((each) => [...each, 128] as const), [...background, 0]);

const truth = alphaPlaneOf(edge(red, green, yellow, yellow), 'alpha');
const picture = edge(red, green, yellow, yellow);

test.each([
  ['0 when no pixel has that hue', [red, red], 0],
  ['0.5 when one of two pixels has it', [green, red], 0.5],
  ['1 when both pixels have it', [green, green], 1],
] as const)('the share of the edge with the background’s hue is %s', (_, between, share) => {
  expect(oldHue(edge(red, green, ...between), picture, truth)).toBe(share);
});

test('the lightness of a colour makes no difference', () => {
  expect(oldHue(edge(red, green, [100, 20, 20], [15, 80, 25]), picture, truth)).toBe(0.5);
});

test('a hardly visible pixel of the result does not count', () => {
  const result = rowOf([...red, 255], [...green, 40], [...red, 128], [...green, 0]);
  expect(oldHue(result, picture, truth)).toBe(0);
});

test('a subject on a background of its own hue gives undefined', () => {
  const grey = edge([90, 90, 90], [200, 200, 200], [140, 140, 140], [140, 140, 140]);
  expect(oldHue(grey, grey, truth)).toBeUndefined();
});

test('a background far from the edge is ignored', () => {
  const row = (width: number) =>
    rowOf([...red, 255], [...green, 128], ...Array.from({ length: width }, () => [...red, 255] as const), [
      ...green,
      0,
    ]);
  expect(oldHue(row(2), row(2), alphaPlaneOf(row(2), 'alpha'))).toBe(1);
  expect(oldHue(row(9), row(9), alphaPlaneOf(row(9), 'alpha'))).toBeUndefined();
});
