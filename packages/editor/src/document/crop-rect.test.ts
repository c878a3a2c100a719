import { inverse, mapped } from '@isola/imaging';
import { expect, test } from 'vitest';

import {
  centeredCrop,
  cropScene,
  enlargementOf,
  cropForRatio,
  cropOrNone,
  cropCorners,
  type Handle,
  handleSides,
  isInside,
  mirrored,
  moved,
  placementOf,
  resized,
  resultSize,
  rotatedQuarterTurn,
  snappingTo,
  straightened,
  straighteningOf,
  subjectBox,
  upright,
  wholeImageCrop,
} from './crop-rect.ts';
import { builtInSchema } from '../registry/document-schema.ts';
import type { CropRect } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

const photo = { widthPx: 400, heightPx: 300 };
const crop: CropRect = { centerX: 150, centerY: 100, widthPx: 120, heightPx: 80, angleDeg: 0, mirrored: false };

/** Always the same numbers, 0…1. @see Park and Miller 1988 */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Frames of every kind, many of them beyond the image. */
function* frames(count: number): Generator<CropRect> {
  const next = numbers(7);
  for (let at = 0; at < count; at += 1) {
    yield {
      centerX: next() * 400,
      centerY: next() * 300,
      widthPx: 20 + next() * 300,
      heightPx: 20 + next() * 200,
      angleDeg: at % 4 === 0 ? (at % 16) * 22.5 - 180 : next() * 360 - 180,
      mirrored: next() > 0.5,
    };
  }
}

/** The places of its corners in the image, by school geometry: mirrored first, then turned clockwise. */
function cornersOf({ centerX, centerY, widthPx, heightPx, angleDeg, mirrored: isMirrored }: CropRect) {
  const radians = (-angleDeg * Math.PI) / 180;
  return [-1, 1].flatMap((sideX) =>
    [-1, 1].map((sideY) => {
      const [x, y] = [(sideX * widthPx) / 2, (sideY * heightPx) / 2];
      const across = x * Math.cos(radians) - y * Math.sin(radians);
      const down = x * Math.sin(radians) + y * Math.cos(radians);
      return [centerX + (isMirrored ? -across : across), centerY + down] as const;
    }),
  );
}

const liesInside = (frame: CropRect) =>
  cornersOf(frame).every(([x, y]) => x > -0.02 && x < photo.widthPx + 0.02 && y > -0.02 && y < photo.heightPx + 0.02);

const ratioOf = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) => widthPx / heightPx;

test('without a frame and a size, every pixel stays where it is', () => {
  expect(placementOf(photo)).toEqual({ toPhoto: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, ...photo });
});

test('a crop goes to the nearest whole px', () => {
  const { toPhoto, ...size } = placementOf(photo, { ...crop, centerX: 150.3, widthPx: 120.9 });
  expect(size).toEqual({ widthPx: 120, heightPx: 80 });
  // 150.3 − 60 = 90.3.
  expect(toPhoto).toEqual({ a: 1, b: 0, c: 0, d: 1, e: 90, f: 60 });
});

test('a quarter turn of the whole changes nothing but places', () => {
  const { toPhoto, ...size } = placementOf(photo, rotatedQuarterTurn(wholeImageCrop(photo), 'clockwise'));
  expect(size).toEqual({ widthPx: 300, heightPx: 400 });
  // What was below on the left is above on the left.
  expect(mapped(toPhoto, 0, 0)).toEqual([0, 300]);
  expect(mapped(toPhoto, 300, 0)).toEqual([0, 0]);
  expect(mapped(toPhoto, 0, 400)).toEqual([400, 300]);
});

test('the corners of the result are the corners of the frame', () => {
  for (const frame of frames(200)) {
    const { toPhoto, widthPx, heightPx } = placementOf(photo, frame);
    const seen = cornersOf({ ...frame, widthPx, heightPx });
    const corners = [0, widthPx].flatMap((x) => [0, heightPx].map((y) => mapped(toPhoto, x, y)));
    for (const [index, [x, y]] of corners.entries()) {
      expect(Math.abs(x - (seen[index]?.[0] ?? NaN))).toBeLessThan(0.51);
      expect(Math.abs(y - (seen[index]?.[1] ?? NaN))).toBeLessThan(0.51);
    }
  }
});

