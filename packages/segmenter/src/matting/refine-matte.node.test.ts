import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { acquireInstance } from './matting-kernels.ts';
import { refineMatte, type SmallPicture } from './refine-matte.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

interface Rgba {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixels: Uint8ClampedArray;
}

type Colour = readonly [red: number, green: number, blue: number];

const paint = (widthPx: number, heightPx: number, at: (x: number, y: number) => readonly number[]): Rgba => ({
  widthPx,
  heightPx,
  pixels: Uint8ClampedArray.from(
    Array.from({ length: widthPx * heightPx }, (_, index) => {
      const [red = 0, green = 0, blue = 0, alpha = 255] = at(index % widthPx, Math.floor(index / widthPx));
      return [red, green, blue, alpha];
    }).flat(),
  ),
});

/** Cuts out in portions of this many rows; by default the largest accepted portion. */
async function cutOut(
  small: SmallPicture,
  full: Rgba,
  { portionRows, wanted = 'cutout' }: { portionRows?: number; wanted?: 'cutout' | 'matte' } = {},
) {
  const { widthPx, heightPx } = full;
  const instance = await acquireInstance(kernels);
  const refinement = refineMatte(instance, small, full, wanted);
  const pixels = full.pixels.slice();
  const matte = new Uint8ClampedArray(widthPx * heightPx);
  const step = portionRows ?? refinement.maxRows;
  for (let row = 0; row < heightPx; row += step) {
    const end = Math.min(row + step, heightPx);
    refinement.begin(
      pixels.subarray(row * widthPx * 4, end * widthPx * 4),
      row,
    )(matte.subarray(row * widthPx, end * widthPx));
  }
  instance.release();
  return { matte, pixels };
}

const smallOf = ({ widthPx, heightPx, pixels }: Rgba, mask: (x: number, y: number) => number): SmallPicture => ({
  widthPx,
  heightPx,
  pixels,
  mask: Float32Array.from({ length: widthPx * heightPx }, (_, index) =>
    mask(index % widthPx, Math.floor(index / widthPx)),
  ),
});

const mix = (front: Colour, back: Colour, alpha: number) =>
  front.map((value, channel) => Math.round(value * alpha + (back[channel] ?? 0) * (1 - alpha)));

/** Compares the bytes. `toEqual` is slow with many numbers. */
const isSame = (a: Uint8ClampedArray, b: Uint8ClampedArray) => Buffer.from(a).equals(Buffer.from(b));

/** A soft edge down the middle: the subject's share of a pixel at a position of 0…1. */
const ramp = (place: number, width: number) => Math.min(1, Math.max(0, (place - 0.5) / width + 0.5));

describe('an edge that is soft in the mask and sharp in the image', () => {
  const front: Colour = [200, 60, 40];
  const back: Colour = [30, 90, 160];
  const sharp = (place: number) => ramp(place, 0.01);
  const full = paint(400, 60, (x) => mix(front, back, sharp((x + 0.5) / 400)));
  const small = paint(100, 15, (x) => mix(front, back, sharp((x + 0.5) / 100)));
  const soft = smallOf(small, (x) => ramp((x + 0.5) / 100, 0.08));

  test('comes out closer to the image’s edge', async () => {
    const { matte } = await cutOut(soft, full);
    const errors = { refined: 0, interpolated: 0 };
    for (let x = 0; x < 400; x += 1) {
      const truth = sharp((x + 0.5) / 400);
      errors.refined += Math.abs((matte[30 * 400 + x] ?? 0) / 255 - truth);
      errors.interpolated += Math.abs(ramp((x + 0.5) / 400, 0.08) - truth);
    }
    expect(errors.refined).toBeLessThan(errors.interpolated * 0.8);
  });

  test('retains none of the old background’s colour in its half-covered pixels', async () => {
    const { matte, pixels } = await cutOut(soft, full);
    let worst = 0;
    let halfCovered = 0;
    for (let x = 0; x < 400; x += 1) {
      const alpha = matte[30 * 400 + x] ?? 0;
      if (alpha < 30 || alpha > 225) continue;
      halfCovered += 1;
      for (const [channel, value] of front.entries()) {
        worst = Math.max(worst, Math.abs((pixels[(30 * 400 + x) * 4 + channel] ?? 0) - value));
      }
    }
    expect(halfCovered).toBeGreaterThan(1);
    // The photo's own colours are off by up to 130 there.
    expect(worst).toBeLessThan(45);
  });
});

