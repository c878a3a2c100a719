import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { estimateForeground, type SmallCutout } from './estimate-foreground.ts';
import { acquireInstance } from './matting-kernels.ts';
import { refineMatte } from './refine-matte.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

type Colour = readonly [red: number, green: number, blue: number];

const front: Colour = [70, 45, 30];
const back: Colour = [235, 240, 245];

interface Plane {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly values: Uint8ClampedArray;
}

const plane = (widthPx: number, heightPx: number, at: (x: number, y: number) => number): Plane => ({
  widthPx,
  heightPx,
  values: Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, index) =>
    at(index % widthPx, Math.floor(index / widthPx)),
  ),
});

/** Converts a value of 0…255 to linear light by IEC 61966-2-1. Colours mix in light, not in its encoding. */
const lightOf = (value: number) => (value <= 10.31475 ? value / 12.92 / 255 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encodedOf = (light: number) => 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const mixed = (from: number, to: number, share: number) => encodedOf(lightOf(from) * (1 - share) + lightOf(to) * share);

/** Composites the subject's colour over the background's, with this alpha. */
function photoOf({ values }: Plane): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(values.length * 4);
  for (const [index, alpha] of values.entries()) {
    const colour = front.map((value, channel) => mixed(back[channel] ?? 0, value, alpha / 255));
    pixels.set([...colour, 255], index * 4);
  }
  return pixels;
}

/** Returns the plane at a third of its size. */
function smaller({ widthPx, values }: Plane): Plane {
  return plane(widthPx / 3, values.length / widthPx / 3, (x, y) => {
    let sum = 0;
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 3; column += 1) sum += values[(y * 3 + row) * widthPx + x * 3 + column] ?? 0;
    }
    return Math.round(sum / 9);
  });
}

/**
 * Cuts a photo out.
 * @param photo the output of `photoOf` for the true matte.
 * @param matte the matte of the result.
 */
async function cutOut(photo: Uint8ClampedArray, matte: Plane, strength = 1, portionRows?: number, truth = matte) {
  const { widthPx, heightPx } = matte;
  const smallMatte = smaller(matte);
  const small: SmallCutout = { ...smallMatte, pixels: photoOf(smaller(truth)), matte: smallMatte.values };
  const foreground = await estimateForeground(kernels, small, matte);
  const pixels = photo.slice();
  const step = portionRows ?? foreground.maxRows;
  for (let row = 0; row < heightPx; row += step) {
    const end = Math.min(row + step, heightPx);
    const rows = pixels.subarray(row * widthPx * 4, end * widthPx * 4);
    foreground.cutOut(rows, row, matte.values.subarray(row * widthPx, end * widthPx), strength);
  }
  foreground.release();
  return pixels;
}

const colourAt = (pixels: Uint8ClampedArray, index: number) => [...pixels.subarray(index * 4, index * 4 + 3)];

const worstAgainst = (pixels: Uint8ClampedArray, index: number, colour: readonly number[]) =>
  Math.max(...colourAt(pixels, index).map((value, channel) => Math.abs(value - (colour[channel] ?? 0))));

const alphasOf = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, index) => pixels[index * 4 + 3]);

const disc = (x: number, y: number, radiusPx = 60, soft = 12) =>
  255 * Math.min(1, Math.max(0, (radiusPx - Math.hypot(x - 120, y - 90)) / soft + 0.5));
const matte = plane(240, 180, (x, y) => disc(x, y));
const photo = photoOf(matte);

test('along the edge the old background is gone, and the subject keeps its colour', async () => {
  const pixels = await cutOut(photo, matte);
  const worst = { none: 0, half: 0, whole: 0 };
  for (const [index, alpha] of matte.values.entries()) {
    if (alpha === 0) worst.none = Math.max(worst.none, worstAgainst(pixels, index, [0, 0, 0]));
    else if (alpha === 255) worst.whole = Math.max(worst.whole, worstAgainst(pixels, index, colourAt(photo, index)));
    else if (alpha > 25) worst.half = Math.max(worst.half, worstAgainst(pixels, index, front));
  }
  expect(alphasOf(pixels)).toEqual([...matte.values]);
  expect([worst.none, worst.whole]).toEqual([0, 0]);
  // The photo's own colours are off by up to 190 there.
  expect(worst.half).toBeLessThan(20);
});

test('the strength blends from the image’s colour to the subject’s', async () => {
  const [none, half, whole] = [
    await cutOut(photo, matte, 0),
    await cutOut(photo, matte, 0.5),
    await cutOut(photo, matte),
  ];
  const worst = { none: 0, half: 0 };
  for (const [index, alpha] of matte.values.entries()) {
    if (alpha === 0) continue;
    const middle = colourAt(whole, index).map((value, channel) => mixed(photo[index * 4 + channel] ?? 0, value, 0.5));
    worst.none = Math.max(worst.none, worstAgainst(none, index, colourAt(photo, index)));
    worst.half = Math.max(worst.half, worstAgainst(half, index, middle));
  }
  expect(worst.none).toBe(0);
  expect(worst.half).toBeLessThanOrEqual(1);
});

