import { expect, test } from 'vitest';

import { applyMatte } from './apply-matte.ts';

test('the matte becomes the alpha, and invisible pixels lose their colour', () => {
  const rgba = Uint8ClampedArray.from([10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255]);
  applyMatte(rgba, Uint8ClampedArray.from([255, 128, 0]));
  expect([...rgba]).toEqual([10, 20, 30, 255, 40, 50, 60, 128, 0, 0, 0, 0]);
});

test('a picture that is transparent already stays so', () => {
  const rgba = Uint8ClampedArray.from([1, 2, 3, 128, 4, 5, 6, 0]);
  const matte = Uint8ClampedArray.from([128, 255]);
  applyMatte(rgba, matte);
  // 128 × 128 / 255 = 64.25
  expect([...rgba]).toEqual([1, 2, 3, 64, 0, 0, 0, 0]);
  expect([...matte]).toEqual([64, 0]);
});
