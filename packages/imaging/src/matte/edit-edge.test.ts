import { describe, expect, test } from 'vitest';

import { editEdge } from './edit-edge.ts';
import type { EdgeEdits } from './matte-edits.ts';

const size = { widthPx: 420, heightPx: 400 };
const none: EdgeEdits = { shift: 0, feather: 0, contrast: 0, solidify: 0 };
const noTurn = async () => undefined;

function matteOf(alphaAt: (x: number, y: number) => number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(size.widthPx * size.heightPx);
  for (let y = 0, at = 0; y < size.heightPx; y += 1) {
    for (let x = 0; x < size.widthPx; x += 1, at += 1) data[at] = 255 * alphaAt(x + 0.5, y + 0.5);
  }
  return data;
}

const disc = (radius: number, softPx = 1) =>
  matteOf((x, y) => Math.min(1, Math.max(0, (radius - Math.hypot(x - 210, y - 200)) / softPx + 0.5)));

async function edited(matte: Uint8ClampedArray, edits: Partial<EdgeEdits>) {
  const into = new Uint8ClampedArray(matte.length);
  await editEdge(matte, into, size, { ...none, ...edits }, noTurn);
  return into;
}

const areaOf = (matte: Uint8ClampedArray) => matte.reduce((sum, value) => sum + value, 0) / 255;
const row = (matte: Uint8ClampedArray, y: number) => matte.subarray(y * size.widthPx, (y + 1) * size.widthPx);

describe('shift', () => {
  test.each([3, 5, 10, 17, 35, 80, 200, -3, -5, -10, -17, -35, -80, -200])(
    'changes the radius of a disc by %i tenths of a px',
    async (shift) => {
      const area = areaOf(await edited(disc(100), { shift }));
      expect(Math.abs(area / (Math.PI * (100 + shift / 10) ** 2) - 1)).toBeLessThan(0.01);
    },
  );

  test('preserves the softness of a soft edge', async () => {
    const soft = await edited(disc(100, 20), { shift: 60 });
    const expected = disc(106, 20);
    for (const y of [200, 240, 270]) {
      for (let x = 0; x < size.widthPx; x += 1) {
        expect(Math.abs((row(soft, y)[x] ?? 0) - (row(expected, y)[x] ?? 0))).toBeLessThan(9);
      }
    }
  });

  test('widens a hair of one pixel on both sides, and removes it when shifted inwards', async () => {
    const hair = matteOf((x) => (Math.floor(x) === 100 ? 1 : 0));
    expect([...row(await edited(hair, { shift: 10 }), 50).subarray(97, 104)]).toEqual([0, 0, 255, 255, 255, 0, 0]);
    expect([...row(await edited(hair, { shift: 5 }), 50).subarray(98, 103)]).toEqual([0, 128, 255, 128, 0]);
    expect(areaOf(await edited(hair, { shift: -10 }))).toBe(0);
  });

  test('leaves the edge where the image cuts the subject off', async () => {
    const cut = matteOf((_, y) => (y > 300 ? 1 : 0));
    const moved = await edited(cut, { shift: -40 });
    expect([...moved.subarray(-size.widthPx)].every((value) => value === 255)).toBe(true);
    expect(row(moved, 303)[5]).toBe(0);
    expect(row(moved, 304)[5]).toBe(255);
  });
});