test('the segmenter’s own matte yields the segmenter’s own colours', async () => {
  const random = createRandom(8);
  const grainy = photo.map((value, at) => (at % 4 === 3 ? 255 : value + random.integer(-6, 6)));
  const small = smaller(matte);
  const mask = Float32Array.from(small.values, (alpha) => alpha / 255);
  const instance = await acquireInstance(kernels);
  const refinement = refineMatte(instance, { ...small, pixels: photoOf(small), mask }, matte, 'cutout');
  const written = { pixels: grainy.slice(), matte: new Uint8ClampedArray(matte.values.length) };
  refinement.begin(written.pixels, 0)(written.matte);
  instance.release();
  const pixels = await cutOut(grainy, { ...matte, values: written.matte }, 1, undefined, matte);
  let [sum, count] = [0, 0];
  for (const [index, alpha] of written.matte.entries()) {
    if (alpha === 0 || alpha === 255) continue;
    for (let at = index * 4; at < index * 4 + 3; at += 1) {
      sum += (Math.abs((pixels[at] ?? 0) - (written.pixels[at] ?? 0)) * alpha) / 255;
      count += 1;
    }
  }
  expect(alphasOf(pixels)).toEqual([...written.matte]);
  expect(count).toBeGreaterThan(1000);
  // The difference, of 255, is weighted by alpha. The two results start from small mattes that are rounded differently.
  expect(sum / count).toBeLessThan(1);
});

test('a part that is restored far from the subject keeps its colour, including its soft edge', async () => {
  const edited = plane(240, 180, (x, y) =>
    Math.max(disc(x, y), 255 * Math.min(1, Math.max(0, 24 - Math.hypot(x - 30, y - 30)) / 12)),
  );
  const pixels = await cutOut(photo, edited, 1, undefined, matte);
  let worst = 0;
  for (const [index, alpha] of edited.values.entries()) {
    const isFar = index % 240 < 56 && index < 240 * 56;
    // The difference, of 255, is weighted by alpha.
    if (isFar && alpha > 0) worst = Math.max(worst, (worstAgainst(pixels, index, back) * alpha) / 255);
  }
  expect(worst).toBeLessThan(8);
});

test('erasing part of the subject with a soft brush leaves no fringe', async () => {
  const edited = plane(
    240,
    180,
    (x, y) => disc(x, y) * Math.min(1, Math.max(0, (Math.hypot(x - 60, y - 90) - 25) / 15)),
  );
  const pixels = await cutOut(photo, edited, 1, undefined, matte);
  let halfCovered = 0;
  let worst = 0;
  for (const [index, alpha] of edited.values.entries()) {
    if (matte.values[index] !== 255 || alpha === 0 || alpha === 255) continue;
    halfCovered += 1;
    worst = Math.max(worst, (worstAgainst(pixels, index, front) * alpha) / 255);
  }
  expect(halfCovered).toBeGreaterThan(300);
  // It would be over 20 if the matte were trusted entirely. In so dark a colour, 6 is a hundredth of the bright
  // background's light.
  expect(worst).toBeLessThan(7);
});

test('an image’s own transparency limits the alpha and is not applied twice', async () => {
  const own = photo.slice();
  for (let index = 0; index < matte.values.length; index += 1) own[index * 4 + 3] = index % 240 < 120 ? 128 : 255;
  const pixels = await cutOut(own, matte);
  expect(alphasOf(pixels)).toEqual(
    Array.from(matte.values, (alpha, index) => Math.min(alpha, own[index * 4 + 3] ?? 0)),
  );
});

test('the result does not depend on the portions in which the rows are passed', async () => {
  const whole = await cutOut(photo, matte);
  for (const rows of [1, 7, 179]) {
    expect(Buffer.from(await cutOut(photo, matte, 1, rows)).equals(Buffer.from(whole))).toBe(true);
  }
});

test('rejects rows after the release, and a second release does not free another instance’s memory', async () => {
  const opened = (of: Plane) => {
    const small = smaller(of);
    return estimateForeground(kernels, { ...small, pixels: photoOf(small), matte: small.values }, of);
  };
  const inverse = plane(240, 180, (x, y) => 255 - disc(x, y));
  const released = await opened(matte);
  released.release();
  const first = await opened(matte);
  released.release();
  const second = await opened(inverse);
  const rows = photo.slice();
  first.cutOut(rows, 0, matte.values, 1);
  first.release();
  second.release();
  expect(Buffer.from(rows).equals(Buffer.from(await cutOut(photo, matte)))).toBe(true);
  expect(() => released.cutOut(rows, 0, matte.values, 1)).toThrow('after the release');
});

test('rejects sizes that do not match', async () => {
  const small = { widthPx: 2, heightPx: 2, pixels: new Uint8ClampedArray(16), matte: new Uint8ClampedArray(4) };
  const full = { widthPx: 4, heightPx: 4 };
  await expect(estimateForeground(kernels, { ...small, widthPx: 3 }, full)).rejects.toThrow(RangeError);
  await expect(estimateForeground(kernels, { ...small, matte: small.pixels }, full)).rejects.toThrow(RangeError);
  const foreground = await estimateForeground(kernels, small, full);
  const matteOf = (rows: number) => new Uint8ClampedArray(rows * 4);
  expect(() => foreground.cutOut(new Uint8ClampedArray(16), 0, matteOf(2), 1)).toThrow('are not rows of');
  expect(() => foreground.cutOut(new Uint8ClampedArray(4), 0, new Uint8ClampedArray(1), 1)).toThrow('are not rows of');
  foreground.release();
});