test('a size scales evenly, and what is beyond its ratio is cut off on both sides', () => {
  const { toPhoto } = placementOf(photo, crop, { widthPx: 40, heightPx: 40 });
  expect(toPhoto).toEqual({ a: 2, b: 0, c: 0, d: 2, e: 110, f: 60 });
  // 4000 × 3001 to 1000 × 750: not a hair beyond the image, where nothing is.
  const whole = placementOf({ widthPx: 4000, heightPx: 3001 }, undefined, { widthPx: 1000, heightPx: 750 });
  expect([whole.toPhoto.a, whole.toPhoto.e, whole.toPhoto.f]).toEqual([4, 0, 0.5]);
  // Less than one px along the side: nothing is blended for that.
  expect(placementOf(photo, { ...crop, widthPx: 120.5 }, { widthPx: 120, heightPx: 80 }).toPhoto.a).toBe(1);
});

test('a frame larger than a picture may be is made smaller as a whole', () => {
  const size = resultSize({ widthPx: 60_000, heightPx: 30_000 });
  expect(size.widthPx * size.heightPx).toBeLessThanOrEqual(64_000_000);
  expect(ratioOf(size)).toBeCloseTo(2, 3);
  expect(resultSize({ widthPx: 60_000, heightPx: 100 })).toEqual({ widthPx: 16_384, heightPx: 27 });
  expect(resultSize({ widthPx: 0.2, heightPx: 999.999_999_9 })).toEqual({ widthPx: 1, heightPx: 1000 });
  expect(enlargementOf(crop, { widthPx: 240, heightPx: 80 })).toBe(2);
});

test('the box round a subject holds all of it, and nothing weaker', () => {
  const data = new Uint8Array(20 * 10);
  data[3 * 20 + 7] = 200;
  data[6 * 20 + 11] = 128;
  data[8 * 20 + 19] = 127;
  const matte = { data, widthPx: 20, heightPx: 10 };
  expect(subjectBox(matte, 128)).toEqual({ left: 7, top: 3, right: 12, bottom: 7 });
  expect(subjectBox(matte, 1)).toEqual({ left: 7, top: 3, right: 20, bottom: 9 });
  expect(subjectBox(matte, 201)).toBeUndefined();
  expect(subjectBox(matte, 128, { angleDeg: 90, mirrored: false })).toEqual({
    left: -7,
    top: 7,
    right: -3,
    bottom: 12,
  });
  expect(subjectBox(matte, 128, { angleDeg: 0, mirrored: true })).toEqual({ left: -12, top: 3, right: -7, bottom: 7 });
});

test('a disc has the same box whichever way it is turned', () => {
  const data = Uint8Array.from({ length: 200 * 200 }, (_, at) =>
    Math.hypot((at % 200) + 0.5 - 120, Math.floor(at / 200) + 0.5 - 80) < 40 ? 255 : 0,
  );
  for (const angleDeg of [0, 10, 45, 77, 133]) {
    const box = subjectBox({ data, widthPx: 200, heightPx: 200 }, 128, { angleDeg, mirrored: false });
    expect((box?.right ?? 0) - (box?.left ?? 0)).toBeGreaterThan(78.5);
    expect((box?.right ?? 0) - (box?.left ?? 0)).toBeLessThan(81.5);
    const radians = (angleDeg * Math.PI) / 180;
    expect(((box?.right ?? 0) + (box?.left ?? 0)) / 2).toBeCloseTo(120 * Math.cos(radians) - 80 * Math.sin(radians), 0);
  }
});

test.each([
  [1, 0.1],
  [4 / 5, 0.075],
  [16 / 9, 0],
  [9 / 16, 0.3],
])('a centred subject has its margin: ratio %d, margin %d', (ratio, margin) => {
  const box = { left: 30, top: 60, right: 130, bottom: 110 };
  for (const orientation of [upright, { angleDeg: 20, mirrored: true }]) {
    const frame = centeredCrop(box, ratio, margin, orientation);
    const rect = cropCorners(frame);
    const [atLeft, atRight] = [box.left - rect.left, rect.right - box.right].map((gap) => gap / frame.widthPx);
    const [above, below] = [box.top - rect.top, rect.bottom - box.bottom].map((gap) => gap / frame.heightPx);
    expect(ratioOf(frame)).toBeCloseTo(ratio, 10);
    expect(atLeft).toBeCloseTo(atRight ?? NaN, 10);
    expect(above).toBeCloseTo(below ?? NaN, 10);
    expect(Math.min(atLeft ?? NaN, above ?? NaN)).toBeCloseTo(margin, 10);
  }
});