test('the matte equals that of the weighted guided filter, computed by its definition', async () => {
  const random = (index: number) => Math.abs(Math.sin(index * 12.9898) * 43_758.5453) % 1;
  // Red distinguishes subject from background, except for some noise. The size is wider and higher than two windows, so
  // that they slide.
  const size = { widthPx: 47, heightPx: 31 };
  const share = (x: number, y: number) => ramp((x + y / 3) / 57, 0.2);
  const picture = paint(size.widthPx, size.heightPx, (x, y) => [
    40 + 180 * share(x, y) + 30 * random(x + 47 * y),
    255 * random(x + 47 * y + 5000),
    255 * random(x + 47 * y + 9000),
  ]);
  const small = smallOf(picture, (x, y) => Math.min(1, share(x, y) * (0.8 + 0.4 * random(x + 47 * y + 100))));
  const { matte } = await cutOut(small, picture);
  const { alphas, trusts } = guidedMatte(small);
  for (const [index, alpha] of alphas.entries()) {
    expect(Math.abs((matte[index] ?? 0) - alpha * 255)).toBeLessThan(1.5);
  }
  expect(Math.max(...trusts)).toBeGreaterThan(0.3);
  expect(Math.min(...trusts)).toBe(0);
});

test('pixels of which the network is sure stay unchanged, to the last one', async () => {
  const noise = (index: number) => Math.floor((Math.abs(Math.sin(index * 78.233) * 43_758.5453) % 1) * 256);
  const full = paint(90, 70, (x, y) => [noise(x + 90 * y), noise(x * y), noise(x + y)]);
  const all = await cutOut(
    smallOf(
      paint(45, 35, () => [9, 9, 9]),
      () => 1,
    ),
    full,
  );
  expect(isSame(all.pixels, full.pixels)).toBe(true);
  expect(all.matte.every((alpha) => alpha === 255)).toBe(true);
  const none = await cutOut(
    smallOf(
      paint(45, 35, () => [9, 9, 9]),
      () => 0,
    ),
    full,
  );
  expect(none.pixels.every((value) => value === 0)).toBe(true);
  expect(none.matte.every((alpha) => alpha === 0)).toBe(true);
});

test('mask values of a hundredth become fully transparent, and of 0.99 fully opaque', async () => {
  const full = paint(40, 40, () => [120, 130, 140]);
  const { matte } = await cutOut(
    smallOf(full, (x) => (x < 20 ? 0.01 : 0.99)),
    full,
  );
  expect([matte[0], matte[39]]).toEqual([0, 255]);
});

test('an image’s own transparency is applied, and transparent pixels become black', async () => {
  const full = paint(40, 40, (x) => [200, 100, 50, x < 10 ? 0 : x < 20 ? 128 : 255]);
  const { matte, pixels } = await cutOut(
    smallOf(
      paint(40, 40, () => [200, 100, 50]),
      () => 1,
    ),
    full,
  );
  expect([matte[5], matte[15], matte[25]]).toEqual([0, 128, 255]);
  expect([...pixels.subarray(5 * 4, 5 * 4 + 4)]).toEqual([0, 0, 0, 0]);
  expect([...pixels.subarray(15 * 4, 15 * 4 + 4)]).toEqual([200, 100, 50, 128]);
});

