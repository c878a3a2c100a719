import { describe, expect, test } from 'vitest';

import { applySeedClick } from './apply-seed-click.ts';
import type { SeedClick } from './apply-seed-click.ts';
import { emptyRect, type Rect } from '../geometry/rect.ts';

/**
 * Creates a matte.
 * @param rows one letter for each pixel: `.` is 0, `o` 20, `h` 100, `m` 150, `t` 200, `#` 255.
 */
function matteOf(...rows: string[]) {
  const alphaOf: Record<string, number> = { '.': 0, o: 20, h: 100, m: 150, t: 200, '#': 255 };
  const data = Uint8ClampedArray.from(rows.join(''), (letter) => alphaOf[letter] ?? 0);
  return { data, size: { widthPx: rows[0]?.length ?? 0, heightPx: rows.length } };
}

const noPixels = () => {
  throw new Error('no pixels are needed');
};

async function pressed(action: SeedClick['action'], x: number, y: number, ...rows: string[]) {
  const { data, size } = matteOf(...rows);
  const click: SeedClick = { kind: 'seed-click', action, x: x + 0.5, y: y + 0.5 };
  const rect = await applySeedClick(data, size, click, noPixels);
  return { data, rect };
}

describe('removing a part or everything else', () => {
  const twoParts = [
    '.oooo........', //
    '.o##o...oo...',
    '.o##o..o##o..',
    '..oo#o.o##o..',
    '....o...oo.o.',
  ];

  test('`drop` removes a part with its fringe, including pieces connected by a corner', async () => {
    const { data, rect } = await pressed('drop', 2, 1, ...twoParts);
    const left = ['.............', '........oo...', '.......o##o..', '.......o##o..', '........oo.o.'];
    expect(data).toEqual(matteOf(...left).data);
    expect(rect).toEqual({ x: 1, y: 0, widthPx: 5, heightPx: 5 });
  });

  test('`keep` removes everything else', async () => {
    const { data, rect } = await pressed('keep', 8, 2, ...twoParts);
    const left = ['.............', '........oo...', '.......o##o..', '.......o##o..', '........oo.o.'];
    expect(data).toEqual(matteOf(...left).data);
    expect(rect).toEqual({ x: 1, y: 0, widthPx: 5, heightPx: 5 });
  });

  test('where two fringes meet, each pixel belongs to the nearer part', async () => {
    const { data } = await pressed('drop', 0, 0, '##oooo##', '##oooo##');
    expect(data).toEqual(matteOf('....oo##', '....oo##').data);
  });

  test('a click outside of every part changes nothing', async () => {
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [99, 1],
      [-1, 1],
    ] as const) {
      const { data, rect } = await pressed('keep', x, y, ...twoParts);
      expect(rect).toEqual(emptyRect);
      expect(data).toEqual(matteOf(...twoParts).data);
    }
  });
});

describe('fill', () => {
  const ring = [
    '...........', //
    '.ohtttttho.',
    '.ht#####th.',
    '.t##tht##t.',
    '.t#th.ht#t.',
    '.t##tht##t.',
    '.ht#####th.',
    '.ohtttttho.',
    '...........',
  ];

  test('closes a hole with its soft rim and leaves the outer edge', async () => {
    const { data } = await pressed('fill', 5, 4, ...ring);
    const filled = ring.map((row, y) => (y < 3 || y > 5 ? row : '.t#######t.'));
    expect(data).toEqual(matteOf(...filled).data);
  });

  test('works from a click on a half-transparent pixel', async () => {
    const { data } = await pressed('fill', 4, 4, ...ring);
    expect(data[4 * 11 + 5]).toBe(255);
    expect(data[1 * 11 + 5]).toBe(200);
    const veil = await pressed('fill', 2, 2, '#####', '#tt##', '#ttt#', '##t##', '#####');
    expect(veil.data.every((value) => value === 255)).toBe(true);
  });

  test('ignores areas that are open to the image’s edge, and opaque pixels', async () => {
    const open = ring.map((row, y) => (y === 4 ? '......ht#t.' : row));
    for (const [x, y, rows] of [
      [5, 4, open],
      [0, 0, ring],
      [4, 2, ring],
    ] as const) {
      const { data, rect } = await pressed('fill', x, y, ...rows);
      expect(rect).toEqual(emptyRect);
      expect(data).toEqual(matteOf(...rows).data);
    }
  });

  test('raises a soft wall up to its ridge and leaves its outer slope', async () => {
    const wall = ['.mmmmm.', '.mtttm.', '.mt.tm.', '.mtttm.', '.mmmmm.'];
    const soft = ['.......', ...wall, '.......'];
    const { data } = await pressed('fill', 3, 3, ...soft);
    const filled = soft.map((row, y) => (y < 2 || y > 4 ? row : '.m###m.'));
    expect(data).toEqual(matteOf(...filled).data);
  });

  test('regards a wall that is connected only by corners as closed', async () => {
    const { data } = await pressed('fill', 2, 2, '.....', '..#..', '.#.#.', '..#..', '.....');
    expect(data).toEqual(matteOf('.....', '..#..', '.###.', '..#..', '.....').data);
  });
});

