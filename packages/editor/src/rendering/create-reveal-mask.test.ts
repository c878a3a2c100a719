import { expect, test } from 'vitest';

import { createRevealMask } from './create-reveal-mask.ts';

/** A subject of 10 × 10 px in a picture of 100 × 50, with its left top corner there. */
function maskOf(left: number, top: number) {
  const [widthPx, heightPx] = [100, 50];
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return x >= left && x < left + 10 && y >= top && y < top + 10 ? 255 : 0;
  });
  return createRevealMask({ data, widthPx, heightPx });
}

const alphas = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, at) => pixels[at * 4 + 3] ?? -1);

test('at the beginning the whole photo is there, at the end nothing of it', () => {
  const mask = maskOf(20, 20);
  expect(new Set(alphas(mask.at(0)))).toEqual(new Set([255]));
  expect(new Set(alphas(mask.at(1)))).toEqual(new Set([0]));
});

test('what is nearer to the subject goes first, and nothing comes back', () => {
  const mask = maskOf(20, 20);
  let before = alphas(mask.at(0));
  for (let progress = 0.05; progress <= 1; progress += 0.05) {
    const now = alphas(mask.at(progress));
    expect(now.every((alpha, at) => alpha <= (before[at] ?? 0))).toBe(true);
    // To the right of the subject, in its middle row: the farther, the more is left.
    const row = now.slice(25 * 100 + 30, 26 * 100);
    expect(row).toEqual(row.toSorted((one, other) => one - other));
    before = now;
  }
  const half = alphas(mask.at(0.5));
  expect([half[25 * 100 + 31], half[25 * 100 + 99]]).toEqual([0, 255]);
});

test('of a large picture the mask is small, and without a subject all goes at once', () => {
  const [widthPx, heightPx] = [4000, 3000];
  const mask = createRevealMask({ data: new Uint8ClampedArray(widthPx * heightPx), widthPx, heightPx });
  expect([mask.widthPx, mask.heightPx]).toEqual([320, 240]);
  expect(new Set(alphas(mask.at(0.1))).size).toBe(1);
});
