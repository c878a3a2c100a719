import { expect, test } from 'vitest';

import { hasFaintRemains } from './has-faint-remains.ts';

const [widthPx, heightPx] = [1200, 900];

/** Matte with a solid square in the upper left. `alphaAt` returns all other values. */
function matteOf(alphaAt: (x: number, y: number) => number) {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return x > 100 && x < 500 && y > 100 && y < 500 ? 255 : alphaAt(x, y);
  });
  return { data, widthPx, heightPx };
}

test.each([
  ['is true for a haze far from the subject', (x: number) => (x > 800 ? 30 : 0), true],
  ['is true for thin faint lines far from the subject', (x: number) => (x > 800 && x % 40 === 0 ? 40 : 0), true],
  [
    'is false for hair next to the subject',
    (x: number, y: number) => (x >= 500 && x < 520 && y > 100 && y < 500 ? 60 : 0),
    false,
  ],
  ['is false for a separate solid piece', (x: number, y: number) => (x > 800 && y > 500 ? 255 : 0), false],
  ['is false for a matte without remains', () => 0, false],
])('hasFaintRemains %s', (_, alphaAt, expected) => {
  expect(hasFaintRemains(matteOf(alphaAt))).toBe(expected);
});