describe('open', () => {
  const size = { widthPx: 900, heightPx: 600 };
  const subject = { left: 60, right: 840, top: 60, bottom: 540 };
  const noise = (at: number) => (((at * 2_654_435_761) >>> 20) % 13) - 6;

  /** Creates a red subject on blue, with a round opening around (400, 300) through which the blue is visible. */
  function scene(radius: number) {
    const matte = new Uint8ClampedArray(size.widthPx * size.heightPx);
    const pixels = new Uint8ClampedArray(matte.length * 4);
    for (let y = 0, at = 0; y < size.heightPx; y += 1) {
      for (let x = 0; x < size.widthPx; x += 1, at += 1) {
        const isSubject = x >= subject.left && x < subject.right && y >= subject.top && y < subject.bottom;
        if (isSubject) matte[at] = 255;
        const distance = Math.hypot(x + 0.5 - 400, y + 0.5 - 300);
        const red = isSubject ? Math.min(1, Math.max(0, distance - radius + 0.5)) : 0;
        const grain = noise(at);
        pixels.set([60 + 120 * red + grain, 110 - 60 * red + grain, 200 - 150 * red + grain, 255], at * 4);
      }
    }
    const readPixels = (rect: Rect) => {
      const part = new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4);
      for (let row = 0; row < rect.heightPx; row += 1) {
        const from = ((rect.y + row) * size.widthPx + rect.x) * 4;
        part.set(pixels.subarray(from, from + rect.widthPx * 4), row * rect.widthPx * 4);
      }
      return part;
    };
    return { matte, readPixels };
  }

  test('makes the visible background transparent, with a soft rim and without specks', async () => {
    const { matte, readPixels } = scene(80);
    const before = matte.slice();
    const rect = await applySeedClick(matte, size, { kind: 'seed-click', action: 'open', x: 380, y: 320 }, readPixels);
    let gone = 0;
    let [farthest, specks] = [0, 0];
    for (let y = 0, at = 0; y < size.heightPx; y += 1) {
      for (let x = 0; x < size.widthPx; x += 1, at += 1) {
        const distance = Math.hypot(x + 0.5 - 400, y + 0.5 - 300);
        gone += ((before[at] ?? 0) - (matte[at] ?? 0)) / 255;
        if (distance < 79 && matte[at] !== 0) specks += 1;
        if (matte[at] !== before[at]) farthest = Math.max(farthest, distance);
      }
    }
    expect(gone / (Math.PI * 80 ** 2)).toBeCloseTo(1, 1);
    expect(specks).toBe(0);
    expect(farthest).toBeLessThan(84);
    expect(rect.x).toBeGreaterThan(300);
    expect(rect.widthPx).toBeLessThan(190);
  });

  test('finds a hole that is larger than the part of the image read first', async () => {
    const { matte, readPixels } = scene(200);
    await applySeedClick(matte, size, { kind: 'seed-click', action: 'open', x: 230, y: 300 }, readPixels);
    const open = matte.reduce((count, value) => count + (value === 0 ? 1 : 0), 0);
    const outside = size.widthPx * size.heightPx - 780 * 480;
    expect((open - outside) / (Math.PI * 200 ** 2)).toBeCloseTo(1, 1);
  });

  test('does nothing outside the subject, and when the hole would take a quarter of the image', async () => {
    const { matte, readPixels } = scene(80);
    const before = matte.slice();
    for (const [x, y] of [
      [20, 20],
      [700, 100],
    ] as const) {
      expect(await applySeedClick(matte, size, { kind: 'seed-click', action: 'open', x, y }, readPixels)).toEqual(
        emptyRect,
      );
      expect(matte).toEqual(before);
    }
  });
});
