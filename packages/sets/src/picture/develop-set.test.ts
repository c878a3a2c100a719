import { expect, test } from 'vitest';

import { type SetAdjustments, unchanged } from '../catalogue/adjustments.ts';
import type { RenderedSet } from '../catalogue/set.ts';
import { cropOfSet, groundInResult, surroundingsOfSet } from './crop-of-set.ts';
import { developSet } from './develop-set.ts';

const set: RenderedSet = {
  id: 'made-up',
  kind: 'table',
  tags: ['table'],
  time: 'day',
  colors: ['white'],
  horizonY: 0.4,
  focal: 1,
  // A subject in the middle of the ground, at row 0.8, stands 1 m away: 1 × 0.4 / (0.8 − 0.4).
  nearM: 0.5,
  ground: { cameraHeightM: 0.4, backY: 0.7, frontY: 0.9, subjectM: 0.25 },
  lights: [{ azimuthDeg: 300, elevationDeg: 40, color: [1, 1, 1], strength: 1, sizeDeg: 20 }],
  ambient: [0.5, 0.5, 0.5],
};
const [widthPx, heightPx] = [80, 60];

/** Develops stripes of one pixel in black and white, with one nearness for the left half and one for the right. */
async function develop(change: Partial<SetAdjustments>, nearness: readonly [number, number] = [0.5, 0.5]) {
  const picture = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  const depth = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  for (let at = 0; at < picture.length; at += 4) {
    const x = (at / 4) % widthPx;
    if (x % 2 === 1) picture.fill(0, at, at + 3);
    depth[at] = 255 * nearness[x < widthPx / 2 ? 0 : 1];
  }
  const pixels = { widthPx, heightPx, picture, depth };
  const rows = await developSet(set, pixels, { ...unchanged, ...change }, { widthPx, heightPx }, () =>
    Promise.resolve(),
  );
  const row = new Float32Array(widthPx * 3);
  rows.readRow(30, row);
  return (x: number) => [...row.subarray(x * 3, x * 3 + 3)];
}

const difference = (at: (x: number) => number[], x: number) => Math.abs((at(x)[1] ?? 0) - (at(x + 1)[1] ?? 0));

test('blur spares what is as far away as the subject, and blurs what is farther', async () => {
  const at = await develop({ blur: 100 }, [0.5, 0.05]);
  expect(difference(at, 10)).toBeGreaterThan(0.8);
  expect(difference(at, 70)).toBeLessThan(0.3);
  expect(difference(await develop({}, [0.5, 0.05]), 70)).toBeGreaterThan(0.8);
});

test('a flip exchanges left and right, of the picture and of its lights', async () => {
  const [plain, flipped] = [await develop({}), await develop({ isFlipped: true })];
  expect([plain(0)[1], flipped(widthPx - 1)[1]].map((light) => (light ?? 0) > 0.8)).toEqual([true, true]);
  expect(flipped(0)[1]).toBeLessThan(0.2);
  expect(surroundingsOfSet(set, { ...unchanged, isFlipped: true }).lamps[0]?.azimuthDeg).toBe(60);
});

test('warmth turns white towards red and away from blue, and a tint recolours it', async () => {
  const [red = 0, , blue = 0] = (await develop({ warmth: 60, exposure: -50 }))(0);
  expect(red).toBeGreaterThan(blue * 1.3);
  const [, green = 0, ofTint = 0] = (await develop({ tint: '#0000ff' }))(0);
  expect(ofTint).toBeGreaterThan(0.5);
  expect(green).toBeLessThan(0.01);
});

test('an exposure of −50 halves the light twice over 100', async () => {
  // 100 is two stops, so −50 is one: half of white.
  expect((await develop({ exposure: -50 }))(0)[1]).toBeCloseTo(0.5, 1);
});

test('a result of another shape is cut around the middle of the ground, and the ground with it', () => {
  expect(cropOfSet(set, unchanged, 400, 300)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  expect(cropOfSet(set, unchanged, 300, 300)).toMatchObject({ left: 0.125, width: 0.75, height: 1 });
  // Twice as wide: half of the height, with row 0.8 as near to its middle as the picture allows.
  expect(cropOfSet(set, unchanged, 800, 300)).toMatchObject({ top: 0.5, height: 0.5, width: 1 });
  const { ground } = surroundingsOfSet(set, unchanged);
  const { horizonY, focal, backY, frontY } = groundInResult(ground ?? expect.fail('The set has no ground'), 800 / 300);
  expect(horizonY).toBeCloseTo(-0.2);
  expect([backY, frontY].map((row) => Math.round(row * 100))).toEqual([40, 80]);
  expect(focal).toBe(2);
});

test('without a floor, only the part above the end of the ground is shown, and no ground is left', () => {
  const table = {
    ...set,
    ground: { cameraHeightM: 0.3, backY: 0.7, frontY: 0.95, subjectM: 0.25, end: { y: 0.6, isWall: false } },
  };
  const wall = { ...unchanged, hasFloor: false };
  // 60 % of 3 : 4 is 9 : 20, so a square takes 45 % of the width.
  expect(cropOfSet(table, wall, 300, 300)).toMatchObject({ left: 0.275, top: 0, height: 0.6 });
  // A wide result lies directly above the end: 1 / (4 × 3/4) of the height.
  expect(cropOfSet(table, wall, 1200, 300).top).toBeCloseTo(0.6 - 1 / 3);
  expect(surroundingsOfSet(table, wall).ground).toBeUndefined();
});