test('a subject centred for a size fills as much of it as the margin leaves', () => {
  const box = { left: 30, top: 60, right: 130, bottom: 110 };
  const size = { widthPx: 2000, heightPx: 2000 };
  const { toPhoto } = placementOf(photo, centeredCrop(box, size, 0.1), size);
  const back = inverse(toPhoto);
  expect(mapped(back, 30, 85)).toEqual([expect.closeTo(200, 6), expect.closeTo(1000, 6)]);
  expect(mapped(back, 130, 85)).toEqual([expect.closeTo(1800, 6), expect.closeTo(1000, 6)]);
});

test('the largest frame of a ratio becomes the largest of another, and the way back is the same', () => {
  const square = cropForRatio(wholeImageCrop(photo), 1, photo);
  expect(square).toEqual({ ...wholeImageCrop(photo), widthPx: 300 });
  expect(cropOrNone(cropForRatio(square, 4 / 3, photo), photo)).toBeUndefined();
  const wide = cropForRatio(square, 16 / 9, photo);
  expect([wide.widthPx, wide.heightPx]).toEqual([400, expect.closeTo(225, 8)]);
});

test('whatever is done to a frame inside the photo, it stays inside', () => {
  const next = numbers(11);
  let count = 0;
  for (const frame of frames(1500)) {
    expect(isInside(frame, photo)).toBe(liesInside(frame));
    if (!isInside(frame, photo)) continue;
    count += 1;
    const ratio = 0.4 + next() * 2;
    const other = cropForRatio(frame, ratio, photo);
    expect(liesInside(other)).toBe(true);
    expect(ratioOf(other)).toBeCloseTo(ratio, 8);
    const turned = straightened(frame, next() * 90 - 45, photo);
    expect(liesInside(turned)).toBe(true);
    expect(ratioOf(turned)).toBeCloseTo(ratioOf(frame), 8);
  }
  expect(count).toBeGreaterThan(100);
});

test('straightening the whole leaves the largest frame without a corner that is empty', () => {
  // A square turned by 45° holds an upright one of half its area.
  const square = straightened(wholeImageCrop({ widthPx: 300, heightPx: 300 }), 45, { widthPx: 300, heightPx: 300 });
  expect(square.widthPx).toBeCloseTo(300 / Math.SQRT2, 1);
  const turned = straightened(wholeImageCrop(photo), 10, photo);
  const radians = (10 * Math.PI) / 180;
  // Its height is the tighter side: w·sin + h·cos = 300 with w : h = 4 : 3.
  expect(turned.heightPx).toBeCloseTo(300 / ((4 / 3) * Math.sin(radians) + Math.cos(radians)), 8);
  expect(cropOrNone(straightened(turned, 0, photo), photo)).toBeUndefined();
});

test('a small frame in the middle is only turned', () => {
  const small = { ...crop, centerX: 200, centerY: 150, widthPx: 60, heightPx: 40 };
  expect(straightened(small, -20, photo)).toEqual({ ...small, angleDeg: -20 });
});

test.each([-45, -44.9, -12.3, 0, 0.1, 44.9, 45])('%d° beyond any quarter can be read back', (deg) => {
  for (const quarter of [0, 90, 180, -90]) {
    const frame = straightened({ ...crop, angleDeg: quarter }, deg, photo);
    expect(straighteningOf(frame)).toBeCloseTo(deg, 1);
    expect(straighteningOf(straightened(frame, 3, photo))).toBeCloseTo(3, 10);
  }
});

test('four quarters, two mirrors: as before', () => {
  for (const frame of frames(40)) {
    const angleDeg = Math.round(frame.angleDeg * 10) / 10;
    const start = { ...frame, angleDeg: angleDeg === -180 ? 180 : angleDeg };
    const quarter = (it: CropRect) => rotatedQuarterTurn(it, 'clockwise');
    expect(quarter(quarter(quarter(quarter(start))))).toEqual(start);
    expect(rotatedQuarterTurn(quarter(start), 'counterclockwise')).toEqual(start);
    expect(mirrored(mirrored(start))).toEqual(start);
  }
});

