import { expect, test } from 'vitest';

import { cropAlike } from './crop-alike.ts';

/** Returns a matte with a rectangle. */
function matteOf(left: number, top: number, widthPx: number, heightPx: number) {
  const matte = { data: new Uint8ClampedArray(200 * 200), widthPx: 200, heightPx: 200 };
  for (let y = top; y < top + heightPx; y += 1) matte.data.fill(255, y * 200 + left, y * 200 + left + widthPx);
  return matte;
}

test('a subject that is twice as large and elsewhere gets a crop that is twice as large about it', () => {
  const crop = { centerX: 30, centerY: 25, widthPx: 60, heightPx: 50, angleDeg: 0, mirrored: false };
  // The subject has its middle at 25, 25, which is 5 px to the left of the crop's.
  const made = cropAlike(crop, matteOf(20, 15, 10, 20), matteOf(100, 80, 20, 40));
  expect(made).toEqual({ ...crop, centerX: 120, centerY: 100, widthPx: 120, heightPx: 100 });
});

test('a crop needs a subject', () => {
  const crop = { centerX: 30, centerY: 25, widthPx: 60, heightPx: 50, angleDeg: 0, mirrored: false };
  expect(cropAlike(crop, matteOf(0, 0, 10, 10), matteOf(0, 0, 0, 0))).toBeUndefined();
});
