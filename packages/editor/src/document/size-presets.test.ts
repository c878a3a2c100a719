import { expect, test } from 'vitest';

import { initialState } from '../schema/initial-state.ts';
import { cropPresets } from './crop-presets.ts';
import { marketplaceSizes, withSize } from './size-presets.ts';

const choice = { preset: cropPresets[0], marginPercent: 10 };

/** Creates a matte of 400 × 600 px whose subject covers the given rows of the columns 150 to 250. */
function matteOf(top: number, bottom: number) {
  const [widthPx, heightPx] = [400, 600];
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = top; y < bottom; y += 1) data.fill(255, y * widthPx + 150, y * widthPx + 250);
  return { data, widthPx, heightPx };
}

test('a size crops the image to its ratio while the subject fits', () => {
  const { crop, size } = withSize(initialState, { widthPx: 1920, heightPx: 1080 }, matteOf(200, 400), choice);
  expect(size).toEqual({ widthPx: 1920, heightPx: 1080 });
  expect(crop).toMatchObject({ centerX: 200, centerY: 300, widthPx: 400, heightPx: expect.closeTo(225, 6) });
});

test('a size whose crop would cut the subject extends beyond the image and centres the subject', () => {
  // The subject is 400 px high, and 16:9 leaves only 225 px of the image.
  const { crop } = withSize(initialState, { widthPx: 1920, heightPx: 1080 }, matteOf(100, 500), choice);
  // With margins of 10 % above and below, 400 px are 80 % of the height.
  expect(crop).toMatchObject({ centerX: 200, centerY: 300, heightPx: expect.closeTo(500, 6) });
  expect(crop?.widthPx).toBeCloseTo((500 * 16) / 9, 6);
});

test('a crop that cuts the subject already is not extended by a size', () => {
  const state = {
    ...initialState,
    crop: { centerX: 200, centerY: 300, widthPx: 60, heightPx: 60, angleDeg: 0, mirrored: false },
  };
  const { crop } = withSize(state, { widthPx: 1080, heightPx: 1080 }, matteOf(100, 500), choice);
  expect(crop).toMatchObject({ widthPx: 60, heightPx: 60 });
});

test('an image without a subject is cropped', () => {
  const { crop } = withSize(initialState, { widthPx: 1080, heightPx: 1080 }, matteOf(0, 0), choice);
  expect(crop).toMatchObject({ widthPx: 400, heightPx: 400 });
});

test('every marketplace has a size of at least 500 px', () => {
  expect(marketplaceSizes.length).toBeGreaterThan(9);
  for (const { widthPx, heightPx } of marketplaceSizes) expect(Math.min(widthPx, heightPx)).toBeGreaterThanOrEqual(500);
});
