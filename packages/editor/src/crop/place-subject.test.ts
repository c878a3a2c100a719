import { inverse, mapped } from '@isola/imaging';
import { expect, test } from 'vitest';

import { initialState } from '../schema/initial-state.ts';
import { placementOf } from '../document/crop-geometry.ts';
import { withMovedSubject, withScaledSubject } from './place-subject.ts';

const image = { widthPx: 400, heightPx: 300 };

/** Maps a point of the image to px of the result. */
function shown({ crop, size }: typeof initialState, x: number, y: number) {
  const { toPhoto, widthPx, heightPx } = placementOf(image, crop, size);
  const [across, down] = mapped(inverse(toPhoto), x, y);
  return { x: across, y: down, widthPx, heightPx };
}

test('a moved subject has another position in a result of the same size', () => {
  const next = withMovedSubject(initialState, image, 30, -20);
  expect(shown(next, 100, 100)).toEqual({ x: 130, y: 80, ...image });
  expect(withMovedSubject(next, image, -30, 20)).toEqual(initialState);
});

test('a subject moves in the direction of the drag, also in a mirrored and turned image', () => {
  const crop = { centerX: 200, centerY: 150, widthPx: 300, heightPx: 400, angleDeg: 90, mirrored: true };
  const turned = { ...initialState, crop };
  const before = shown(turned, 100, 100);
  const after = shown(withMovedSubject(turned, image, 12, 7), 100, 100);
  expect([after.x - before.x, after.y - before.y]).toEqual([expect.closeTo(12, 6), expect.closeTo(7, 6)]);
});

test.each([
  ['scaled to half its size', 0.5],
  ['scaled to twice its size', 2],
])('a subject %s keeps its corner in place, and the result keeps its number of pixels', (_, factor) => {
  const next = withScaledSubject(initialState, image, factor, { x: 100, y: 200 });
  expect(shown(next, 100, 200)).toEqual({ x: expect.closeTo(100, 3), y: expect.closeTo(200, 3), ...image });
  expect(shown(next, 140, 230)).toMatchObject({ x: expect.closeTo(100 + 40 * factor, 3) });
  const back = withScaledSubject(next, image, 1 / factor, { x: 100, y: 200 });
  expect(shown(back, 140, 230)).toMatchObject({ x: expect.closeTo(140, 3), y: expect.closeTo(230, 3) });
});

test('scaling keeps a chosen size, and enlarging ends at a crop of 16 px', () => {
  const size = { widthPx: 200, heightPx: 150 };
  expect(withScaledSubject({ ...initialState, size }, image, 1.5, { x: 0, y: 0 }).size).toEqual(size);
  const { crop } = withScaledSubject(initialState, image, 1000, { x: 200, y: 150 });
  expect(crop?.heightPx).toBeCloseTo(16, 6);
});
