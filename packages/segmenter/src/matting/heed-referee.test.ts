import { expect, test } from 'vitest';

import { heedReferee } from './heed-referee.ts';

const size = { widthPx: 192, heightPx: 192 };
type Box = readonly [left: number, top: number, right: number, bottom: number, share: number];

/**
 * Returns a mask of `sidePx` for an image of 192 px. Each box gives its share of subject, and where boxes overlap the
 * last one counts.
 */
function maskOf(sidePx: number, ...boxes: readonly Box[]) {
  const mask = Float32Array.from({ length: sidePx * sidePx }, (_, at) => {
    const [x, y] = [(((at % sidePx) + 0.5) * 192) / sidePx, ((Math.floor(at / sidePx) + 0.5) * 192) / sidePx];
    return boxes.findLast(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom)?.[4] ?? 0;
  });
  return { mask, widthPx: sidePx, heightPx: sidePx };
}

function heeded(boxes: readonly Box[], seen: readonly Box[]) {
  const { mask } = maskOf(192, ...boxes);
  heedReferee(mask, size, maskOf(64, ...seen));
  return (x: number, y: number) => mask[y * 192 + x] ?? NaN;
}

const person: Box = [40, 10, 150, 190, 1];

test('a half-transparent jumper becomes solid if the referee detects a person there', () => {
  const at = heeded([person, [60, 100, 130, 170, 0.4]], [person]);
  expect(at(95, 135)).toBeGreaterThan(0.99);
  expect(at(20, 100)).toBe(0);
});

test('a half-transparent wall next to a person disappears if the referee detects nobody there', () => {
  const at = heeded([[5, 60, 40, 120, 0.4], person], [person]);
  expect(at(15, 90)).toBeLessThan(0.01);
  expect(at(95, 135)).toBe(1);
});

test('areas of which the mask is sure stay, whatever the referee detects', () => {
  const at = heeded([person, [60, 100, 130, 170, 0]], [person]);
  expect(at(95, 135)).toBe(0);
  expect(heeded([person, [151, 60, 190, 120, 1]], [person])(170, 90)).toBe(1);
});

test.each<[string, readonly Box[]]>([
  ['nothing', []],
  ['something else', [[0, 0, 30, 190, 1]]],
])('a subject that the referee does not recognise stays unchanged when the referee detects %s', (_, seen) => {
  const glass: Box = [60, 40, 150, 160, 0.5];
  const at = heeded([glass], seen);
  expect(at(100, 100)).toBeCloseTo(0.5, 6);
  expect(at(65, 45)).toBeCloseTo(0.5, 6);
});

test('a soft outline stays, though it lies inside the referee’s outline', () => {
  const soft: Box = [38, 8, 152, 192, 0.5];
  const at = heeded([soft, person], [[38, 8, 152, 192, 1]]);
  for (const x of [39, 151]) expect(Math.abs(at(x, 100) - 0.5)).toBeLessThan(0.03);
});
