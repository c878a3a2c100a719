import { expect, test } from 'vitest';

import { findSoftestPlace } from './find-softest-place.ts';

test('findSoftestPlace returns the place with the most half-transparent pixels', () => {
  const [widthPx, heightPx] = [480, 240];
  const data = new Uint8ClampedArray(widthPx * heightPx);
  // A hard edge from top to bottom with a soft seam, and a soft spot of 30 × 30 px around (305, 100).
  for (let y = 0; y < heightPx; y += 1) data.fill(255, y * widthPx, y * widthPx + 200);
  for (let y = 0; y < heightPx; y += 1) data[y * widthPx + 200] = 128;
  for (let y = 85; y < 115; y += 1) data.fill(128, y * widthPx + 290, y * widthPx + 320);
  const { x, y } = findSoftestPlace({ widthPx, heightPx, data });
  expect(Math.abs(x - 305)).toBeLessThanOrEqual(24);
  expect(Math.abs(y - 100)).toBeLessThanOrEqual(24);
});
