import { expect, test } from 'vitest';

import { nextClick } from './next-click.ts';

const size = { widthPx: 40, heightPx: 30 };

/** Returns a plane in which these rectangles (left, top, width, height) are 1. */
function planeOf(...rectangles: readonly (readonly [number, number, number, number])[]): Uint8Array {
  return Uint8Array.from({ length: size.widthPx * size.heightPx }, (_, at) => {
    const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    return Number(rectangles.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h));
  });
}

test('the first click is in the middle of the subject, and keeps it', () => {
  expect(nextClick(planeOf([5, 5, 11, 11]), planeOf(), size)).toEqual({ xPx: 10.5, yPx: 10.5, keep: true, depthPx: 6 });
});

test('the next click is in the thickest fault, and leaves out what is too much', () => {
  const truth = planeOf([5, 5, 11, 11]);
  const result = planeOf([5, 5, 11, 9], [25, 10, 7, 7]);
  expect(nextClick(truth, result, size)).toEqual({ xPx: 28.5, yPx: 13.5, keep: false, depthPx: 4 });
});

test('nothing is clicked when the result is right', () => {
  const truth = planeOf([5, 5, 11, 11]);
  expect(nextClick(truth, truth, size)).toBeUndefined();
});
