import { describe, expect, test } from 'vitest';

import { createMatteEditor } from './create-matte-editor.ts';
import { editKinds } from './edit-kinds.ts';
import { noEdits } from './matte-edits.ts';

const side = 100;

type Shape = (x: number, y: number) => boolean;
const ring = (left: number, top: number, radius: number, width: number): Shape => {
  return (x, y) => Math.abs(Math.hypot(x - left, y - top) - radius) <= width / 2;
};
const disc =
  (left: number, top: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - left, y - top) <= radius;

/** Creates a plane whose pixels are the values of a function. */
function plane(valueAt: (x: number, y: number) => number): Uint8ClampedArray<ArrayBuffer> {
  return Uint8ClampedArray.from({ length: side * side }, (_, at) => valueAt(at % side, Math.floor(at / side)));
}

/** Creates the pixels of a drawing in dark ink on paper. */
function drawing(isInk: Shape, paper = 255): Uint8ClampedArray<ArrayBuffer> {
  const grey = plane((x, y) => (isInk(x, y) ? 20 : paper));
  return Uint8ClampedArray.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? 255 : (grey[at >> 2] ?? 0)));
}

async function edited(
  kind: 'fill-inside' | 'drop-faint',
  matte: Uint8ClampedArray<ArrayBuffer>,
  pixels = drawing(() => false),
) {
  const editor = createMatteEditor({
    matte: { data: matte, widthPx: side, heightPx: side },
    editKinds,
    readPixels: () => pixels,
    refineRegion: () => Promise.reject(new Error('nothing is refined')),
  });
  const { data, withoutEffect } = await editor.apply({ ...noEdits, edits: [{ kind }] }, () => Promise.resolve());
  return { at: (x: number, y: number) => data[y * side + x], isIdle: withoutEffect.length > 0 };
}

describe('fill-inside', () => {
  const circle = ring(30, 50, 20, 4);
  const kept = plane((x, y) => (circle(x, y) ? 255 : 0));

  test('makes enclosed paper opaque, and leaves the paper outside', async () => {
    const { at } = await edited('fill-inside', kept, drawing(circle));
    expect([at(30, 50), at(20, 45), at(30, 34)]).toEqual([255, 255, 255]);
    expect([at(5, 5), at(70, 50), at(30, 75)]).toEqual([0, 0, 0]);
  });

  test('makes the outline’s inner rim opaque, and leaves its outer rim soft', async () => {
    const soft = plane((x, y) => {
      const distance = Math.abs(Math.hypot(x - 30, y - 50) - 20);
      return 255 * Math.min(1, Math.max(0, 3 - distance));
    });
    const { at } = await edited('fill-inside', soft, drawing(circle));
    expect([at(30, 50), at(32, 50), at(47, 50)]).toEqual([255, 255, 255]);
    expect(at(52, 50)).toBe(255);
    expect(at(53, 50)).toBe(0);
  });

  test('ignores an outline that the matte has dropped', async () => {
    const other = ring(75, 50, 15, 4);
    const { at } = await edited(
      'fill-inside',
      kept,
      drawing((x, y) => circle(x, y) || other(x, y)),
    );
    expect([at(30, 50), at(75, 50)]).toEqual([255, 0]);
  });

  test('ignores an open outline, and paper that is not white', async () => {
    const open: Shape = (x, y) => circle(x, y) && !(x > 30 && Math.abs(y - 50) < 3);
    expect(
      (
        await edited(
          'fill-inside',
          plane((x, y) => (open(x, y) ? 255 : 0)),
          drawing(open),
        )
      ).isIdle,
    ).toBe(true);
    expect((await edited('fill-inside', kept, drawing(circle, 120))).isIdle).toBe(true);
  });

  test('regards uneven paper as one background', async () => {
    const pixels = drawing(circle);
    for (let at = 0; at < side * side; at += 1) {
      if (pixels[at * 4] === 255) pixels.fill(240 + ((at * 7) % 16), at * 4, at * 4 + 3);
    }
    const { at } = await edited('fill-inside', kept, pixels);
    expect([at(30, 50), at(70, 50)]).toEqual([255, 0]);
  });
});

describe('drop-faint', () => {
  const subject = disc(25, 25, 15);

  test('removes faint pixels far from the subject, and leaves hair next to it and solid pieces', async () => {
    const haze = disc(80, 80, 10);
    const piece = disc(80, 20, 5);
    const matte = plane((x, y) => {
      if (subject(x, y) || piece(x, y)) return 255;
      return haze(x, y) || (x === 42 && y === 25) ? 60 : 0;
    });
    const { at } = await edited('drop-faint', matte);
    expect([at(80, 80), at(42, 25), at(25, 25), at(80, 20)]).toEqual([0, 60, 255, 255]);
  });

  test('does nothing when no pixel is faint', async () => {
    expect(
      (
        await edited(
          'drop-faint',
          plane((x, y) => (subject(x, y) ? 255 : 0)),
        )
      ).isIdle,
    ).toBe(true);
  });
});
