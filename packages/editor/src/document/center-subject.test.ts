import { expect, test } from 'vitest';

import { centerOnSubject, marginPercentOf } from './center-subject.ts';
import { upright } from './crop-geometry.ts';

/** A subject of 80 × 40 px with a shadow of alpha 60 to its right, which must not count as subject. */
function matte() {
  const [widthPx, heightPx] = [400, 300];
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 100; y < 140; y += 1)
    data.fill(255, y * widthPx + 100, y * widthPx + 180).fill(60, y * widthPx + 180, y * widthPx + 300);
  return { data, widthPx, heightPx };
}
// Centred crop with a margin of 10 %: the subject's 80 px are 80 % of 100 px.
const square = { centerX: 140, centerY: 120, widthPx: 100, heightPx: 100, angleDeg: 0, mirrored: false };

test('centres the subject with the requested margin, and returns undefined without a subject', () => {
  const crop = centerOnSubject(matte(), 1, 10, upright);
  expect(crop).toMatchObject({ ...square, widthPx: expect.closeTo(100, 8), heightPx: expect.closeTo(100, 8) });
  expect(centerOnSubject({ ...matte(), data: new Uint8ClampedArray(120_000) }, 1, 10, upright)).toBeUndefined();
});

test('reads the margin of a crop while the subject is in its middle', () => {
  expect(marginPercentOf(square, matte())).toBe(10);
  // An edge that was moved by less than one per cent still counts as centred.
  expect(marginPercentOf({ ...square, centerX: 140.6 }, matte())).toBe(10);
  expect(marginPercentOf({ ...square, centerX: 142 }, matte())).toBeUndefined();
  expect(marginPercentOf({ ...square, centerY: 118 }, matte())).toBeUndefined();
  // The crop cuts into the subject, or its margin is larger than the largest that can be requested.
  expect(marginPercentOf({ ...square, widthPx: 70 }, matte())).toBeUndefined();
  expect(marginPercentOf({ ...square, widthPx: 500, heightPx: 500 }, matte())).toBeUndefined();
});

test.each([
  [0.5, 0, false],
  [1.5, 90, true],
  [1, -12.5, true],
])('ratio %d, rotation %d°, mirrored %s: reads back the requested margin', (ratio, angleDeg, mirrored) => {
  const crop = centerOnSubject(matte(), ratio, 23, { angleDeg, mirrored });
  expect(crop && marginPercentOf(crop, matte())).toBe(23);
});

/** A bust, which the lower side of the image cuts off. */
function bust() {
  const [widthPx, heightPx] = [400, 300];
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 180; y < 300; y += 1) data.fill(255, y * widthPx + 140, y * widthPx + 260);
  return { data, widthPx, heightPx };
}

test('a subject that the image cuts off gets no margin on that side, and the requested margin on the others', () => {
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

test('a quarter turn keeps the cut-off side without margin, and a slight tilt centres the subject', () => {
  const turned = centerOnSubject(bust(), 1, 10, { angleDeg: 90, mirrored: false });
  expect(turned && marginPercentOf(turned, bust())).toBe(10);
  expect((turned?.centerY ?? 0) + (turned?.heightPx ?? 0) / 2).toBeCloseTo(300, 8);
  const tilted = centerOnSubject(bust(), 1, 10, { angleDeg: 5, mirrored: false });
  expect(tilted?.centerY).toBeCloseTo(240, 8);
});

test('a subject that two opposite sides of the image cut off is centred between them', () => {
  const { data, ...size } = bust();
  const between = { ...size, data: data.map((_, at) => (at % 400 >= 140 && at % 400 < 260 ? 255 : 0)) };
  const crop = centerOnSubject(between, 1, 10, upright);
  expect(crop).toMatchObject({ centerX: expect.closeTo(200, 8), centerY: 150, heightPx: expect.closeTo(300, 8) });
});
