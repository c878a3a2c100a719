import { expect, test } from 'vitest';

import { compare } from './compare.ts';

const earlier = { cat: { mae: 0.02 }, dog: { mae: 0.1 }, mug: { mae: 0.05 }, only: { mae: 9 } };
const scores = { cat: { mae: 0.01 }, dog: { mae: 0.2 }, mug: { mae: 0.05 }, other: { mae: 9 } };

test('means include only common images, and a halved and a doubled error cancel image by image', () => {
  const comparison = compare(scores, earlier, 'mae');
  expect(comparison).toMatchObject({ n: 3, better: 1, of: 2 });
  expect(comparison?.mean).toBeCloseTo(0.26 / 3);
  expect(comparison?.earlierMean).toBeCloseTo(0.17 / 3);
  expect(comparison?.ofMeans).toBeCloseTo(26 / 17);
  expect(comparison?.pictureByPicture).toBeCloseTo(1, 3);
});

test('a higher IoU is better', () => {
  expect(compare({ cat: { iou: 0.9 } }, { cat: { iou: 0.8 } }, 'iou')).toMatchObject({ better: 1, of: 1 });
});

test('without a common image for the metric the comparison is undefined', () => {
  expect(compare(scores, earlier, 'colourError')).toBeUndefined();
});
