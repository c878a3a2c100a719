import { expect, test } from 'vitest';

import { hasDroppedInside } from './has-dropped-inside.ts';

const [widthPx, heightPx] = [900, 600];

type Shape = (x: number, y: number) => boolean;
const ring: Shape = (x, y) => Math.abs(Math.hypot(x - 300, y - 300) - 200) < 4;
const disc: Shape = (x, y) => Math.hypot(x - 300, y - 300) < 200;
const hole: Shape = (x, y) => Math.hypot(x - 300, y - 300) < 30;
const not =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    one(x, y) && !other(x, y);

async function droppedIn(ink: Shape, kept: Shape, paper = 255): Promise<boolean> {
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    pixels.fill(ink(x, y) ? 30 : paper, at * 4, at * 4 + 3);
    data[at] = kept(x, y) ? 255 : 0;
  }
  const bitmap = await createImageBitmap(new ImageData(pixels, widthPx, heightPx));
  try {
    return hasDroppedInside(bitmap, { data, widthPx, heightPx });
  } finally {
    bitmap.close();
  }
}

test.each([
  ['is true for the line of an ink circle without its inside', ring, ring, 255, true],
  ['is true for such a line on slightly grey paper', ring, ring, 238, true],
  ['is false for an ink circle with its inside', ring, disc, 255, false],
  ['is false for such a line on a grey background', ring, ring, 120, false],
  ['is false for a solid subject with a small hole', not(disc, hole), not(disc, hole), 255, false],
  ['is false for a solid subject', disc, disc, 255, false],
] as const)('hasDroppedInside %s', async (_, ink, kept, paper, expected) => {
  expect(await droppedIn(ink, kept, paper)).toBe(expected);
});
