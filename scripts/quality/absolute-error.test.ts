import { expect, test } from 'vitest';

import { meanAbsoluteError, sumOfAbsoluteDifferences } from './absolute-error.ts';
import { planeWhere } from './test-planes.ts';

const ramp = planeWhere(101, 40, (x) => x / 100);
const nothing = planeWhere(101, 40, () => 0);

test('the mean error of a ramp from 0 to 1 against zero is one half', () => {
  expect(meanAbsoluteError(ramp, nothing)).toBeCloseTo(0.5);
  expect(meanAbsoluteError(nothing, ramp)).toBeCloseTo(0.5);
  expect(meanAbsoluteError(ramp, ramp)).toBe(0);
});

test('the sum is in thousands of pixels', () => {
  expect(sumOfAbsoluteDifferences(ramp, nothing)).toBeCloseTo((0.5 * 101 * 40) / 1000);
});

test('only selected pixels count', () => {
  const lastColumn = Uint8Array.from(ramp.data, (alpha) => (alpha === 1 ? 1 : 0));
  expect(meanAbsoluteError(ramp, nothing, lastColumn)).toBe(1);
  expect(meanAbsoluteError(ramp, nothing, new Uint8Array(ramp.data.length))).toBe(0);
});
