import { inverse, mapped } from '@isola/imaging';
import { expect, test } from 'vitest';

import {
  centeredCrop,
  cropScene,
  enlargementOf,
  cropForRatio,
  cropOrNone,
  cropCorners,
  isInside,
  extended,
  flipped,
  mirrored,
  placementOf,
  resultSize,
  rotatedQuarterTurn,
  straightened,
  straighteningOf,
  subjectBox,
  upright,
  wholeImageCrop,
} from './crop-geometry.ts';
import { moved } from '../crop/crop-interaction.ts';
import { crops, numbers } from '../testing/example-crops.ts';
import { builtInSchema } from '../registry/document-schema.ts';
import type { CropRect } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

const image = { widthPx: 400, heightPx: 300 };
const crop: CropRect = { centerX: 150, centerY: 100, widthPx: 120, heightPx: 80, angleDeg: 0, mirrored: false };

/** Corners of a crop in the image, computed with plain trigonometry: mirrored first, then turned clockwise. */
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

const liesInside = (crop: CropRect) =>
  cornersOf(crop).every(([x, y]) => x > -0.02 && x < image.widthPx + 0.02 && y > -0.02 && y < image.heightPx + 0.02);

const ratioOf = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) => widthPx / heightPx;

test('without a crop and a size, every pixel keeps its place', () => {
  expect(placementOf(image)).toEqual({ toPhoto: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, ...image });
});

test('rounds the place and the size of a crop to whole px', () => {
  const { toPhoto, ...size } = placementOf(image, { ...crop, centerX: 150.3, widthPx: 120.9 });
  expect(size).toEqual({ widthPx: 120, heightPx: 80 });
  // 150.3 − 60 = 90.3.
  expect(toPhoto).toEqual({ a: 1, b: 0, c: 0, d: 1, e: 90, f: 60 });
});

test('a quarter turn of the whole image moves its corners and changes no pixel', () => {
  const { toPhoto, ...size } = placementOf(image, rotatedQuarterTurn(wholeImageCrop(image), 'clockwise'));
  expect(size).toEqual({ widthPx: 300, heightPx: 400 });
  // The corner at the bottom left moves to the top left.
  expect(mapped(toPhoto, 0, 0)).toEqual([0, 300]);
  expect(mapped(toPhoto, 300, 0)).toEqual([0, 0]);
  expect(mapped(toPhoto, 0, 400)).toEqual([400, 300]);
});

test('the corners of the result are the corners of the crop', () => {
  for (const crop of crops(200)) {
    const { toPhoto, widthPx, heightPx } = placementOf(image, crop);
    const shown = cornersOf({ ...crop, widthPx, heightPx });
    const corners = [0, widthPx].flatMap((x) => [0, heightPx].map((y) => mapped(toPhoto, x, y)));
    for (const [index, [x, y]] of corners.entries()) {
      expect(Math.abs(x - (shown[index]?.[0] ?? NaN))).toBeLessThan(0.51);
      expect(Math.abs(y - (shown[index]?.[1] ?? NaN))).toBeLessThan(0.51);
    }
  }
});

test('a size scales both axes alike, and the excess of a different ratio is cut off on both sides', () => {
  const { toPhoto } = placementOf(image, crop, { widthPx: 40, heightPx: 40 });
  expect(toPhoto).toEqual({ a: 2, b: 0, c: 0, d: 2, e: 110, f: 60 });
  // 4000 × 3001 px to 1000 × 750 px must not read beyond the image, where there are no pixels.
  const whole = placementOf({ widthPx: 4000, heightPx: 3001 }, undefined, { widthPx: 1000, heightPx: 750 });
  expect([whole.toPhoto.a, whole.toPhoto.e, whole.toPhoto.f]).toEqual([4, 0, 0.5]);
  // The side changes by less than one px, so that pixels are not resampled.
  expect(placementOf(image, { ...crop, widthPx: 120.5 }, { widthPx: 120, heightPx: 80 }).toPhoto.a).toBe(1);
});