test('the result does not depend on the portions in which the rows are passed', async () => {
  const wave = (x: number, y: number) => [(x * 7) & 255, (y * 5) & 255, (x + y) & 255];
  const full = paint(123, 97, wave);
  const small = smallOf(
    paint(64, 64, (x, y) => wave(x * 2, y * 2)),
    (x, y) => ramp(Math.hypot(x - 32, y - 32) / 64, 0.3),
  );
  const whole = await cutOut(small, full);
  for (const rows of [1, 7, 96]) {
    const portions = await cutOut(small, full, { portionRows: rows });
    expect(isSame(portions.matte, whole.matte)).toBe(true);
    expect(isSame(portions.pixels, whole.pixels)).toBe(true);
  }
});

test('the matte alone equals that of the cutout, and the image’s pixels stay unchanged', async () => {
  const wave = (x: number, y: number) => [(x * 7) & 255, (y * 5) & 255, (x + y) & 255, x < 9 ? 100 : 255];
  const full = paint(123, 97, wave);
  const small = smallOf(
    paint(64, 64, (x, y) => wave(x * 2, y * 2).slice(0, 3)),
    (x, y) => ramp(Math.hypot(x - 32, y - 32) / 64, 0.3),
  );
  const cutout = await cutOut(small, full);
  for (const portionRows of [7, 97]) {
    const alone = await cutOut(small, full, { portionRows, wanted: 'matte' });
    expect(isSame(alone.matte, cutout.matte)).toBe(true);
    expect(isSame(alone.pixels, full.pixels)).toBe(true);
  }
  expect(isSame(cutout.pixels, full.pixels)).toBe(false);
});

test('the result is the same after other images in the same memory, larger and smaller', async () => {
  const wave = (x: number, y: number) => [(x * 7) & 255, (y * 5) & 255, (x + y) & 255];
  const full = paint(90, 80, wave);
  const small = smallOf(
    paint(45, 40, (x, y) => wave(x * 2, y * 2)),
    (x) => ramp(x / 45, 0.4),
  );
  const first = await cutOut(small, full);
  for (const side of [200, 3]) {
    await cutOut(
      smallOf(
        paint(side, side, () => [1, 2, 3]),
        () => 0.5,
      ),
      paint(side * 2, side, () => [9, 9, 9]),
    );
  }
  const again = await cutOut(small, full);
  expect(isSame(again.matte, first.matte)).toBe(true);
  expect(isSame(again.pixels, first.pixels)).toBe(true);
});

test.each([
  [1, 1, 1, 1],
  [1, 1, 300, 2],
  [64, 1, 5, 900],
  [3, 200, 200, 3],
])('refines a mask of %d × %d px for an image of %d × %d px', async (smallWidth, smallHeight, widthPx, heightPx) => {
  const small = smallOf(
    paint(smallWidth, smallHeight, () => [10, 200, 30]),
    () => 0.5,
  );
  const { matte } = await cutOut(
    small,
    paint(widthPx, heightPx, () => [10, 200, 30]),
  );
  expect(matte.every((alpha) => alpha === 127 || alpha === 128)).toBe(true);
});

interface Fit {
  readonly a: readonly number[];
  readonly b: number;
  readonly trust: number;
  readonly spread: number;
}

/**
 * Computes the matte of a small image itself, in double precision and by its definition: each window's weighted
 * regression (He, Sun & Tang 2013, equations 11 to 14), and the mean of the windows' fits, weighted by their trust.
 */
