import { expect, test } from 'vitest';

import { resizeMatte } from './resize-matte.ts';

test('the same size gives the same values, as bytes', () => {
  expect([...resizeMatte(Float32Array.from([0, 0.2, 0.4, 1]), 2, 2, 2, 2)]).toEqual([0, 51, 102, 255]);
});

test('twice the width interpolates between pixel centres and extends the edges', () => {
  // Centres of four output pixels lie at −0.25, 0.25, 0.75 and 1.25 of the input.
  expect([...resizeMatte(Float32Array.from([0, 1]), 2, 1, 4, 1)]).toEqual([0, 64, 191, 255]);
});

test('an even ramp stays an even ramp at any size', () => {
  const ramp = Float32Array.from({ length: 64 }, (_, index) => (index + 0.5) / 64);
  const wide = resizeMatte(ramp, 64, 1, 1000, 3);
  for (let x = 20; x < 980; x += 60) {
    const expected = (255 * (x + 0.5)) / 1000;
    expect(Math.abs((wide[1000 + x] ?? 0) - expected)).toBeLessThanOrEqual(0.51);
  }
});

test('rows and columns are not mixed up', () => {
  const topLeft = resizeMatte(Float32Array.from([1, 0, 0, 0, 0, 0]), 3, 2, 3, 2);
  expect([...topLeft]).toEqual([255, 0, 0, 0, 0, 0]);
});
