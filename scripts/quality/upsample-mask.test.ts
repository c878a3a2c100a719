import { expect, test } from 'vitest';

import { planeWhere } from './test-planes.ts';
import { upsampleMask } from './upsample-mask.ts';

test('a slope keeps its values at the mask’s sampling points and is flat behind the last pixel', () => {
  const mask = planeWhere(8, 4, (x, y) => (x + 10 * y) / 100);
  const { data } = upsampleMask(mask, { widthPx: 24, heightPx: 6 });
  const expected = planeWhere(24, 6, (x, y) => (Math.min(7, x / 3) + 10 * Math.min(3, (y * 4) / 6)) / 100);
  data.forEach((value, pixel) => expect(value).toBeCloseTo(expected.data[pixel] ?? Number.NaN, 6));
});

test('a mask of the same size is unchanged', () => {
  const mask = planeWhere(5, 7, (x, y) => Math.abs(Math.sin(x + 3 * y)));
  expect(upsampleMask(mask, mask)).toEqual(mask);
});
