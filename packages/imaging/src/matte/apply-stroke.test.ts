import { describe, expect, test } from 'vitest';

import { paintStroke, refineStroke, type Stroke } from './apply-stroke.ts';
import type { MatteRegion } from './define-edit.ts';
import { emptyRect } from '../geometry/rect.ts';

const size = { widthPx: 300, heightPx: 200 };

const stroke = (change: Partial<Stroke>): Stroke => ({
  kind: 'stroke',
  action: 'restore',
  points: [],
  sizePx: 60,
  hardness: 100,
  opacity: 100,
  followsEdges: false,
  ...change,
});

function painted(change: Partial<Stroke>, start = 0) {
  const matte = new Uint8ClampedArray(size.widthPx * size.heightPx).fill(start);
  const rect = paintStroke(matte, size, stroke(change));
  return { matte, rect, area: matte.reduce((sum, value) => sum + value, 0) / 255 };
}

const alphaAt = (matte: Uint8ClampedArray, x: number, y: number) => matte[y * size.widthPx + x];

describe('painting without refinement', () => {
  test('a hard stroke covers the area of a capsule in every direction', () => {
    for (const [dx, dy] of [
      [120, 0],
      [0, 75],
      [80, 60],
      [-95, 40],
      [3, -70],
    ] as const) {
      const { area } = painted({ points: [150, 100, 1, 150 + dx, 100 + dy, 1], sizePx: 40 });
      expect(area / (Math.PI * 20 ** 2 + 40 * Math.hypot(dx, dy))).toBeCloseTo(1, 2);
    }
  });

  test('pressure narrows a stroke: from full to half, its area is that of a cone', () => {
    const { area, matte } = painted({ points: [60, 100, 1, 240, 100, 0.5], sizePx: 60 });
    // The area is that of two half discs and the trapezium between them. The round ends overlap the cone a little.
    expect(area / ((Math.PI * 30 ** 2) / 2 + (Math.PI * 15 ** 2) / 2 + (180 * (60 + 30)) / 2)).toBeCloseTo(1, 1);
    expect([alphaAt(matte, 60, 72), alphaAt(matte, 60, 68)]).toEqual([255, 0]);
    expect([alphaAt(matte, 240, 113), alphaAt(matte, 240, 117)]).toEqual([255, 0]);
  });

  test('a soft dot falls off as a cosine', () => {
    const { area, matte } = painted({ points: [150.5, 100.5, 1], sizePx: 160, hardness: 0 });
    // The area is ∫ ½(1 + cos(πd/r))·2πd from 0 to r.
    expect(area / (Math.PI * 80 ** 2 * (1 / 2 - 2 / Math.PI ** 2))).toBeCloseTo(1, 2);
    expect(alphaAt(matte, 150, 100)).toBe(255);
    expect(alphaAt(matte, 190, 100)).toBeCloseTo(127.5, -0.5);
    expect(alphaAt(matte, 231, 100)).toBe(0);
  });

  test('a hard edge is one pixel wide, and a partly covered pixel has partial alpha', () => {
    const { matte } = painted({ points: [50, 100, 1, 250, 100, 1], sizePx: 20 });
    const column = Array.from({ length: 4 }, (_, index) => alphaAt(matte, 150, 88 + index));
    expect(column).toEqual([0, 0, 255, 255]);
    const between = painted({ points: [50, 100.5, 1, 250, 100.5, 1], sizePx: 20 });
    expect(alphaAt(between.matte, 150, 90)).toBeCloseTo(127.5, -0.5);
  });

  test('coverage depends only on the nearest line, not on repeated passes or the spacing of points', () => {
    const once = painted({ points: [40, 40, 1, 240, 140, 1], hardness: 20, opacity: 60 });
    const there = [40, 40, 1, 140, 90, 1, 240, 140, 1, 90, 65, 1, 40, 40, 1];
    expect(painted({ points: there, hardness: 20, opacity: 60 }).matte).toEqual(once.matte);
    const dense = Array.from({ length: 401 }, (_, index) => [40 + index / 2, 40 + index / 4, 1]).flat();
    const { matte } = painted({ points: dense, hardness: 20, opacity: 60 });
    expect(Math.max(...matte.map((value, at) => Math.abs(value - (once.matte[at] ?? 0))))).toBeLessThanOrEqual(1);
  });

  test.each([
    ['zigzag stroke', [30.2, 150.7, 0.7, 90.4, 20.1, 1, 97, 25, 0.4, 200.9, 180.3, 0.9, 205, 60, 0.2, 280, 61, 1]],
    [
      'zigzag stroke of constant pressure',
      [30.2, 150.7, 1, 90.4, 20.1, 1, 97, 25, 1, 97, 90, 1, 97, 40, 1, 205, 60, 1, 60, 70, 1],
    ],
    [
      'stroke of many short lines',
      Array.from({ length: 30 }, (_, index) => [
        150 + 2 * index * Math.cos(index / 3),
        100 + index * Math.sin(index / 3),
        1,
      ]).flat(),
    ],
  ])('every pixel of a %s follows its distance to the nearest line', (_, points) => {
    const { matte } = painted({ points, sizePx: 44, hardness: 50 });
    let farthest = 0;
    for (let y = 0; y < size.heightPx; y += 1) {
      for (let x = 0; x < size.widthPx; x += 1) {
        let most = 0;
        for (let at = 0; at + 3 < points.length; at += 3) {
          const [ax = 0, ay = 0, a = 0, bx = 0, by = 0, b = 0] = points.slice(at, at + 6);
          const [dx, dy] = [bx - ax, by - ay];
          const share = ((x + 0.5 - ax) * dx + (y + 0.5 - ay) * dy) / (dx * dx + dy * dy);
          const along = Math.min(1, Math.max(0, share));
          const radius = 22 * (a + (b - a) * along);
          const distance = Math.hypot(x + 0.5 - ax - along * dx, y + 0.5 - ay - along * dy);
          const fall = Math.min(1, Math.max(0, (distance - radius / 2) / (radius / 2)));
          most = Math.max(most, (1 + Math.cos(Math.PI * fall)) / 2);
        }
        farthest = Math.max(farthest, Math.abs((alphaAt(matte, x, y) ?? 0) - 255 * most));
      }
    }
    expect(farthest).toBeLessThanOrEqual(1.5);
  });

  test('opacity is the share of the change, for restoring and erasing', () => {
    expect(alphaAt(painted({ points: [150, 100, 1], opacity: 40 }, 100).matte, 150, 100)).toBe(162);
    expect(alphaAt(painted({ points: [150, 100, 1], opacity: 40, action: 'erase' }, 100).matte, 150, 100)).toBe(60);
  });

  test('paintStroke returns the written rectangle, clipped to the image', () => {
    expect(painted({ points: [10, 100, 1], sizePx: 60 }).rect).toEqual({ x: 0, y: 69, widthPx: 41, heightPx: 62 });
    expect(painted({ points: [-200, -200, 1] }).rect).toEqual(emptyRect);
    expect(painted({ points: [] }).rect).toEqual(emptyRect);
    expect(painted({ points: [100, 100, 0] }).area).toBe(0);
  });
});

