import { expect, test } from 'vitest';

import type { RowSource } from '../resample/create-resampler.ts';
import { drawnOnWhite, drawnRectOf } from './draw-image.ts';

function sourceOf(widthPx: number, heightPx: number, light: (x: number, y: number) => number): RowSource {
  return {
    widthPx,
    heightPx,
    readRow(row, into) {
      for (let x = 0; x < widthPx; x += 1) into.fill(light(x, row), x * 3, x * 3 + 3);
    },
  };
}

const whole = (widthPx: number, heightPx: number) => ({ left: 0, top: 0, widthPx, heightPx });

function drawn(source: RowSource, place: ReturnType<typeof whole>, widthPx: number, heightPx: number) {
  const rows = drawnOnWhite(source, place, { widthPx, heightPx });
  const into = new Float32Array(widthPx * 3);
  return Array.from({ length: heightPx }, (_, row) => {
    rows.readRow(row, into);
    return Array.from({ length: widthPx }, (__, x) => into[x * 3 + 1] ?? NaN);
  });
}

const plain = { scale: 1, offsetX: 0, offsetY: 0 };

test('an image covers the result or fits inside it, centred, then scaled and moved', () => {
  const [picture, result] = [
    { widthPx: 400, heightPx: 100 },
    { widthPx: 120, heightPx: 60 },
  ];
  expect(drawnRectOf(picture, result, { ...plain, fit: 'cover' })).toEqual({
    left: -60,
    top: 0,
    widthPx: 240,
    heightPx: 60,
  });
  expect(drawnRectOf(picture, result, { ...plain, fit: 'contain' })).toEqual({
    left: 0,
    top: 15,
    widthPx: 120,
    heightPx: 30,
  });
  expect(drawnRectOf(picture, result, { fit: 'contain', scale: 2, offsetX: 0.5, offsetY: -0.25 })).toEqual({
    left: 0,
    top: -15,
    widthPx: 240,
    heightPx: 60,
  });
});

test('drawing at the original size preserves every value', () => {
  const source = sourceOf(7, 5, (x, y) => ((x * 13 + y * 29) % 17) / 17);
  const rows = drawn(source, whole(7, 5), 7, 5);
  for (const [y, row] of rows.entries()) {
    for (const [x, value] of row.entries()) expect(value).toBeCloseTo(((x * 13 + y * 29) % 17) / 17, 6);
  }
});

test('a fine chequerboard reduces to half the light', () => {
  const source = sourceOf(64, 64, (x, y) => (x + y) % 2);
  for (const row of drawn(source, whole(16, 16), 16, 16).slice(2, -2)) {
    for (const value of row.slice(2, -2)) expect(value).toBeCloseTo(0.5, 3);
  }
});

test('enlarging twofold follows Keys’ cubic', () => {
  const values = [0.2, 0.3, 0.7, 0.6, 0.4, 0.4];
  const [row = []] = drawn(
    sourceOf(6, 1, (x) => values[x] ?? 0),
    whole(12, 1),
    12,
    1,
  );
  // The sampled point lies a quarter before the third pixel. The weights are Keys' cubic (a = −½) at 1¾, ¾, ¼ and 1¼.
  const expected = -0.0234375 * 0.2 + 0.2265625 * 0.3 + 0.8671875 * 0.7 - 0.0703125 * 0.6;
  expect(row[4]).toBeCloseTo(expected, 6);
});

test('the area outside the image is white, and a half-covered pixel is half white', () => {
  const rows = drawn(
    sourceOf(4, 4, () => 0),
    { left: 1.5, top: 1, widthPx: 2, heightPx: 2 },
    5,
    4,
  );
  expect(rows).toEqual([
    [1, 1, 1, 1, 1],
    [1, 0.5, 0, 0.5, 1],
    [1, 0.5, 0, 0.5, 1],
    [1, 1, 1, 1, 1],
  ]);
});

test('rows can be read in any order', () => {
  const rows = drawnOnWhite(
    sourceOf(9, 40, (x, y) => (x + y) / 49),
    whole(5, 13),
    { widthPx: 5, heightPx: 13 },
  );
  const [first, again] = [new Float32Array(15), new Float32Array(15)];
  rows.readRow(3, first);
  for (const row of [12, 0, 7]) rows.readRow(row, again);
  rows.readRow(3, again);
  expect(again).toEqual(first);
});
