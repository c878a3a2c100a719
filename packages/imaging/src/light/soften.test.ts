import { expect, test } from 'vitest';

import { softened } from './soften.ts';

test.each([
  [1.2, 3],
  [4, 2.5],
  [9, 9],
])('a point spreads as a Gaussian of %s and %s px does', (sigmaX, sigmaY) => {
  const side = 121;
  const data = new Float32Array(side * side);
  data[60 * side + 60] = 1;
  const blurred = softened({ widthPx: side, heightPx: side, data }, 1, sigmaX, sigmaY).data;
  let [sum, alongX, alongY] = [0, 0, 0];
  for (const [at, value] of blurred.entries()) {
    const [x, y] = [(at % side) - 60, Math.floor(at / side) - 60];
    sum += value;
    alongX += value * x * x;
    alongY += value * y * y;
  }
  expect(sum).toBeCloseTo(1, 4);
  // Boxes of whole pixels only approximate the deviation.
  expect(Math.abs(Math.sqrt(alongX) - sigmaX)).toBeLessThan(0.35);
  expect(Math.abs(Math.sqrt(alongY) - sigmaY)).toBeLessThan(0.35);
});

test('an even map stays even up to its edges, and channels do not mix', () => {
  const data = Float32Array.from({ length: 20 * 10 * 3 }, (_, at) => [0.1, 0.5, 0.9][at % 3] ?? 0);
  for (const [at, value] of softened({ widthPx: 20, heightPx: 10, data }, 3, 6).data.entries()) {
    expect(value).toBeCloseTo([0.1, 0.5, 0.9][at % 3] ?? 0, 5);
  }
});
