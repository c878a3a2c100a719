import { expect, test } from 'vitest';

import { findDisputed } from './find-disputed.ts';

/** Returns a mask of 160 × 128 px that is subject in the given boxes: left, top, right, bottom. */
function maskOf(...boxes: readonly (readonly [number, number, number, number])[]) {
  const [widthPx, heightPx] = [160, 128];
  const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return Number(boxes.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom));
  });
  return { mask, widthPx, heightPx };
}
const twice = { widthPx: 320, heightPx: 256 };
const body = [16, 16, 80, 112] as const;
const jumper = [96, 32, 144, 96] as const;

test.each([
  ['finer', maskOf(body, jumper), maskOf(body)],
  ['other', maskOf(body), maskOf(body, jumper)],
])('reports a part that only the %s mask contains, in pixels of the image', (_, finer, other) => {
  expect(findDisputed(finer, other, twice)).toMatchObject([{ leftPx: 192, topPx: 64, widthPx: 96, heightPx: 128 }]);
});

test('the strips of a part leave out the rest of its box', () => {
  const corner = maskOf(body, [96, 32, 112, 48], [96, 48, 144, 64]);
  const [part] = findDisputed(corner, maskOf(body), { widthPx: 160, heightPx: 128 });
  expect(part).toEqual({
    leftPx: 96,
    topPx: 32,
    widthPx: 48,
    heightPx: 32,
    strips: [
      { leftPx: 96, topPx: 32, widthPx: 16, heightPx: 16 },
      { leftPx: 96, topPx: 48, widthPx: 48, heightPx: 16 },
    ],
  });
});

test('reports nothing for equal masks, nor for edges that lie slightly apart', () => {
  expect(findDisputed(maskOf(body), maskOf(body), twice)).toEqual([]);
  expect(findDisputed(maskOf(body), maskOf([18, 18, 82, 114]), twice)).toEqual([]);
});

test('reports the three largest of many parts, the largest first', () => {
  const parts = [
    [96, 0, 112, 16],
    [96, 32, 128, 64],
    [96, 80, 160, 128],
    [0, 0, 16, 32],
  ] as const;
  const found = findDisputed(maskOf(body, ...parts), maskOf(body), { widthPx: 160, heightPx: 128 });
  expect(found.map(({ leftPx, topPx }) => [leftPx, topPx])).toEqual([
    [96, 80],
    [96, 32],
    [0, 0],
  ]);
});

test('a part that is small compared with the subject is not reported', () => {
  const all = [0, 0, 160, 112] as const;
  expect(findDisputed(maskOf(all, [0, 112, 16, 128]), maskOf(all), twice)).toEqual([]);
});

test('a part that was decided afterwards is not reported, and one that was half decided is', () => {
  const [finer, other] = [maskOf(body, jumper), maskOf(body)];
  const decided = (surely: number) => maskOf(jumper).mask.map((share) => share * surely);
  expect(findDisputed(finer, other, twice, decided(0.9))).toEqual([]);
  expect(findDisputed(finer, other, twice, decided(0.5))).toHaveLength(1);
});

test('a part at the image’s end ends with the image', () => {
  const mask = { mask: new Float32Array(40 * 40).fill(1), widthPx: 40, heightPx: 40 };
  const empty = { ...mask, mask: new Float32Array(40 * 40) };
  expect(findDisputed(mask, empty, { widthPx: 41, heightPx: 37 })).toMatchObject([
    { leftPx: 0, topPx: 0, widthPx: 41, heightPx: 37 },
  ]);
});
