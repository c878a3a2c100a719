import { expect, test } from 'vitest';

import { colourError } from './colour-error.ts';
import { rowOf } from './test-planes.ts';

test('the error is the mean over three colours where the truth is partly transparent', () => {
  const truth = rowOf([10, 20, 30, 128], [10, 20, 30, 255], [10, 20, 30, 0]);
  const result = rowOf([16, 20, 27, 128], [255, 255, 255, 255], [255, 255, 255, 255]);
  expect(colourError(result, truth)).toBe((6 + 0 + 3) / 3);
});

test('a pixel is weighted by its visible alpha', () => {
  const truth = rowOf([0, 0, 0, 200], [0, 0, 0, 50], [0, 0, 0, 90]);
  const result = rowOf([12, 12, 12, 100], [40, 40, 40, 200], [255, 255, 255, 0]);
  expect(colourError(result, truth)).toBeCloseTo((12 * 100 + 40 * 50) / 150);
});

test('without visible, partly transparent pixels the error is undefined', () => {
  expect(colourError(rowOf([1, 2, 3, 255]), rowOf([1, 2, 3, 255]))).toBeUndefined();
  expect(colourError(rowOf([1, 2, 3, 0]), rowOf([1, 2, 3, 9]))).toBeUndefined();
});