function guidedMatte({ pixels, mask, widthPx }: SmallPicture): { alphas: number[]; trusts: number[] } {
  const radiusPx = 10;
  const shares = Array.from(mask, (value) => Math.min(1, Math.max(0, (value - 0.02) / 0.96)));
  const share = (index: number) => shares[index] ?? 0;
  const colour = (index: number) => [0, 1, 2].map((channel) => ((pixels[index * 4 + channel] ?? 0) / 255) ** 2);
  const around = (index: number, radius: number) => {
    const [x, y] = [index % widthPx, Math.floor(index / widthPx)];
    return shares.flatMap((_, each) => {
      const [otherX, otherY] = [each % widthPx, Math.floor(each / widthPx)];
      return Math.abs(otherX - x) <= radius && Math.abs(otherY - y) <= radius ? [each] : [];
    });
  };
  const fits = shares.map((_, index) => weightedFit(around(index, radiusPx), share, colour));
  const pixel = (index: number) => {
    const own = share(index);
    const near = around(index, 2).map((each) => share(each) * (1 - share(each)));
    const unsureness = Math.min(1, (16 * near.reduce((sum, value) => sum + value, 0)) / near.length);
    const windows = around(index, radiusPx).flatMap((each) => fits[each] ?? []);
    const whole = windows.reduce((sum, { trust }) => sum + trust + 1e-3, 0);
    const mean = (of: (fit: Fit) => number) =>
      windows.reduce((sum, fit) => sum + of(fit) * (fit.trust + 1e-3), 0) / whole;
    const trust = mean((fit) => fit.trust) * unsureness;
    const slack = Math.min(0.3, 0.7 * mean(({ spread }) => spread));
    const said = colour(index).reduce((sum, value, at) => sum + value * mean(({ a }) => a[at] ?? 0), 0);
    const cut = (said + mean(({ b }) => b) - slack) / (1 - 2 * slack);
    return { alpha: own + trust * (Math.min(1, Math.max(0, cut)) - own), trust };
  };
  const results = shares.map((_, index) => pixel(index));
  return { alphas: results.map(({ alpha }) => alpha), trusts: results.map(({ trust }) => trust) };
}

function weightedFit(
  window: readonly number[],
  share: (index: number) => number,
  colour: (index: number) => number[],
): Fit {
  const samples = window.map((index) => ({
    share: share(index),
    colour: colour(index),
    weight: 1 + 1000 * (2 * share(index) - 1) ** 4,
  }));
  const whole = samples.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + sample.weight * of(sample), 0) / whole;
  const means = [0, 1, 2].map((at) => mean((sample) => sample.colour[at] ?? 0));
  const meanShare = mean((sample) => sample.share);
  const deviation = (sample: (typeof samples)[number], at: number) => (sample.colour[at] ?? 0) - (means[at] ?? 0);
  const a = solve(
    [0, 1, 2].map((row) => [
      ...[0, 1, 2].map(
        (column) => mean((sample) => deviation(sample, row) * deviation(sample, column)) + (row === column ? 3e-5 : 0),
      ),
      mean((sample) => deviation(sample, row) * (sample.share - meanShare)),
    ]),
  );
  const b = meanShare - a.reduce((sum, value, at) => sum + value * (means[at] ?? 0), 0);
  const said = (sample: (typeof samples)[number]) =>
    a.reduce((sum, value, at) => sum + value * (sample.colour[at] ?? 0), b);
  const variance = mean((sample) => (sample.share - meanShare) ** 2);
  const unexplained = mean((sample) => (sample.share - said(sample)) ** 2);
  const explained = Math.min(1, Math.max(0, (variance - unexplained) / (variance + 1e-3)));
  return { a, b, trust: explained ** 2, spread: Math.sqrt((1 - explained) * variance) };
}

/**
 * Solves a linear system by Gaussian elimination.
 * @param rows the coefficients and, last, the right-hand side.
 */
function solve(rows: readonly (readonly number[])[]): number[] {
  const work = rows.map((row) => [...row]);
  for (const [pivot, row] of work.entries()) {
    for (const other of work) {
      if (other === row) continue;
      const factor = (other[pivot] ?? 0) / (row[pivot] ?? 1);
      for (const [at, value] of row.entries()) other[at] = (other[at] ?? 0) - factor * value;
    }
  }
  return work.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}