describe('feather', () => {
  test.each([3, 10, 24, 60, 150])(
    'spreads a hard edge by %i tenths of a px, and at most three times as far',
    async (feather) => {
      const edge = matteOf((x) => (x > 200 ? 1 : 0));
      const line = row(await edited(edge, { feather }), 120);
      // The slope of a softened step equals the kernel that softened it.
      let [total, mean, square] = [0, 0, 0];
      for (let x = 1; x < size.widthPx; x += 1) {
        const slope = (line[x] ?? 0) - (line[x - 1] ?? 0);
        total += slope;
        mean += slope * x;
        square += slope * x * x;
      }
      const sigma = feather / 10;
      expect(total).toBe(255);
      expect(mean / total).toBeCloseTo(200, 1);
      expect(Math.abs(Math.sqrt(square / total - (mean / total) ** 2) - sigma)).toBeLessThan(0.03 + 0.02 * sigma);
      const reach = Math.ceil(3 * sigma) + 3;
      expect([line[200 - reach], line[200 + reach]]).toEqual([0, 255]);
    },
  );

  test('is the same in all directions', async () => {
    const soft = await edited(disc(120), { feather: 80 });
    const at = (angle: number) => {
      const [x, y] = [Math.floor(210 + 120 * Math.cos(angle)), Math.floor(200 + 120 * Math.sin(angle))];
      return soft[y * size.widthPx + x] ?? 0;
    };
    for (let yieldToEventLoop = 0; yieldToEventLoop < 16; yieldToEventLoop += 1)
      expect(Math.abs(at((yieldToEventLoop * Math.PI) / 8) - 124)).toBeLessThan(14);
  });
});

describe('contrast', () => {
  test('steepens the edge around its middle', async () => {
    const ramp = matteOf((x) => x / size.widthPx);
    const steep = row(await edited(ramp, { contrast: 100 }), 10);
    // Full contrast is twenty times as steep: the whole range is in a twentieth of the width.
    expect(steep.filter((value) => value > 0 && value < 255).length).toBeCloseTo(420 / 20, -0.7);
    expect(steep[210]).toBeCloseTo(127.5 + (20 * 255) / 420 / 2, -1);
    expect([steep[195], steep[225]]).toEqual([0, 255]);
  });
});

describe('solidify', () => {
  /** Creates a subject with a soft edge of 3 px, a hole, and a veil of alpha 0.6 inside. */
  const subject = () =>
    matteOf((x, y) => {
      const away = Math.hypot(x - 210, y - 200);
      const outer = Math.min(1, Math.max(0, (150 - away) / 3));
      const hole = Math.min(1, Math.max(0, (Math.hypot(x - 260, y - 200) - 12) / 3));
      const veil = Math.hypot(x - 160, y - 200) < 40 ? 0.6 : 1;
      return Math.min(outer, hole, veil);
    });

  test('makes a veil inside opaque, and leaves the outer edge and a hole unchanged', async () => {
    const before = subject();
    const after = await edited(before, { solidify: 100 });
    let wrong = 0;
    for (let y = 0, at = 0; y < size.heightPx; y += 1) {
      for (let x = 0; x < size.widthPx; x += 1, at += 1) {
        const inVeil = Math.hypot(x + 0.5 - 160, y + 0.5 - 200) < 40;
        if (after[at] !== (inVeil ? 255 : before[at])) wrong += 1;
      }
    }
    expect(wrong).toBe(0);
  });

  test('at half strength changes half as much', async () => {
    const after = await edited(subject(), { solidify: 50 });
    expect(row(after, 200)[160]).toBe(204);
  });
});

describe('editing in blocks', () => {
  const all: EdgeEdits = { shift: 12, feather: 20, contrast: 30, solidify: 70 };

  test('editing only the changed part again yields the same result as editing everything', async () => {
    const matte = disc(120);
    const into = new Uint8ClampedArray(matte.length);
    await editEdge(matte, into, size, all, noTurn);
    for (let y = 90; y < 110; y += 1) row(matte, y).fill(255, 300, 330);
    const changed = await editEdge(matte, into, size, all, noTurn, { x: 300, y: 90, widthPx: 30, heightPx: 20 });
    expect(into).toEqual(await edited(matte, all));
    expect(changed.x).toBeGreaterThan(280);
    expect(changed.y).toBeLessThan(90);
    expect(await editEdge(matte, into, size, all, noTurn)).toMatchObject({ widthPx: 0, heightPx: 0 });
  });

  test('edits of zero change nothing', async () => {
    const matte = disc(90, 7);
    expect(await edited(matte, {})).toEqual(matte);
  });
});
