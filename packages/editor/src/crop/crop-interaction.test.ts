import { expect, test } from 'vitest';

import { cropCorners, upright } from '../document/crop-geometry.ts';
import type { CropRect } from '../schema/document-state.ts';
import { crops } from '../testing/example-crops.ts';
import { type Handle, handleSides, moved, resized, snappingTo } from './crop-interaction.ts';

const image = { widthPx: 400, heightPx: 300 };
const crop: CropRect = { centerX: 150, centerY: 100, widthPx: 120, heightPx: 80, angleDeg: 0, mirrored: false };

const ratioOf = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) => widthPx / heightPx;

test('a turned crop moves in the direction of the drag on the screen', () => {
  const turned = { ...crop, angleDeg: 90 };
  // A move to the right on the screen is a move upwards in the turned image.
  expect(moved(turned, 10, 0)).toEqual({ ...turned, centerY: 90 });
  expect(moved({ ...crop, mirrored: true }, 10, 4)).toEqual({ ...crop, mirrored: true, centerX: 140, centerY: 104 });
});

test('resizing keeps the side opposite the handle in place', () => {
  for (const crop of crops(60)) {
    const before = cropCorners(crop);
    for (const handle of Object.keys(handleSides) as Handle[]) {
      const [sideX, sideY] = handleSides[handle];
      const next = resized(crop, handle, sideX * 13, sideY * 9);
      const after = cropCorners(next);
      expect(next.widthPx - crop.widthPx).toBeCloseTo(Math.abs(sideX) * 13, 8);
      expect(next.heightPx - crop.heightPx).toBeCloseTo(Math.abs(sideY) * 9, 8);
      if (sideX >= 0) expect(after.left).toBeCloseTo(before.left, 8);
      if (sideX <= 0) expect(after.right).toBeCloseTo(before.right, 8);
      if (sideY >= 0) expect(after.top).toBeCloseTo(before.top, 8);
      if (sideY <= 0) expect(after.bottom).toBeCloseTo(before.bottom, 8);
      const locked = resized(crop, handle, sideX * 21, sideY * 5, { ratio: 1.5 });
      expect(ratioOf(locked)).toBeCloseTo(1.5, 8);
    }
  }
});

test('does not resize a crop below 16 px', () => {
  const small = resized(crop, 'bottom-right', -500, -500);
  expect([small.widthPx, small.heightPx]).toEqual([16, 16]);
  expect([cropCorners(small).left, cropCorners(small).top]).toEqual([90, 60]);
  const wide = resized(crop, 'right', -500, 0, { ratio: 2 });
  expect([wide.widthPx, wide.heightPx]).toEqual([32, 16]);
});

test('a moved or resized crop snaps to lines of the image and of the subject', () => {
  const snapping = snappingTo(image, upright, { left: 100, top: 50, right: 190, bottom: 130 }, 5);
  expect(snapping).toEqual({ across: [0, 400, 200, 100, 190, 145], down: [0, 300, 150, 50, 130, 90], reachPx: 5 });
  // The left edge, at 93, snaps to the subject's edge. The middle would be 8 px from a line.
  expect(cropCorners(moved(crop, 3, 0, { ...snapping, across: [100, 0], reachPx: 8 })).left).toBe(100);
  expect(cropCorners(moved(crop, -87, -57, snapping))).toMatchObject({ left: 0, top: 0 });
  expect(cropCorners(resized(crop, 'right', -17, 0, { snapping })).right).toBe(190);
  const square = resized({ ...crop, heightPx: 120 }, 'bottom-right', -18, -30, { ratio: 1, snapping });
  expect([cropCorners(square).right, square.widthPx, square.heightPx]).toEqual([190, 100, 100]);
  expect(snappingTo(image, { angleDeg: 5, mirrored: false }, undefined, 5).across).toHaveLength(1);
});