test('to mirror is to see the same the other way round', () => {
  for (const frame of frames(60)) {
    const one = placementOf(photo, frame, { widthPx: 50, heightPx: 30 });
    const other = placementOf(photo, mirrored(frame), { widthPx: 50, heightPx: 30 });
    const [x, y] = mapped(one.toPhoto, 10, 7);
    const [otherX, otherY] = mapped(other.toPhoto, 40, 7);
    expect(Math.hypot(x - otherX, y - otherY)).toBeLessThan(0.05);
  }
});

test('a frame moves the way it is seen', () => {
  const turned = { ...crop, angleDeg: 90 };
  // What is seen to the right lies above in the image.
  expect(moved(turned, 10, 0)).toEqual({ ...turned, centerY: 90 });
  expect(moved({ ...crop, mirrored: true }, 10, 4)).toEqual({ ...crop, mirrored: true, centerX: 140, centerY: 104 });
});

test('a frame that is moved off the photo still shows 16 px of it', () => {
  const offTo = (frame: CropRect, across: number, down: number) => {
    const kept = cropOrNone(moved(frame, across, down), photo);
    return kept && [kept.centerX - kept.widthPx / 2, kept.centerY - kept.heightPx / 2];
  };
  expect(offTo(crop, -5000, 0)).toEqual([16 - 120, 60]);
  expect(offTo(crop, 5000, 5000)).toEqual([400 - 16, 300 - 16]);
  const small = { ...crop, widthPx: 16, heightPx: 16 };
  expect(offTo(small, 0, -5000)).toEqual([150 - 8, -8]);
  // Where it is on the image, it stays as it is: even around a subject in the image's corner.
  const corner = { ...small, centerX: 3, centerY: 3, widthPx: 6, heightPx: 6 };
  expect(cropOrNone(corner, photo)).toBe(corner);
});

test('however it lies and wherever it is moved, some of the photo is seen', () => {
  const next = numbers(5);
  for (const frame of frames(60)) {
    const kept = cropOrNone(moved(frame, next() * 4000 - 2000, next() * 4000 - 2000), photo);
    if (!kept) throw new Error('a moved frame is not the whole photo');
    const [corner = [NaN, NaN], below = [NaN, NaN], beside = [NaN, NaN]] = cornersOf(kept);
    const places = Array.from({ length: 51 * 51 }, (_, at) => {
      const [across, down] = [(at % 51) / 50, Math.floor(at / 51) / 50];
      return [0, 1].map(
        (axis) =>
          (corner[axis] ?? NaN) * (1 - across - down) + (beside[axis] ?? NaN) * across + (below[axis] ?? NaN) * down,
      );
    });
    expect(places.some(([x = NaN, y = NaN]) => x >= 0 && y >= 0 && x <= photo.widthPx && y <= photo.heightPx)).toBe(
      true,
    );
  }
});

test('what is opposite the handle stays where it is', () => {
  for (const frame of frames(60)) {
    const before = cropCorners(frame);
    for (const handle of Object.keys(handleSides) as Handle[]) {
      const [sideX, sideY] = handleSides[handle];
      const next = resized(frame, handle, sideX * 13, sideY * 9);
      const after = cropCorners(next);
      expect(next.widthPx - frame.widthPx).toBeCloseTo(Math.abs(sideX) * 13, 8);
      expect(next.heightPx - frame.heightPx).toBeCloseTo(Math.abs(sideY) * 9, 8);
      if (sideX >= 0) expect(after.left).toBeCloseTo(before.left, 8);
      if (sideX <= 0) expect(after.right).toBeCloseTo(before.right, 8);
      if (sideY >= 0) expect(after.top).toBeCloseTo(before.top, 8);
      if (sideY <= 0) expect(after.bottom).toBeCloseTo(before.bottom, 8);
      const locked = resized(frame, handle, sideX * 21, sideY * 5, { ratio: 1.5 });
      expect(ratioOf(locked)).toBeCloseTo(1.5, 8);
    }
  }
});

