import { expect, test } from 'vitest';

import { enlargedMap, transformedMap } from './interpolate-map.ts';

const map = { widthPx: 2, heightPx: 2, data: Float32Array.of(0, 1, 2, 3) };

function rows(read: (row: number, into: Float32Array) => void, widthPx: number, heightPx: number) {
  return Array.from({ length: heightPx }, (_, row) => {
    const into = new Float32Array(widthPx);
    read(row, into);
    return [...into];
  });
}

test('a map is interpolated between pixel centres, and its border values are repeated outside', () => {
  expect(rows(enlargedMap(map, 1, 4, 4), 4, 4)).toEqual([
    [0, 0.25, 0.75, 1],
    [0.5, 0.75, 1.25, 1.5],
    [1.5, 1.75, 2.25, 2.5],
    [2, 2.25, 2.75, 3],
  ]);
});

test('a quarter turn clockwise moves the left column to the top', () => {
  // The result's (x, y) is the map's (y, 2 − x).
  const yieldToEventLoop = { a: 0, b: -1, c: 1, d: 0, e: 0, f: 2 };
  expect(rows(transformedMap(map, 1, yieldToEventLoop, 2), 2, 2)).toEqual([
    [2, 0],
    [3, 1],
  ]);
});

test('the upright and the general method yield the same view', () => {
  const three = { widthPx: 5, heightPx: 4, data: Float32Array.from({ length: 60 }, (_, at) => (at * 37) % 11) };
  const upright = { a: 0.31, b: 0, c: 0, d: 0.47, e: 0.8, f: -0.6 };
  const a = new Float32Array(13 * 3);
  const b = new Float32Array(13 * 3);
  for (let row = 0; row < 9; row += 1) {
    transformedMap(three, 3, upright, 13)(row, a);
    transformedMap(three, 3, { ...upright, b: 1e-12 }, 13)(row, b);
    for (const [at, value] of a.entries()) expect(value).toBeCloseTo(b[at] ?? NaN, 5);
  }
});
