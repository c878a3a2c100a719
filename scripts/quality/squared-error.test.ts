import { expect, test } from 'vitest';

import { meanSquaredError } from './squared-error.ts';
import { planeWhere } from './test-planes.ts';

test('the mean squared error of a ramp from 0 to 1 against zero is a third', () => {
  const ramp = planeWhere(1001, 4, (x) => x / 1000);
  const nothing = planeWhere(1001, 4, () => 0);
  expect(meanSquaredError(ramp, nothing)).toBeCloseTo(1 / 3, 3);
  expect(meanSquaredError(nothing, ramp)).toBeCloseTo(1 / 3, 3);
  expect(meanSquaredError(ramp, ramp)).toBe(0);
});
