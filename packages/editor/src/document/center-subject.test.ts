import { expect, test } from 'vitest';

import { centerOnSubject, marginPercentOf } from './center-subject.ts';
import { upright } from './crop-geometry.ts';

/** Subject and a shadow beside it, which is none. */
function matte() {
  const [widthPx, heightPx] = [400, 300];
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 100; y < 140; y += 1)
    data.fill(255, y * widthPx + 100, y * widthPx + 180).fill(60, y * widthPx + 180, y * widthPx + 300);
  return { data, widthPx, heightPx };
}
// 80 px are 80 % of 100.
const square = { centerX: 140, centerY: 120, widthPx: 100, heightPx: 100, angleDeg: 0, mirrored: false };

test('the subject is in the middle, with so much room round it', () => {
  const crop = centerOnSubject(matte(), 1, 10, upright);
  expect(crop).toMatchObject({ ...square, widthPx: expect.closeTo(100, 8), heightPx: expect.closeTo(100, 8) });
  expect(centerOnSubject({ ...matte(), data: new Uint8ClampedArray(120_000) }, 1, 10, upright)).toBeUndefined();
});

test('a crop tells its margin, as long as the subject is in its middle', () => {
  expect(marginPercentOf(square, matte())).toBe(10);
  // An edge that was moved since: less than one per cent.
  expect(marginPercentOf({ ...square, centerX: 140.6 }, matte())).toBe(10);
  expect(marginPercentOf({ ...square, centerX: 142 }, matte())).toBeUndefined();
  expect(marginPercentOf({ ...square, centerY: 118 }, matte())).toBeUndefined();
  // It is cut into, or the room is more than can be asked for.
  expect(marginPercentOf({ ...square, widthPx: 70 }, matte())).toBeUndefined();
  expect(marginPercentOf({ ...square, widthPx: 500, heightPx: 500 }, matte())).toBeUndefined();
});

test.each([
  [0.5, 0, false],
  [1.5, 90, true],
  [1, -12.5, true],
])(
  'with a ratio of %d, turned by %d°, mirrored %s, the margin is told as it was asked for',
  (ratio, angleDeg, mirrored) => {
    const crop = centerOnSubject(matte(), ratio, 23, { angleDeg, mirrored });
    expect(crop && marginPercentOf(crop, matte())).toBe(23);
  },
);

/** A bust: its lower edge is the image's. */
function bust() {
  const [widthPx, heightPx] = [400, 300];
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 180; y < 300; y += 1) data.fill(255, y * widthPx + 140, y * widthPx + 260);
  return { data, widthPx, heightPx };
}

test('where the image cuts the subject off the crop ends too, and there is a margin on the other sides', () => {
  // 120 px are 80 % of the width and, with one margin, up to 90 % of the height.
  const crop = centerOnSubject(bust(), 1, 10, upright);
  expect(crop).toMatchObject({ centerX: expect.closeTo(200, 8), widthPx: expect.closeTo(150, 8) });
  expect((crop?.centerY ?? 0) + (crop?.heightPx ?? 0) / 2).toBeCloseTo(300, 8);
  expect(crop && marginPercentOf(crop, bust())).toBe(10);
  // In a wide crop the height is the tighter side: 120 px are 90 % of it.
  const wide = centerOnSubject(bust(), 2, 10, upright);
  expect(wide?.heightPx).toBeCloseTo(120 / 0.9, 8);
  expect((wide?.centerY ?? 0) + (wide?.heightPx ?? 0) / 2).toBeCloseTo(300, 8);
});

test('it does so turned by a quarter, and is in the middle as before when it is turned by less', () => {
  const turned = centerOnSubject(bust(), 1, 10, { angleDeg: 90, mirrored: false });
  expect(turned && marginPercentOf(turned, bust())).toBe(10);
  expect((turned?.centerY ?? 0) + (turned?.heightPx ?? 0) / 2).toBeCloseTo(300, 8);
  const tilted = centerOnSubject(bust(), 1, 10, { angleDeg: 5, mirrored: false });
  expect(tilted?.centerY).toBeCloseTo(240, 8);
});

test('a subject that two opposite sides cut off is in the middle between them', () => {
  const { data, ...size } = bust();
  const between = { ...size, data: data.map((_, at) => (at % 400 >= 140 && at % 400 < 260 ? 255 : 0)) };
  const crop = centerOnSubject(between, 1, 10, upright);
  expect(crop).toMatchObject({ centerX: expect.closeTo(200, 8), centerY: 150, heightPx: expect.closeTo(300, 8) });
});
