import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { acquireInstance } from './matting-kernels.ts';
import { refineSoftParts } from './refine-soft-parts.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

const size = { widthPx: 240, heightPx: 160 };

type Colour = readonly [red: number, green: number, blue: number];
const brown: Colour = [90, 55, 35];
const sky: Colour = [130, 160, 190];

/** Returns an image that mixes two colours in linear light, with a camera's noise. */
function mixture(alphaAt: (x: number, y: number) => number, front: Colour, back: Colour) {
  const random = createRandom(5);
  const truth = new Float32Array(size.widthPx * size.heightPx);
  const pixels = new Uint8ClampedArray(truth.length * 4).fill(255);
  for (let at = 0; at < truth.length; at += 1) {
    const alpha = alphaAt(at % size.widthPx, Math.floor(at / size.widthPx));
    truth[at] = alpha;
    for (const [channel, value] of front.entries()) {
      const light = value ** 2 * alpha + (back[channel] ?? 0) ** 2 * (1 - alpha);
      pixels[at * 4 + channel] = Math.sqrt(light) + random.integer(-3, 3);
    }
  }
  return { truth, picture: { ...size, pixels } };
}

/** Strands between a head on the left and the open on the right. */
const strands = (x: number, y: number) =>
  x < 90 ? 1 : x > 150 ? 0 : (0.5 + 0.5 * Math.sin(y / 1.6 + Math.sin(x / 25) * 2)) ** 2;

/** The network's answer for the strands: haze, without the single strands. */
const haze = (_: number, at: number) => {
  const x = at % size.widthPx;
  return x < 90 ? 1 : x > 150 ? 0 : 0.45;
};

function meanError(mask: Float32Array, truth: Float32Array): number {
  return mask.reduce((sum, value, at) => sum + Math.abs(value - (truth[at] ?? 0)), 0) / mask.length;
}

function greatestChange(before: Float32Array, after: Float32Array): number {
  return after.reduce((most, value, at) => Math.max(most, Math.abs(value - (before[at] ?? 0))), 0);
}

async function refined(mask: Float32Array, picture: ReturnType<typeof mixture>['picture']): Promise<Float32Array> {
  const result = mask.slice();
  const instance = await acquireInstance(kernels);
  refineSoftParts(instance, result, picture);
  instance.release();
  return result;
}

test('recovers strands that the mask shows as haze', async () => {
  const { truth, picture } = mixture(strands, brown, sky);
  const mask = truth.map(haze);
  expect(meanError(await refined(mask, picture), truth)).toBeLessThan(meanError(mask, truth) / 4);
});

test('a single strand in a haze of the background’s colour leaves no square around it', async () => {
  const isStrand = (x: number, y: number) => Math.hypot(x - 120, y - 80) < 2.5;
  const { picture } = mixture((x, y) => (x < 90 || isStrand(x, y) ? 1 : 0), brown, sky);
  const mask = new Float32Array(size.widthPx * size.heightPx).map(haze);
  const result = await refined(mask, picture);
  const changeAt = (x: number, y: number) =>
    (result[y * size.widthPx + x] ?? NaN) - (mask[y * size.widthPx + x] ?? NaN);
  let steepest = 0;
  for (let y = 60; y < 100; y += 1) {
    for (let x = 100; x < 140; x += 1) {
      if (Math.hypot(x - 120, y - 80) < 6) continue;
      steepest = Math.max(
        steepest,
        Math.abs(changeAt(x + 1, y) - changeAt(x, y)),
        Math.abs(changeAt(x, y + 1) - changeAt(x, y)),
      );
    }
  }
  expect(changeAt(120, 80)).toBeGreaterThan(0.1);
  expect(steepest).toBeLessThan(0.08);
});

test('the result is the same each time', async () => {
  const { truth, picture } = mixture(strands, brown, sky);
  const first = await refined(truth.map(haze), picture);
  expect(await refined(truth.map(haze), picture)).toEqual(first);
});

test.each([
  ['the outline of a solid body', (x: number) => Math.min(Math.max((120 - x) / 4, 0), 1)],
  ['wires of two pixels', (x: number, y: number) => (x < 90 ? 1 : x < 150 && y % 5 < 2 ? 0.97 : 0.03)],
])('%s in the mask stays, whatever the colours', async (_, alphaAt) => {
  const { picture } = mixture(strands, brown, sky);
  const mask = mixture(alphaAt, brown, sky).truth;
  expect(greatestChange(mask, await refined(mask, picture))).toBeLessThan(0.03);
});

test('the mask stays if both sides have the same colours', async () => {
  const { truth, picture } = mixture(strands, brown, brown);
  const mask = truth.map(haze);
  const result = await refined(mask, picture);
  expect(greatestChange(mask, result)).toBeLessThan(0.01);
});

test('the mask stays where all pairs say background and the network is unsure, as in a glass', async () => {
  const { picture } = mixture((x) => (x < 90 ? 1 : 0), brown, sky);
  const mask = mixture(strands, brown, sky).truth.map(haze);
  const result = await refined(mask, picture);
  // Next to the subject the pairs differ, so some of its outermost pixels are recomputed too.
  const isFarFromBoth = (_: number, at: number) => at % size.widthPx >= 105 && at % size.widthPx < 140;
  expect(greatestChange(mask.filter(isFarFromBoth), result.filter(isFarFromBoth))).toBeLessThan(0.05);
});

test('the mask stays where a colour is not a mixture of the known ones', async () => {
  const { truth, picture } = mixture(strands, brown, sky);
  const mask = truth.map(haze);
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] === Math.fround(0.45)) picture.pixels.set([40, 200, 40], at * 4);
  }
  const result = await refined(mask, picture);
  expect(greatestChange(mask, result)).toBeLessThan(0.01);
});

test.each([0, 0.5, 1])('a mask of %d everywhere, which lacks sure subject or sure background, stays', async (value) => {
  const { picture } = mixture(strands, brown, sky);
  const mask = new Float32Array(size.widthPx * size.heightPx).fill(value);
  expect(await refined(mask, picture)).toEqual(mask);
});

test('refines an image of a few pixels', async () => {
  const picture = {
    widthPx: 3,
    heightPx: 1,
    pixels: new Uint8ClampedArray([0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255]),
  };
  const mask = Float32Array.of(1, 0.5, 0);
  const instance = await acquireInstance(kernels);
  refineSoftParts(instance, mask, picture);
  instance.release();
  expect(mask.every((value) => value >= 0 && value <= 1)).toBe(true);
});
