import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { acquireInstance } from './matting-kernels.ts';
import { solidifyBodies } from './solidify-bodies.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

const size = { widthPx: 1024, heightPx: 1024 };

type Colour = readonly [red: number, green: number, blue: number];
type Place = readonly [x: number, y: number];

const [fur, wall, garden]: readonly Colour[] = [
  [30, 25, 25],
  [36, 31, 33],
  [70, 140, 60],
] as const;

/** Returns an image whose mask and colours are given by position. */
function picture(alphaAt: (...place: Place) => number, colourAt: (...place: Place) => Colour | undefined) {
  const mask = new Float32Array(size.widthPx * size.heightPx);
  const pixels = new Uint8ClampedArray(mask.length * 4).fill(255);
  for (let at = 0; at < mask.length; at += 1) {
    const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    mask[at] = alphaAt(x, y);
    pixels.set(colourAt(x, y) ?? [0, 0, 0], at * 4);
  }
  return { mask, pixels };
}

const isIn = (x: number, y: number, left: number, top: number, right: number, bottom: number) =>
  x >= left && x < right && y >= top && y < bottom;

/** Sure subject on the left, doubt to the right of it, background around them. */
const bodyAlpha = (doubt: number) => (x: number, y: number) =>
  isIn(x, y, 300, 300, 500, 700) ? 1 : isIn(x, y, 500, 300, 700, 700) ? doubt : 0;
const bodyColour =
  (ofDoubt: Colour | undefined, subject: Colour | undefined, background: Colour | undefined) =>
  (x: number, y: number) =>
    isIn(x, y, 300, 300, 500, 700) ? subject : isIn(x, y, 500, 300, 700, 700) ? ofDoubt : background;
const mixed = (share: number, one: Colour = [0, 0, 0], other: Colour = [0, 0, 0]) =>
  one.map((value, channel) => share * value + (1 - share) * (other[channel] ?? 0)) as unknown as Colour;

async function solid(before: { mask: Float32Array; pixels: Uint8ClampedArray }) {
  const after = before.mask.slice();
  const instance = await acquireInstance(kernels);
  solidifyBodies(instance, after, { pixels: before.pixels, ...size });
  instance.release();
  const at = (x: number, y: number) => after[y * size.widthPx + x] ?? NaN;
  const greatestChange = after.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (before.mask[index] ?? 0))),
    0,
  );
  return { at, greatestChange };
}

test.each([
  ['of the subject’s own colour', 0.5, fur, garden],
  ['of a third colour', 0.5, [40, 60, 190], garden],
  ['that is as dark as the wall and the subject, and more likely subject,', 0.7, wall, wall],
] as const)('a doubtful body %s becomes solid', async (_, doubt, colour, background) => {
  const { at } = await solid(picture(bodyAlpha(doubt), bodyColour(colour, fur, background)));
  for (const [x, y] of [
    [560, 400],
    [600, 500],
    [640, 600],
  ] as const) {
    expect(at(x, y)).toBeGreaterThan(0.97);
  }
  // Nothing is added along the outline.
  expect(at(697, 500)).toBeCloseTo(doubt, 5);
  expect(at(687, 500)).toBeCloseTo(doubt, 5);
  expect(at(710, 500)).toBe(0);
  expect(at(400, 500)).toBe(1);
});

test.each([
  ['glass in the colour of the background', 0.5, garden],
  ['a veil with half of the background’s colour', 0.5, mixed(0.4, fur, garden)],
  ['motion blur with little of the subject’s colour', 0.3, mixed(0.3, fur, garden)],
] as const)('see-through parts stay see-through: %s', async (_, alpha, colour) => {
  const { greatestChange } = await solid(picture(bodyAlpha(alpha), bodyColour(colour, fur, garden)));
  expect(greatestChange).toBeLessThan(0.05);
});

test('a soft edge of twelve pixels stays', async () => {
  const alpha = (x: number) => Math.min(Math.max((600 - x) / 12, 0), 1);
  const { greatestChange } = await solid(picture(alpha, (x) => (x < 600 ? fur : garden)));
  expect(greatestChange).toBe(0);
});

test('a part that is not connected to sure subject stays doubtful', async () => {
  const alpha = (x: number, y: number) =>
    isIn(x, y, 100, 300, 400, 700) ? 1 : isIn(x, y, 440, 300, 800, 700) ? 0.6 : 0;
  const colour = (x: number, y: number) => (alpha(x, y) > 0 ? fur : garden);
  const { at } = await solid(picture(alpha, colour));
  expect(at(600, 500)).toBeCloseTo(0.6, 5);
});

test('a lattice keeps its holes, even where colours cannot distinguish them', async () => {
  const isBar = (x: number, y: number) => x % 24 < 10 || y % 24 < 10;
  const alpha = (x: number, y: number) =>
    isIn(x, y, 300, 300, 500, 700) ? 1 : isIn(x, y, 500, 300, 700, 700) ? (isBar(x, y) ? 0.85 : 0.35) : 0;
  const { at } = await solid(picture(alpha, () => fur));
  // The position is the middle of a hole, a quarter of the way into the lattice.
  expect(alpha(569, 497)).toBe(0.35);
  expect(at(569, 497)).toBeLessThan(0.4);
});

test('processes masks of other sizes', async () => {
  for (const [widthPx, heightPx] of [
    [7, 50],
    [1, 1],
    [641, 333],
  ] as const) {
    const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < widthPx / 2 ? 1 : 0.5));
    const instance = await acquireInstance(kernels);
    const pixels = new Uint8ClampedArray(widthPx * heightPx * 4).fill(90);
    solidifyBodies(instance, mask, { pixels, widthPx, heightPx });
    instance.release();
    expect(mask.every((value) => value >= 0.5 && value <= 1)).toBe(true);
  }
});
