import { expect, test } from 'vitest';

import { meanSquaredError } from './squared-error.ts';
import { planeWhere } from './test-planes.ts';

test('a ramp from 0 to 1 is a third away from nothing, in the mean of squares', () => {
  const ramp = planeWhere(1001, 4, (x) => x / 1000);
  const nothing = planeWhere(1001, 4, () => 0);
  expect(meanSquaredError(ramp, nothing)).toBeCloseTo(1 / 3, 3);
  expect(meanSquaredError(nothing, ramp)).toBeCloseTo(1 / 3, 3);
  expect(meanSquaredError(ramp, ramp)).toBe(0);
});