test('scales a crop down as a whole when it exceeds the largest size of a result', () => {
  const size = resultSize({ widthPx: 60_000, heightPx: 30_000 });
  expect(size.widthPx * size.heightPx).toBeLessThanOrEqual(64_000_000);
  expect(ratioOf(size)).toBeCloseTo(2, 3);
  expect(resultSize({ widthPx: 60_000, heightPx: 100 })).toEqual({ widthPx: 16_384, heightPx: 27 });
  expect(resultSize({ widthPx: 0.2, heightPx: 999.999_999_9 })).toEqual({ widthPx: 1, heightPx: 1000 });
  expect(enlargementOf(crop, { widthPx: 240, heightPx: 80 })).toBe(2);
});

test('the bounding box of a subject contains every value from the threshold up, and no smaller one', () => {
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

test('the bounding box of a disc has the same size at every angle', () => {
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
])('a centred subject has the requested margin: ratio %d, margin %d', (ratio, margin) => {
  const box = { left: 30, top: 60, right: 130, bottom: 110 };
  for (const orientation of [upright, { angleDeg: 20, mirrored: true }]) {
    const crop = centeredCrop(box, ratio, margin, orientation);
    const rect = cropCorners(crop);
    const [atLeft, atRight] = [box.left - rect.left, rect.right - box.right].map((gap) => gap / crop.widthPx);
    const [above, below] = [box.top - rect.top, rect.bottom - box.bottom].map((gap) => gap / crop.heightPx);
    expect(ratioOf(crop)).toBeCloseTo(ratio, 10);
    expect(atLeft).toBeCloseTo(atRight ?? NaN, 10);
    expect(above).toBeCloseTo(below ?? NaN, 10);
    expect(Math.min(atLeft ?? NaN, above ?? NaN)).toBeCloseTo(margin, 10);
  }
});

test('a subject that is centred for a size fills all of it except the margin', () => {
  const box = { left: 30, top: 60, right: 130, bottom: 110 };
  const size = { widthPx: 2000, heightPx: 2000 };
  const { toPhoto } = placementOf(image, centeredCrop(box, size, 0.1), size);
  const back = inverse(toPhoto);
  expect(mapped(back, 30, 85)).toEqual([expect.closeTo(200, 6), expect.closeTo(1000, 6)]);
  expect(mapped(back, 130, 85)).toEqual([expect.closeTo(1800, 6), expect.closeTo(1000, 6)]);
});

test('the largest crop of one ratio becomes the largest of another, and back again', () => {
  const square = cropForRatio(wholeImageCrop(image), 1, image);
  expect(square).toEqual({ ...wholeImageCrop(image), widthPx: 300 });
  expect(cropOrNone(cropForRatio(square, 4 / 3, image), image)).toBeUndefined();
  const wide = cropForRatio(square, 16 / 9, image);
  expect([wide.widthPx, wide.heightPx]).toEqual([400, expect.closeTo(225, 8)]);
});

test('a crop inside the image stays inside when its ratio or its angle changes', () => {
  const next = numbers(11);
  let count = 0;
  for (const crop of crops(1500)) {
    expect(isInside(crop, image)).toBe(liesInside(crop));
    if (!isInside(crop, image)) continue;
    count += 1;
    const ratio = 0.4 + next() * 2;
    const other = cropForRatio(crop, ratio, image);
    expect(liesInside(other)).toBe(true);
    expect(ratioOf(other)).toBeCloseTo(ratio, 8);
    const turned = straightened(crop, next() * 90 - 45, image);
    expect(liesInside(turned)).toBe(true);
    expect(ratioOf(turned)).toBeCloseTo(ratioOf(crop), 8);
  }
  expect(count).toBeGreaterThan(100);
});

test('straightening the whole image leaves the largest crop without empty corners', () => {
  // A square that is turned by 45° contains an upright square of half its area.
  const square = straightened(wholeImageCrop({ widthPx: 300, heightPx: 300 }), 45, { widthPx: 300, heightPx: 300 });
  expect(square.widthPx).toBeCloseTo(300 / Math.SQRT2, 1);
  const turned = straightened(wholeImageCrop(image), 10, image);
  const radians = (10 * Math.PI) / 180;
  // The height is the tighter side: w·sin + h·cos = 300 with w : h = 4 : 3.
  expect(turned.heightPx).toBeCloseTo(300 / ((4 / 3) * Math.sin(radians) + Math.cos(radians)), 8);
  expect(cropOrNone(straightened(turned, 0, image), image)).toBeUndefined();
});

test('straightening turns a small crop in the middle without shrinking it', () => {
  const small = { ...crop, centerX: 200, centerY: 150, widthPx: 60, heightPx: 40 };
  expect(straightened(small, -20, image)).toEqual({ ...small, angleDeg: -20 });
});

test.each([-45, -44.9, -12.3, 0, 0.1, 44.9, 45])('reads back a straightening of %d° at every quarter turn', (deg) => {
  for (const quarter of [0, 90, 180, -90]) {
    const turned = straightened({ ...crop, angleDeg: quarter }, deg, image);
    expect(straighteningOf(turned)).toBeCloseTo(deg, 1);
    expect(straighteningOf(straightened(turned, 3, image))).toBeCloseTo(3, 10);
  }
});

test('four quarter turns, or two mirrorings, restore the crop', () => {
  for (const crop of crops(40)) {
    const angleDeg = Math.round(crop.angleDeg * 10) / 10;
    const start = { ...crop, angleDeg: angleDeg === -180 ? 180 : angleDeg };
    const quarter = (it: CropRect) => rotatedQuarterTurn(it, 'clockwise');
    expect(quarter(quarter(quarter(quarter(start))))).toEqual(start);
    expect(rotatedQuarterTurn(quarter(start), 'counterclockwise')).toEqual(start);
    expect(mirrored(mirrored(start))).toEqual(start);
    expect(flipped(flipped(start))).toEqual(start);
  }
});

test('a flipped crop shows the same pixels from bottom to top', () => {
  for (const crop of crops(60)) {
    const one = placementOf(image, crop, { widthPx: 50, heightPx: 30 });
    const other = placementOf(image, flipped(crop), { widthPx: 50, heightPx: 30 });
    const [x, y] = mapped(one.toPhoto, 10, 7);
    const [otherX, otherY] = mapped(other.toPhoto, 10, 23);
    // The angle is rounded to hundredths of a degree.
    expect(otherX).toBeCloseTo(x, 1);
    expect(otherY).toBeCloseTo(y, 1);
  }
});

test('an extended crop keeps its middle and shows a tenth more on both axes', () => {
  expect(extended(crop, 1.1)).toEqual({ ...crop, widthPx: expect.closeTo(132, 9), heightPx: expect.closeTo(88, 9) });
});

test('a mirrored crop shows the same pixels from right to left', () => {
  for (const crop of crops(60)) {
    const one = placementOf(image, crop, { widthPx: 50, heightPx: 30 });
    const other = placementOf(image, mirrored(crop), { widthPx: 50, heightPx: 30 });
    const [x, y] = mapped(one.toPhoto, 10, 7);
    const [otherX, otherY] = mapped(other.toPhoto, 40, 7);
    expect(Math.hypot(x - otherX, y - otherY)).toBeLessThan(0.05);
  }
});

test('a crop that is moved off the image still overlaps it by 16 px', () => {
  const offTo = (crop: CropRect, across: number, down: number) => {
    const kept = cropOrNone(moved(crop, across, down), image);
    return kept && [kept.centerX - kept.widthPx / 2, kept.centerY - kept.heightPx / 2];
  };
  expect(offTo(crop, -5000, 0)).toEqual([16 - 120, 60]);
  expect(offTo(crop, 5000, 5000)).toEqual([400 - 16, 300 - 16]);
  const small = { ...crop, widthPx: 16, heightPx: 16 };
  expect(offTo(small, 0, -5000)).toEqual([150 - 8, -8]);
  // A crop inside the image stays unchanged, even around a subject in the image's corner.
  const corner = { ...small, centerX: 3, centerY: 3, widthPx: 6, heightPx: 6 };
  expect(cropOrNone(corner, image)).toBe(corner);
});

test('a crop of any orientation overlaps the image after any move', () => {
  const next = numbers(5);
  for (const crop of crops(60)) {
    const kept = cropOrNone(moved(crop, next() * 4000 - 2000, next() * 4000 - 2000), image);
    if (!kept) throw new Error('a moved frame is not the whole photo');
    const [corner = [NaN, NaN], below = [NaN, NaN], beside = [NaN, NaN]] = cornersOf(kept);
    const places = Array.from({ length: 51 * 51 }, (_, at) => {
      const [across, down] = [(at % 51) / 50, Math.floor(at / 51) / 50];
      return [0, 1].map(
        (axis) =>
          (corner[axis] ?? NaN) * (1 - across - down) + (beside[axis] ?? NaN) * across + (below[axis] ?? NaN) * down,
      );
    });
    expect(places.some(([x = NaN, y = NaN]) => x >= 0 && y >= 0 && x <= image.widthPx && y <= image.heightPx)).toBe(
      true,
    );
  }
});

test('the crop scene is as large as the image, and larger when the crop extends beyond the image', () => {
  expect(cropScene(image, crop)).toMatchObject({
    size: image,
    imageToScene: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
    cropInScene: { left: 90, top: 60, right: 210, bottom: 140 },
  });
  const beyond = { ...crop, centerX: 50 };
  expect(cropScene(image, beyond)).toMatchObject({
    size: { widthPx: 410, heightPx: 300 },
    imageToScene: { e: 10, f: 0 },
    cropInScene: { left: 0, right: 120 },
  });
  // During a drag, the scene keeps its size.
  expect(cropScene(image, beyond, crop)).toMatchObject({ size: image, cropInScene: { left: -10 } });
});

test('the crop in the scene covers the pixels that the result will show', () => {
  for (const crop of crops(100)) {
    const { imageToScene, cropInScene, size } = cropScene(image, crop);
    const [x, y] = mapped(imageToScene, ...(cornersOf(crop)[0] ?? [NaN, NaN]));
    expect([x, y]).toEqual([expect.closeTo(cropInScene.left, 6), expect.closeTo(cropInScene.top, 6)]);
    for (const [cornerX, cornerY] of [
      [0, 0],
      [400, 0],
      [0, 300],
      [400, 300],
    ] as const) {
      const [sceneX, sceneY] = mapped(imageToScene, cornerX, cornerY);
      expect(Math.min(sceneX, sceneY, size.widthPx - sceneX, size.heightPx - sceneY)).toBeGreaterThan(-0.001);
    }
  }
});

test('the whole image is stored as no crop, and every other crop can be stored', () => {
  expect(cropOrNone(wholeImageCrop(image), image)).toBeUndefined();
  expect(cropOrNone(mirrored(wholeImageCrop(image)), image)).toBeDefined();
  for (const crop of crops(50)) {
    const next = straightened(rotatedQuarterTurn(mirrored(crop), 'clockwise'), 12.5, image);
    expect(builtInSchema.parseState({ ...initialState, crop: next }).state?.crop).toEqual(next);
  }
});

test.each([
  // 8000 px are 20 % of 40 000 px. A ratio of 16 : 9 makes that 71 111 px wide, which is above the limit.
  ['around a tall subject', () => centeredCrop({ left: 0, top: 0, right: 900, bottom: 8000 }, 16 / 9, 0.4), 16 / 9],
  ['as thin as a hair', () => cropForRatio({ ...crop, widthPx: 16, heightPx: 16 }, 16_384, image), 16_384],
])('a crop %s keeps its ratio and can be stored', (_, make, ratio) => {
  const crop = cropOrNone(make(), { widthPx: 900, heightPx: 8000 });
  expect(builtInSchema.parseState({ ...initialState, crop }).state?.crop).toEqual(crop);
  expect(crop && ratioOf(crop) / ratio).toBeCloseTo(1, 10);
});
