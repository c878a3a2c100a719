import { expect, test } from 'vitest';

import { anchors } from './layer-params.ts';
import { anchorSides, boundsOf, offsetsOf, placeBox, repeatedBoxes } from './place-layer.ts';

const frame = { x: 0, y: 0, widthPx: 1600, heightPx: 1000 };
const size = { widthPx: 200, heightPx: 100 };

/** Returns the edges of a box of quarter turns. */
function edges(box: ReturnType<typeof placeBox>) {
  const { widthPx, heightPx } = boundsOf(box, box.angleDeg);
  return [box.centerX - widthPx / 2, box.centerY - heightPx / 2, box.centerX + widthPx / 2, box.centerY + heightPx / 2];
}

test.each([
  ['top-left', [40, 40, 240, 140]],
  ['center', [740, 490, 940, 590]],
  ['bottom-right', [1440, 940, 1640, 1040]],
] as const)('anchors at %s, offset by thousandths of the shorter side', (anchor, expected) => {
  expect(edges(placeBox(size, { anchor, offsetX: 40, offsetY: 40, angleDeg: 0 }, frame))).toEqual(expected);
});

test('a layer that is turned by 90° is anchored by its upright bounds', () => {
  const box = placeBox(size, { anchor: 'bottom-right', offsetX: 0, offsetY: 0, angleDeg: 90 }, frame);
  expect(edges(box)).toEqual([1500, 800, 1600, 1000]);
});

test('the bleed around a printed page does not move a layer', () => {
  const placement = { anchor: 'bottom-right', offsetX: -10, offsetY: -10, angleDeg: 0 } as const;
  const within = placeBox(size, placement, { ...frame, x: 30, y: 30 });
  const plain = placeBox(size, placement, frame);
  expect([within.centerX - 30, within.centerY - 30]).toEqual([plain.centerX, plain.centerY]);
});

test.each(anchors)('the offsets of a box at %s put it back where it is', (anchor) => {
  const box = { ...size, centerX: 333, centerY: 777, angleDeg: 33 };
  const placed = placeBox(size, { anchor, ...offsetsOf(box, anchor, frame), angleDeg: 33 }, frame);
  expect(placed.centerX).toBeCloseTo(333, 9);
  expect(placed.centerY).toBeCloseTo(777, 9);
  expect(anchorSides[anchor]).toHaveLength(2);
});

test('copies cover every place of the frame at any angle', () => {
  for (const angleDeg of [0, 30, -45, 90]) {
    const boxes = repeatedBoxes(size, angleDeg, 50, frame);
    // A copy is 200 × 100 px with gaps of 50 px, so that no place is farther than half a copy and a gap from a middle.
    for (const [x, y] of [
      [0, 0],
      [1600, 0],
      [0, 1000],
      [1600, 1000],
      [800, 500],
      [397, 811],
    ] as const) {
      const nearest = Math.min(...boxes.map(({ centerX, centerY }) => Math.hypot(centerX - x, centerY - y)));
      expect(nearest).toBeLessThan(Math.hypot(125, 75) + 1);
    }
  }
});

test('tiny copies over a long result are limited in number and still reach all corners', () => {
  const long = { x: 0, y: 0, widthPx: 16_000, heightPx: 200 };
  const boxes = repeatedBoxes({ widthPx: 1, heightPx: 1 }, 0, 0, long);
  expect(boxes.length).toBeLessThanOrEqual(4000);
  expect(Math.max(...boxes.map(({ centerX }) => centerX))).toBeGreaterThan(15_500);
  expect(Math.min(...boxes.map(({ centerX }) => centerX))).toBeLessThan(500);
});