describe('following the image’s edges', () => {
  const readPixels = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) =>
    new Uint8ClampedArray(widthPx * heightPx * 4);

  async function refined(change: Partial<Stroke>, start: number, found: number) {
    const matte = new Uint8ClampedArray(size.widthPx * size.heightPx).fill(start);
    const asked: MatteRegion[] = [];
    const refineRegion = async (region: MatteRegion) => {
      asked.push(region);
      return region.matte.map((value, at) => (region.unknown[at] === 1 ? found : value));
    };
    const rect = await refineStroke(matte, size, stroke(change), { readPixels, refineRegion });
    return { matte, rect, asked };
  }

  test('the core is as painted, the rest of the brush is estimated, and pixels outside are unchanged', async () => {
    const { matte, asked, rect } = await refined({ points: [150.5, 100.5, 1], sizePx: 60 }, 20, 90);
    const [region] = asked;
    // The region is the brush's box and 32 px more on every side.
    expect(rect).toEqual({ x: 120, y: 70, widthPx: 61, heightPx: 61 });
    expect([region?.widthPx, region?.heightPx, region?.pixels.length]).toEqual([125, 125, 125 * 125 * 4]);
    const middle = 62 * 125 + 62;
    expect([region?.unknown[middle], region?.matte[middle]]).toEqual([0, 255]);
    expect([region?.unknown[middle + 11], region?.unknown[middle + 13]]).toEqual([0, 1]);
    expect([region?.unknown[middle + 29], region?.unknown[middle + 31]]).toEqual([1, 0]);
    expect(region?.matte[middle + 31]).toBe(20);
    expect(alphaAt(matte, 150, 100)).toBe(255);
    expect(alphaAt(matte, 165, 100)).toBe(90);
    expect(alphaAt(matte, 185, 100)).toBe(20);
  });

  test('a long stroke is estimated in parts of limited size, without visible seams', async () => {
    const wide = { widthPx: 2000, heightPx: 700 };
    const matte = new Uint8ClampedArray(wide.widthPx * wide.heightPx);
    const asked: MatteRegion[] = [];
    // Each part is estimated a little higher than the previous one.
    const refineRegion = async (region: MatteRegion) => {
      asked.push(region);
      return region.matte.map((value, at) => (region.unknown[at] === 1 ? 100 + asked.length * 5 : value));
    };
    const long = stroke({ points: [100, 100, 1, 1900, 600, 1], sizePx: 80 });
    await refineStroke(matte, wide, long, { readPixels, refineRegion });
    expect(asked.length).toBeGreaterThan(8);
    expect(Math.max(...asked.map(({ widthPx, heightPx }) => Math.max(widthPx, heightPx)))).toBeLessThan(420);
    let steepest = 0;
    // The line runs next to the core, 28 of the brush's 40 px from its middle.
    for (let x = 160, before = 0; x < 1850; x += 1) {
      const y = Math.floor(100 + ((x - 100) * 500) / 1800 + 28 * 1.038);
      const value = matte[y * wide.widthPx + x] ?? 0;
      expect(value).toBeGreaterThan(100);
      if (before > 0) steepest = Math.max(steepest, Math.abs(value - before));
      before = value;
    }
    expect(steepest).toBeLessThanOrEqual(3);
  });

  test('restoring removes nothing, and erasing adds nothing', async () => {
    const points = [150.5, 100.5, 1];
    expect(alphaAt((await refined({ points }, 180, 90)).matte, 165, 100)).toBe(180);
    expect(alphaAt((await refined({ points, action: 'erase' }, 30, 90)).matte, 165, 100)).toBe(30);
    expect(alphaAt((await refined({ points, action: 'erase' }, 180, 90)).matte, 165, 100)).toBe(90);
    expect(alphaAt((await refined({ points, action: 'erase' }, 180, 90)).matte, 150, 100)).toBe(0);
  });

  test('nothing is estimated outside the image, and nothing is written when estimation fails', async () => {
    expect((await refined({ points: [-300, 0, 1] }, 0, 90)).asked).toEqual([]);
    const matte = new Uint8ClampedArray(size.widthPx * size.heightPx);
    const failing = { readPixels, refineRegion: () => Promise.reject(new Error('no memory')) };
    await expect(refineStroke(matte, size, stroke({ points: [150, 100, 1] }), failing)).rejects.toThrow('no memory');
    expect(matte.every((value) => value === 0)).toBe(true);
  });
});