test('it cannot be turned inside out', () => {
  const small = resized(crop, 'bottom-right', -500, -500);
  expect([small.widthPx, small.heightPx]).toEqual([16, 16]);
  expect([cropCorners(small).left, cropCorners(small).top]).toEqual([90, 60]);
  const wide = resized(crop, 'right', -500, 0, { ratio: 2 });
  expect([wide.widthPx, wide.heightPx]).toEqual([32, 16]);
});

test('near a line it keeps to it: the photo’s, or the subject’s', () => {
  const snapping = snappingTo(photo, upright, { left: 100, top: 50, right: 190, bottom: 130 }, 5);
  expect(snapping).toEqual({ across: [0, 400, 200, 100, 190, 145], down: [0, 300, 150, 50, 130, 90], reachPx: 5 });
  // The left edge, at 93, goes to the subject's; the middle would have 8 to go.
  expect(cropCorners(moved(crop, 3, 0, { ...snapping, across: [100, 0], reachPx: 8 })).left).toBe(100);
  expect(cropCorners(moved(crop, -87, -57, snapping))).toMatchObject({ left: 0, top: 0 });
  expect(cropCorners(resized(crop, 'right', -17, 0, { snapping })).right).toBe(190);
  const square = resized({ ...crop, heightPx: 120 }, 'bottom-right', -18, -30, { ratio: 1, snapping });
  expect([cropCorners(square).right, square.widthPx, square.heightPx]).toEqual([190, 100, 100]);
  expect(snappingTo(photo, { angleDeg: 5, mirrored: false }, undefined, 5).across).toHaveLength(1);
});

test('the scene of an upright photo is the photo, and of a frame beyond it both', () => {
  expect(cropScene(photo, crop)).toMatchObject({
    size: photo,
    photoToScene: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
    frameInScene: { left: 90, top: 60, right: 210, bottom: 140 },
  });
  const beyond = { ...crop, centerX: 50 };
  expect(cropScene(photo, beyond)).toMatchObject({
    size: { widthPx: 410, heightPx: 300 },
    photoToScene: { e: 10, f: 0 },
    frameInScene: { left: 0, right: 120 },
  });
  // While it moves, the scene stays as it was.
  expect(cropScene(photo, beyond, crop)).toMatchObject({ size: photo, frameInScene: { left: -10 } });
});

test('in the scene the frame stands over what the result will show', () => {
  for (const frame of frames(100)) {
    const { photoToScene, frameInScene, size } = cropScene(photo, frame);
    const [x, y] = mapped(photoToScene, ...(cornersOf(frame)[0] ?? [NaN, NaN]));
    expect([x, y]).toEqual([expect.closeTo(frameInScene.left, 6), expect.closeTo(frameInScene.top, 6)]);
    for (const [cornerX, cornerY] of [
      [0, 0],
      [400, 0],
      [0, 300],
      [400, 300],
    ] as const) {
      const [sceneX, sceneY] = mapped(photoToScene, cornerX, cornerY);
      expect(Math.min(sceneX, sceneY, size.widthPx - sceneX, size.heightPx - sceneY)).toBeGreaterThan(-0.001);
    }
  }
});

test('the whole photo is no frame, and every crop can be kept in a state', () => {
  expect(cropOrNone(wholeImageCrop(photo), photo)).toBeUndefined();
  expect(cropOrNone(mirrored(wholeImageCrop(photo)), photo)).toBeDefined();
  for (const frame of frames(50)) {
    const next = straightened(rotatedQuarterTurn(mirrored(frame), 'clockwise'), 12.5, photo);
    expect(builtInSchema.parseState({ ...initialState, crop: next }).state?.crop).toEqual(next);
  }
});

test.each([
  // 8000 px are 20 % of 40 000, and 16 : 9 of that is 71 111.
  ['round a tall subject', () => centeredCrop({ left: 0, top: 0, right: 900, bottom: 8000 }, 16 / 9, 0.4), 16 / 9],
  ['as thin as a hair', () => cropForRatio({ ...crop, widthPx: 16, heightPx: 16 }, 16_384, photo), 16_384],
])('a frame %s has its ratio and can be kept', (_, make, ratio) => {
  const frame = cropOrNone(make(), { widthPx: 900, heightPx: 8000 });
  expect(builtInSchema.parseState({ ...initialState, crop: frame }).state?.crop).toEqual(frame);
  expect(frame && ratioOf(frame) / ratio).toBeCloseTo(1, 10);
});
