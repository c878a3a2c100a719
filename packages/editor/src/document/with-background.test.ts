import { expect, test } from 'vitest';

import { initialState } from '../schema/initial-state.ts';
import { backgrounds } from '../backgrounds/backgrounds.ts';
import { withBackground } from './with-background.ts';

const studio = { kind: 'studio', id: 'stone' };
const white = { kind: 'color', color: '#ffffff' };

test('a studio sets its own light, an image a modest one, and a colour removes it again', () => {
  const onStudio = withBackground(initialState, studio, backgrounds);
  expect(onStudio).toMatchObject({ background: studio, light: { contact: 55, drop: { plane: 'floor' } } });
  const picture = { kind: 'picture', id: 'a', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 };
  expect(withBackground(onStudio, picture, backgrounds).light).toMatchObject({ contact: 25, match: 20, wrap: 15 });
  expect(withBackground(onStudio, white, backgrounds).light).toEqual(initialState.light);
});

test('keeps light that the user has set', () => {
  const light = { ...initialState.light, contact: 60 };
  expect(withBackground({ ...initialState, light }, studio, backgrounds).light).toEqual(light);
  const onStudio = withBackground(initialState, studio, backgrounds);
  const changed = { ...onStudio, light: { ...onStudio.light, match: 0 } };
  expect(withBackground(changed, white, backgrounds).light).toEqual(changed.light);
});

/** Creates the matte of a rectangle in an image of 400 × 300 px. */
function matteOf(left: number, top: number, right: number, bottom: number) {
  const data = new Uint8ClampedArray(400 * 300);
  for (let y = top; y < bottom; y += 1) data.fill(255, y * 400 + left, y * 400 + right);
  return { data, widthPx: 400, heightPx: 300 };
}

const standing = matteOf(150, 60, 250, 200);

test('a studio places the subject on its floor, and a colour puts it back', () => {
  const onStudio = withBackground(initialState, studio, backgrounds, [standing]);
  const { crop, size } = onStudio;
  if (!crop) throw new Error('no crop');
  expect(size).toEqual({ widthPx: 400, heightPx: 300 });
  // The foot stands at row 200 of the image, and the marble table is visible between 0.8 and 0.92 of the height.
  const footY = (200 - (crop.centerY - crop.heightPx / 2)) / crop.heightPx;
  expect(footY).toBeGreaterThan(0.8);
  expect(footY).toBeLessThan(0.92);
  expect(140 / crop.heightPx).toBeGreaterThan(0.4);
  expect(140 / crop.heightPx).toBeLessThan(0.65);
  expect(crop.centerX).toBeCloseTo(200);
  const back = withBackground(onStudio, white, backgrounds, [standing]);
  expect(back).not.toHaveProperty('crop');
  expect(back).not.toHaveProperty('size');
  // Another studio places the subject again.
  const other = withBackground(onStudio, { kind: 'studio', id: 'spot' }, backgrounds, [standing]);
  expect(other.crop).toBeDefined();
  expect(other.crop).not.toEqual(crop);
});

test('places the subject that edits have left, and knows a placement from before the edits', () => {
  // The edits have erased a thing on the right of the subject.
  const [first, edited] = [matteOf(150, 60, 350, 200), standing];
  const onStudio = withBackground(initialState, studio, backgrounds, [edited, first]);
  expect(onStudio.crop?.centerX).toBeCloseTo(200);
  const before = withBackground(initialState, studio, backgrounds, [first]);
  expect(before.crop?.centerX).toBeCloseTo(250);
  const other = withBackground(before, { kind: 'studio', id: 'spot' }, backgrounds, [edited, first]);
  expect(other.crop?.centerX).toBeCloseTo(200);
  expect(withBackground(before, white, backgrounds, [edited, first])).not.toHaveProperty('crop');
});

test('keeps a placement of the user', () => {
  const own = { centerX: 200, centerY: 150, widthPx: 300, heightPx: 225, angleDeg: 0, mirrored: false };
  expect(withBackground({ ...initialState, crop: own }, studio, backgrounds, [standing]).crop).toEqual(own);
  const onStudio = withBackground(initialState, studio, backgrounds, [standing]);
  if (!onStudio.crop) throw new Error('no crop');
  const moved = { ...onStudio, crop: { ...onStudio.crop, centerX: onStudio.crop.centerX + 20 } };
  expect(withBackground(moved, white, backgrounds, [standing]).crop).toEqual(moved.crop);
});

test.each([
  ['lower', matteOf(100, 80, 300, 300)],
  ['left', matteOf(0, 80, 200, 250)],
])('a subject that the %s side of the image cuts off stays where it is', (_, matte) => {
  expect(withBackground(initialState, studio, backgrounds, [matte])).not.toHaveProperty('crop');
});
