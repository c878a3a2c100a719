import { expect, test } from 'vitest';

import { largestEmptyPart } from './largest-empty-part.ts';
import type { AlphaPlane } from './pixels.ts';
import { randomFrom } from './random.ts';
import { planeWhere } from './test-planes.ts';

test('next to a subject the larger side is found', () => {
  const bar = planeWhere(20, 10, (x) => (x === 7 ? 0.1 : 0));
  expect(largestEmptyPart(bar)).toEqual({ leftPx: 8, topPx: 0, widthPx: 12, heightPx: 10 });
  expect(largestEmptyPart(planeWhere(3, 3, () => 1))).toBeUndefined();
});

test('the result is empty and as large as the largest of all empty rectangles', () => {
  const random = randomFrom('empty part');
  for (let round = 0; round < 20; round += 1) {
    const plane = planeWhere(9, 8, () => (random() < 0.3 ? 1 : 0));
    const found = largestEmptyPart(plane);
    expect(found && isEmpty(plane, found.leftPx, found.topPx, found.widthPx, found.heightPx)).toBe(true);
    expect((found?.widthPx ?? 0) * (found?.heightPx ?? 0)).toBe(largestArea(plane));
  }
});

function largestArea(plane: AlphaPlane): number {
  let largest = 0;
  for (let left = 0; left < plane.widthPx; left += 1) {
    for (let top = 0; top < plane.heightPx; top += 1) {
      for (let width = 1; left + width <= plane.widthPx; width += 1) {
        for (let height = 1; top + height <= plane.heightPx; height += 1) {
          if (width * height > largest && isEmpty(plane, left, top, width, height)) largest = width * height;
        }
      }
    }
  }
  return largest;
}

function isEmpty({ data, widthPx }: AlphaPlane, left: number, top: number, width: number, height: number): boolean {
  for (let y = top; y < top + height; y += 1) {
    if (data.subarray(y * widthPx + left, y * widthPx + left + width).some((alpha) => alpha > 0)) return false;
  }
  return true;
}
