import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { scalePixels } from './scale-pixels.ts';

// Node's own fetch cannot read files, and the kernels are a file.
beforeAll(() => void vi.stubGlobal('fetch', async (file: string) => new Response(await readFile(new URL(file)))));
afterAll(() => void vi.unstubAllGlobals());

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** Returns an image in memory whose pixels are a function of their coordinates. */
function pictureWhere(widthPx: number, heightPx: number, pixelAt: (x: number, y: number) => Pixel) {
  const data = Uint8ClampedArray.from(
    Array.from({ length: widthPx * heightPx }, (_, at) => pixelAt(at % widthPx, Math.floor(at / widthPx))).flat(),
  );
  return {
    widthPx,
    heightPx,
    openRows: (maxRows: number) => (firstRow: number, rows: number) => {
      if (rows > maxRows) throw new Error(`${rows} rows are read, and ${maxRows} were announced`);
      return data.slice(firstRow * widthPx * 4, (firstRow + rows) * widthPx * 4);
    },
  };
}

/**
 * Evaluates the Lanczos filter of three lobes at one position of a row of values, by its definition. Positions beyond the
 * row's ends are left out.
 */
function lanczosAt(values: readonly number[], middle: number, unit: number): number {
  const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  const weights = values
    .map((_, at) => (at + 0.5 - middle) / unit)
    .map((x) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.reduce((sum, value, at) => sum + (value * (weights[at] ?? 0)) / total, 0);
}

/** Scales a row of values by that filter alone. */
function scaledRow(values: readonly number[], toPx: number): readonly number[] {
  const step = values.length / toPx;
  return Array.from({ length: toPx }, (_, at) => lanczosAt(values, (at + 0.5) * step, Math.max(step, 1)));
}

const random = createRandom(31);
/** Levels far from 0 and 255, so that no overshoot of the filter is clipped. */
const levels = Array.from({ length: 400 }, () => 90 + random.integer(0, 75));

test.each([
  { fromPx: 40, toPx: 61 },
  { fromPx: 40, toPx: 40 },
  { fromPx: 40, toPx: 17 },
])('scaling $fromPx px to $toPx px matches the filter’s definition along both axes', async ({ fromPx, toPx }) => {
  const values = levels.slice(0, fromPx);
  const expected = scaledRow(values, toPx);
  const across = await scalePixels(
    pictureWhere(fromPx, 5, (x) => [values[x] ?? 0, 7, 0, 255]),
    { widthPx: toPx, heightPx: 3 },
  );
  const down = await scalePixels(
    pictureWhere(5, fromPx, (_, y) => [0, 7, values[y] ?? 0, 255]),
    { widthPx: 3, heightPx: toPx },
  );
  for (const [at, value] of expected.entries()) {
    // The results are rounded to whole levels.
    expect(Math.abs((across[(toPx + at) * 4] ?? 0) - value)).toBeLessThan(0.51);
    expect(Math.abs((down[(at * 3 + 1) * 4 + 2] ?? 0) - value)).toBeLessThan(0.51);
  }
});

test('a much larger image, which is averaged first, differs by less than one level on average', async () => {
  // Smooth waves as in a photograph, on 400 px. The result has 61 px.
  const values = levels.map((_, at) => 128 + 60 * Math.sin(at / 9) + 40 * Math.sin(at / 31));
  const expected = scaledRow(values, 61);
  const pixels = await scalePixels(
    pictureWhere(400, 300, (x) => [values[x] ?? 0, 0, 0, 255]),
    { widthPx: 61, heightPx: 40 },
  );
  const differences = expected.map((value, at) => Math.abs((pixels[(20 * 61 + at) * 4] ?? 0) - value));
  expect(differences.reduce((sum, each) => sum + each, 0) / 61).toBeLessThan(1);
});

test('an image of one colour keeps that colour at every size', async () => {
  const picture = pictureWhere(37, 53, () => [201, 100, 3, 255]);
  for (const size of [
    { widthPx: 1, heightPx: 1 },
    { widthPx: 36, heightPx: 52 },
    { widthPx: 37, heightPx: 53 },
    { widthPx: 90, heightPx: 11 },
  ]) {
    const pixels = await scalePixels(picture, size);
    expect(pixels).toHaveLength(size.widthPx * size.heightPx * 4);
    expect(pixels.every((value, at) => value === [201, 100, 3, 255][at % 4])).toBe(true);
  }
});

test('transparent pixels are blended with white', async () => {
  const pixels = await scalePixels(
    pictureWhere(2, 1, (x) => [0, 0, 0, x * 255]),
    { widthPx: 1, heightPx: 1 },
  );
  expect(Array.from(pixels)).toEqual([128, 128, 128, 255]);
});

test('two images that are scaled at the same time do not mix', async () => {
  const even = (level: number, sidePx: number) =>
    scalePixels(
      pictureWhere(sidePx, sidePx, () => [level, level, level, 255]),
      { widthPx: 9, heightPx: 9 },
    );
  const [dark, light] = await Promise.all([even(20, 300), even(220, 30)]);
  expect(new Set(dark)).toEqual(new Set([20, 255]));
  expect(new Set(light)).toEqual(new Set([220, 255]));
});

test('scaling a part of an image uses only the pixels of that part', async () => {
  const picture = pictureWhere(40, 200, (x, y) => [x < 10 ? 255 : 0, y < 150 ? 255 : 0, 0, 255]);
  const part = { leftPx: 10, topPx: 150, widthPx: 30, heightPx: 50 };
  const there = await scalePixels(picture, { widthPx: 6, heightPx: 4 }, part);
  expect(Array.from(there)).toEqual(Array.from({ length: 24 }, () => [0, 0, 0, 255]).flat());
  const beside = await scalePixels(
    picture,
    { widthPx: 5, heightPx: 5 },
    { ...part, leftPx: 0, topPx: 100, widthPx: 10 },
  );
  expect(Array.from(beside.subarray(0, 4))).toEqual([255, 255, 0, 255]);
});
