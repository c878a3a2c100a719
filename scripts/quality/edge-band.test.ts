import { expect, test } from 'vitest';

import { edgeBand } from './edge-band.ts';
import { planeWhere } from './test-planes.ts';

test('the band of one soft pixel is the disc of 10 px around it', () => {
  const spot = planeWhere(60, 60, (x, y) => (x === 30 && y === 25 ? 0.4 : 0));
  const band = edgeBand(spot);
  band.forEach((isIn, pixel) => {
    const distance = Math.hypot((pixel % 60) - 30, Math.floor(pixel / 60) - 25);
    expect(isIn).toBe(distance <= 10 ? 1 : 0);
  });
});

test('a hard edge has a band that is cut off at the border', () => {
  const edge = planeWhere(60, 5, (x) => (x < 8 ? 1 : 0));
  const row = [...edgeBand(edge)].slice(0, 60);
  expect(row).toEqual(Array.from({ length: 60 }, (_, x) => (x <= 17 ? 1 : 0)));
});

test('an image without a subject has no band', () => {
  expect(edgeBand(planeWhere(20, 20, () => 0)).includes(1)).toBe(false);
});
