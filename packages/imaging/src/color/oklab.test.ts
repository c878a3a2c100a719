import { expect, test } from 'vitest';

import { fromOklab, toOklab } from './oklab.ts';

// The values are from the table in Ottosson's post; those of the primaries are from CSS Color 4.
test.each([
  ['white', [1, 1, 1], [1, 0, 0]],
  ['red', [1, 0, 0], [0.62796, 0.22486, 0.12585]],
  ['green', [0, 1, 0], [0.86644, -0.23389, 0.1795]],
  ['blue', [0, 0, 1], [0.45201, -0.03246, -0.31153]],
])('%s has its published OKLab value and converts back', (_, light, expected) => {
  const color = Float64Array.from(light);
  toOklab(color);
  for (const [at, value] of expected.entries()) expect(color[at]).toBeCloseTo(value, 4);
  fromOklab(color);
  for (const [at, value] of light.entries()) expect(color[at]).toBeCloseTo(value, 5);
});
