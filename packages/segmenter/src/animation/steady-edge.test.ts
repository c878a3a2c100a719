import { describe, expect, test } from 'vitest';

import { createRandom, type Random } from '../../test/random.ts';
import { createEdgeSteadier } from './steady-edge.ts';

const size = { widthPx: 64, heightPx: 16 };
const pixels = size.widthPx * size.heightPx;

type Colour = readonly [number, number, number];
interface Frame {
  readonly picture: Uint8ClampedArray;
  readonly cutout: Uint8ClampedArray;
  /** The alpha without noise. */
  readonly truth: Float64Array;
}

interface Scene {
  /** Coverage of the subject at a pixel, 0…1. */
  readonly coverage: (x: number, y: number) => number;
  readonly subject?: Colour;
  readonly background?: Colour;
  /** Standard deviation of the picture's noise, in levels. */
  readonly noise?: number;
  /** Standard deviation of the alpha's noise where the coverage is partial, in levels. */
  readonly flicker?: number;
}

/** Renders a frame. Its cut-out has the subject's colour everywhere and an alpha with noise along the edge. */
function render(
  { coverage, subject = [200, 120, 60], background = [40, 60, 90], noise = 2, flicker = 25 }: Scene,
  random: Random,
): Frame {
  const picture = new Uint8ClampedArray(pixels * 4).fill(255);
  const cutout = new Uint8ClampedArray(pixels * 4);
  const truth = new Float64Array(pixels);
  for (let at = 0; at < pixels; at += 1) {
    const share = coverage(at % size.widthPx, Math.floor(at / size.widthPx));
    truth[at] = share * 255;
    for (const channel of [0, 1, 2] as const) {
      const light = share * subject[channel] + (1 - share) * background[channel];
      picture[at * 4 + channel] = light + noise * normal(random);
      cutout[at * 4 + channel] = subject[channel];
    }
    cutout[at * 4 + 3] = share * 255 + (share > 0 && share < 1 ? flicker * normal(random) : 0);
  }
  return { picture, cutout, truth };
}

/** Returns a number of the standard normal distribution, by Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.number())) * Math.cos(2 * Math.PI * random.number());
}

/** A vertical edge of a few px in width. The subject is left of it. */
const edgeAt = (place: number) => (x: number) => Math.min(1, Math.max(0, (place - x) / 4 + 0.5));

const alphasOf = (cutout: Uint8ClampedArray) => Array.from(cutout.filter((_, at) => at % 4 === 3));

/** Returns the mean of squared differences between consecutive frames. */
function flickerOf(frames: readonly (readonly number[])[]): number {
  const changes = frames
    .slice(1)
    .flatMap((frame, index) => frame.map((alpha, at) => alpha - (frames[index]?.[at] ?? 0)));
  return changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length;
}

/** Returns where each row crosses half, as a mean over all rows: the covered part of the row. */
function placeOf(alphas: ArrayLike<number>): number {
  return Array.from(alphas).reduce((sum, alpha) => sum + alpha, 0) / 255 / size.heightPx;
}

describe.each([0, 2, 5])('with noise of %s levels in the picture', (noise) => {
  test('a scene that stands still flickers less than a tenth, at the true alpha', () => {
    const random = createRandom(1);
    const steadier = createEdgeSteadier(size);
    const raw: number[][] = [];
    const steady: number[][] = [];
    let truth = new Float64Array();
    for (let frame = 0; frame < 24; frame += 1) {
      const rendered = render({ coverage: edgeAt(30), noise }, random);
      raw.push(alphasOf(rendered.cutout));
      steadier.steady(rendered.picture, rendered.cutout);
      steady.push(alphasOf(rendered.cutout));
      truth = new Float64Array(rendered.truth);
    }
    // A mean with a fifth of the newest frame has 2.2 % of the squared differences of independent values.
    expect(flickerOf(steady.slice(8))).toBeLessThan(flickerOf(raw.slice(8)) / 10);
    expect(placeOf(steady.at(-1) ?? [])).toBeCloseTo(placeOf(truth), 0);
  });

  test('an edge that moves is never behind', () => {
    const random = createRandom(2);
    const steadier = createEdgeSteadier(size);
    for (let frame = 0; frame < 12; frame += 1) {
      const { picture, cutout, truth } = render({ coverage: edgeAt(10 + 2.5 * frame), noise, flicker: 0 }, random);
      steadier.steady(picture, cutout);
      expect(Math.abs(placeOf(alphasOf(cutout)) - placeOf(truth))).toBeLessThan(0.1);
    }
  });
});

