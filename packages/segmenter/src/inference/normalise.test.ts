import { expect, test } from 'vitest';

import { normalise } from './normalise.ts';

test('pixels become planes, each channel with its own mean and deviation', () => {
  const twoPixels = Uint8ClampedArray.from([0, 128, 255, 255, 64, 192, 32, 0]);
  const tensor = normalise(twoPixels, { mean: [128, 128, 0], std: [256, 64, 255] });
  expect([...tensor]).toEqual([-0.5, -0.25, 0, 1, 1, Math.fround(32 / 255)]);
});
