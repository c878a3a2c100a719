import { expect, test } from 'vitest';

import type { Rgba } from './pixels.ts';
import { shrink } from './shrink.ts';
import { rowOf } from './test-planes.ts';

test('a new pixel is the mean of those that it covers, including partly covered ones', () => {
  const row = rowOf([0, 0, 0, 255], [90, 90, 90, 255], [240, 240, 240, 255]);
  const shrunk = shrink(row, { widthPx: 2, heightPx: 1 });
  // Each covers one and a half pixels: (0 + 90 / 2) / 1.5 and (90 / 2 + 240) / 1.5.
  expect(shrunk).toEqual(rowOf([30, 30, 30, 255], [190, 190, 190, 255]));
});

test('a transparent pixel does not affect the colour', () => {
  const row = rowOf([200, 100, 50, 255], [0, 255, 0, 0]);
  expect(shrink(row, { widthPx: 1, heightPx: 1 })).toEqual(rowOf([200, 100, 50, 128]));
});

test('width and height are reduced', () => {
  const grey = (value: number) => [value, value, value, 255];
  const square: Rgba = {
    data: new Uint8Array([1, 3, 5, 7, 9, 11, 13, 15, 2, 4, 6, 8, 10, 12, 14, 16].flatMap(grey)),
    widthPx: 4,
    heightPx: 4,
  };
  expect([...shrink(square, { widthPx: 2, heightPx: 2 }).data]).toEqual([6, 10, 7, 11].flatMap(grey));
});