test('a slow movement adds up: its edge is behind by less than a pixel', () => {
  const random = createRandom(3);
  const steadier = createEdgeSteadier(size);
  for (let frame = 0; frame < 40; frame += 1) {
    const { picture, cutout, truth } = render({ coverage: edgeAt(10 + 0.2 * frame), flicker: 0 }, random);
    steadier.steady(picture, cutout);
    expect(Math.abs(placeOf(alphasOf(cutout)) - placeOf(truth))).toBeLessThan(0.9);
  }
});

test('the still part of a frame is steadied while another part moves', () => {
  const random = createRandom(4);
  const steadier = createEdgeSteadier(size);
  const raw: number[][] = [];
  const steady: number[][] = [];
  for (let frame = 0; frame < 20; frame += 1) {
    const moving = edgeAt(10 + frame);
    const coverage = (x: number, y: number) => (y < 8 ? edgeAt(50)(x) : moving(x));
    const { picture, cutout } = render({ coverage }, random);
    const upperHalf = () => alphasOf(cutout).slice(0, pixels / 2 - 2 * size.widthPx);
    raw.push(upperHalf());
    steadier.steady(picture, cutout);
    steady.push(upperHalf());
  }
  expect(flickerOf(steady.slice(8))).toBeLessThan(flickerOf(raw.slice(8)) / 10);
});

test('the first frame and the first after a cut stay as they are', () => {
  const random = createRandom(5);
  const steadier = createEdgeSteadier(size);
  const before: Scene = { coverage: edgeAt(20) };
  const after: Scene = { coverage: edgeAt(45), subject: [20, 200, 90], background: [210, 210, 200] };
  for (const [index, scene] of [before, before, before, after].entries()) {
    const { picture, cutout } = render(scene, random);
    const raw = Array.from(cutout);
    steadier.steady(picture, cutout);
    const isExpectedRaw = index === 0 || index === 3;
    expect(Array.from(cutout).every((value, at) => value === raw[at])).toBe(isExpectedRaw);
  }
});

test('a part that the network misses in one frame keeps most of its alpha and its own colour', () => {
  const random = createRandom(6);
  const steadier = createEdgeSteadier(size);
  const still: Scene = { coverage: edgeAt(30), flicker: 0 };
  for (let frame = 0; frame < 6; frame += 1) {
    const { picture, cutout } = render(still, random);
    steadier.steady(picture, cutout);
  }
  const { picture, cutout } = render(still, random);
  // The segmenter writes transparent pixels as zeros.
  cutout.fill(0);
  steadier.steady(picture, cutout);
  const middle = (8 * size.widthPx + 10) * 4;
  expect(Array.from(cutout.subarray(middle, middle + 3))).toEqual([200, 120, 60]);
  expect(cutout[middle + 3]).toBeGreaterThan(190);
});

test('a solid part keeps the colours of its own frame', () => {
  const random = createRandom(7);
  const steadier = createEdgeSteadier(size);
  for (const level of [100, 101, 102]) {
    const { picture, cutout } = render({ coverage: () => 1, subject: [level, level, level], noise: 0 }, random);
    steadier.steady(picture, cutout);
    expect(Array.from(cutout.subarray(0, 4))).toEqual([level, level, level, 255]);
  }
});

test('a frame of another size is refused', () => {
  const steadier = createEdgeSteadier(size);
  expect(() => steadier.steady(new Uint8ClampedArray(4), new Uint8ClampedArray(4))).toThrow(RangeError);
});
