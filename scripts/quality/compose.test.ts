import { expect, test } from 'vitest';

import { compose } from './compose.ts';
import { rowOf } from './test-planes.ts';

test('a fully opaque or transparent pixel shows only one of the images', () => {
  const front = rowOf([10, 20, 30, 255], [10, 20, 30, 0]);
  const back = rowOf([200, 100, 0, 255], [200, 100, 0, 255]);
  expect(compose(front, back)).toEqual(rowOf([10, 20, 30, 255], [200, 100, 0, 255]));
});

test('half white over black has half the light, which is 188 in sRGB', () => {
  const [red = 0] = compose(rowOf([255, 255, 255, 128]), rowOf([0, 0, 0, 255])).data;
  expect(red).toBe(188);
});
