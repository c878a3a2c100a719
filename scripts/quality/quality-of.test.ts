import { expect, test } from 'vitest';

import { alphaPlaneOf } from './pixels.ts';
import { qualityOf } from './quality-of.ts';
import { rowOf } from './test-planes.ts';

const foreground = rowOf([10, 20, 30, 255], [40, 50, 60, 100], [70, 80, 90, 0]);
const alpha = alphaPlaneOf(foreground, 'alpha');

test('the truth itself has perfect scores', () => {
  expect(qualityOf(foreground, { alpha, foreground })).toEqual({
    iou: 1,
    mae: 0,
    mse: 0,
    sad: 0,
    gradientError: 0,
    boundaryF: 1,
    edgeBandMae: 0,
    lostParts: 0,
    rests: 0,
    colourError: 0,
    oldHue: undefined,
  });
});

test('colours are compared at the size of the true foreground, and only if there is one', () => {
  const twice = rowOf(
    [10, 20, 30, 255],
    [10, 20, 30, 255],
    [43, 50, 60, 100],
    [43, 50, 60, 100],
    [9, 9, 9, 0],
    [9, 9, 9, 0],
  );
  const truth = { alpha: alphaPlaneOf(twice, 'alpha'), foreground };
  expect(qualityOf(twice, truth).colourError).toBe(1);
  expect(qualityOf(twice, { ...truth, foreground: undefined }).colourError).toBeUndefined();
});

test('different sizes are rejected', () => {
  expect(() => qualityOf(rowOf([0, 0, 0, 0]), { alpha, foreground })).toThrow(
    '1 × 1 px, and that of the reference 3 × 1 px',
  );
});
