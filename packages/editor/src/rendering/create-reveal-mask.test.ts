import { expect, test } from 'vitest';

import { createRevealMask } from './create-reveal-mask.ts';

/** Mask for an image of 100 × 50 px whose subject is 10 × 10 px, with its top left corner at this point. */
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

test('is opaque everywhere at the beginning and transparent everywhere at the end', () => {
  const mask = maskOf(20, 20);
  expect(new Set(alphas(mask.at(0)))).toEqual(new Set([255]));
  expect(new Set(alphas(mask.at(1)))).toEqual(new Set([0]));
});

test('pixels nearer to the subject disappear first, and none reappears', () => {
  const mask = maskOf(20, 20);
  let before = alphas(mask.at(0));
  for (let progress = 0.05; progress <= 1; progress += 0.05) {
    const now = alphas(mask.at(progress));
    expect(now.every((alpha, at) => alpha <= (before[at] ?? 0))).toBe(true);
    // In the subject's middle row to its right, alpha grows with the distance from the subject.
    const row = now.slice(25 * 100 + 30, 26 * 100);
    expect(row).toEqual(row.toSorted((one, other) => one - other));
    before = now;
  }
  const half = alphas(mask.at(0.5));
  expect([half[25 * 100 + 31], half[25 * 100 + 99]]).toEqual([0, 255]);
});

test('a large image has a small mask, and without a subject all pixels disappear at once', () => {
  const [widthPx, heightPx] = [4000, 3000];
  const mask = createRevealMask({ data: new Uint8ClampedArray(widthPx * heightPx), widthPx, heightPx });
  expect([mask.widthPx, mask.heightPx]).toEqual([320, 240]);
  expect(new Set(alphas(mask.at(0.1))).size).toBe(1);
});
