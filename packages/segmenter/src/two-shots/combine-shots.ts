import type { Size } from '../api/size.ts';
import { type Backdrop, estimateBackdrop } from './estimate-backdrop.ts';
import { findShift, type Plane, type Shift } from './find-shift.ts';
import { levelOf, lightOf } from './light.ts';
import { TwoShotsError } from './two-shots-error.ts';

/** A photograph. */
export interface Shot extends Size {
  /** RGBA, 8-bit sRGB, row by row; alpha is ignored. */
  readonly pixels: Uint8ClampedArray;
}

export interface CombineOptions {
  /** Called with the share that is done, 0…1. */
  readonly onProgress?: (done: number) => void;
}

export interface CombinedShots extends Size {
  /** RGBA, 8-bit sRGB, straight alpha, row by row, in the place of the photograph in front of the dark background. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Displacement of the other photograph, in px, which has been corrected. */
  readonly shift: { readonly xPx: number; readonly yPx: number };
}

/** Number of pixels that are sampled to estimate the backgrounds, and from which on there are enough of them. */
const [maxSamples, minSamples] = [12_000, 200];
/** Share of the largest difference of both photographs from which on a pixel is taken for bare background at first. */
const bareShare = 0.75;
/** Alpha up to which a pixel is background when the backgrounds are estimated again, once for each entry. */
const maxBackground = [0.1, 0.04];
/** Smallest difference of the backgrounds, in linear light. With less of it, noise becomes transparency. */
const minContrast = 0.15;
/** Largest displacement, as a share of the longer side, and smallest clarity of its peak. */
const [maxShiftShare, minClarity] = [0.1, 8];
/** Alpha above 1 or below 0 shows different exposures. Its limit, and the largest share of pixels beyond it. */
const [maxBeyond, maxShareBeyond] = [0.12, 0.02];
/** Number of standard deviations of the background's noise that become fully transparent or fully opaque. */
const noiseDeviations = 2;
/** Largest alpha that is taken for noise. */
const maxNoise = 0.04;

/**
 * Computes the exact alpha and the own colours of a thing, also of glass, smoke and hair, from two photographs that differ
 * only in their background. It needs no network.
 * @param one,other the thing in front of a dark and of a light background, in any order.
 * @throws {TwoShotsError} the reason why the photographs cannot be combined.
 * @throws {RangeError} when the number of values does not fit the size.
 * @see Smith and Blinn 1996, "Blue screen matting"
 * @example
 * const { pixels } = combineShots(onBlack, onWhite);
 */
export function combineShots(one: Shot, other: Shot, { onProgress }: CombineOptions = {}): CombinedShots {
  if (one.widthPx !== other.widthPx || one.heightPx !== other.heightPx) {
    const [first, second] = [one, other].map(({ widthPx, heightPx }) => `${widthPx} × ${heightPx}`);
    throw new TwoShotsError('sizes-differ', `the photographs have ${first} and ${second} px`);
  }
  const size = { widthPx: one.widthPx, heightPx: one.heightPx };
  const length = size.widthPx * size.heightPx * 4;
  if (length === 0 || one.pixels.length !== length || other.pixels.length !== length)
    throw new RangeError(`each photograph must have ${length} values, and more than none`);
  const places = sampledPlaces(size);
  const isInOrder = totalLight(one.pixels, places) <= totalLight(other.pixels, places);
  const [dark, light] = isInOrder ? [one.pixels, other.pixels] : [other.pixels, one.pixels];
  const bare = differingPlaces(dark, light, places);
  onProgress?.(0.1);
  const shift = alignment(planeOf(dark, size), planeOf(light, size));
  onProgress?.(0.4);
  const aligned = shifted(light, size, shift);
  onProgress?.(0.5);
  const backdrops = estimateBoth({ dark, light: aligned, size }, places, bare);
  const pixels = solve({ dark, light: aligned, size, backdrops }, (done) => onProgress?.(0.55 + 0.45 * done));
  return { ...size, pixels, shift: { xPx: shift.xPx, yPx: shift.yPx } };
}

interface Shots {
  readonly dark: Uint8ClampedArray;
  /** The photograph in front of the light background, at the place of the dark one. */
  readonly light: Uint8ClampedArray;
  readonly size: Size;
}

interface Pair extends Shots {
  readonly backdrops: readonly [dark: Backdrop, light: Backdrop];
}

/** Returns pixels that are evenly distributed over the picture. */
function sampledPlaces({ widthPx, heightPx }: Size): number[] {
  const step = Math.max(1, Math.floor(Math.sqrt((widthPx * heightPx) / maxSamples)));
  const places: number[] = [];
  for (let y = step >> 1; y < heightPx; y += step) {
    for (let x = step >> 1; x < widthPx; x += step) places.push(y * widthPx + x);
  }
  return places;
}

function lightIn(pixels: Uint8ClampedArray, at: number): number {
  const channel = (offset: number) => lightOf[pixels[at * 4 + offset] ?? 0] ?? 0;
  return (channel(0) + channel(1) + channel(2)) / 3;
}

function totalLight(pixels: Uint8ClampedArray, places: readonly number[]): number {
  return places.reduce((sum, at) => sum + lightIn(pixels, at), 0);
}

/**
 * Returns the places where the photographs differ most. They show the bare backgrounds, because the thing looks the same in
 * both, and glass is between.
 */
function differingPlaces(dark: Uint8ClampedArray, light: Uint8ClampedArray, places: readonly number[]): number[] {
  const differences = Float32Array.from(places, (at) => lightIn(light, at) - lightIn(dark, at));
  const largest = differences.toSorted()[Math.floor(differences.length * 0.98)] ?? 0;
  if (largest < minContrast)
    throw new TwoShotsError('backgrounds-alike', `their light differs by ${largest.toFixed(3)} of 1`);
  return places.filter((_, index) => (differences[index] ?? 0) >= bareShare * largest);
}

/**
 * Estimates both backgrounds, at first where the photographs differ most, then wherever the solution finds no thing. This
 * includes corners that are darker than the rest.
 */
function estimateBoth(shots: Shots, places: readonly number[], bare: readonly number[]): Pair['backdrops'] {
  const { dark, light, size } = shots;
  const estimate = (from: readonly number[]) =>
    [estimateBackdrop(dark, size, from), estimateBackdrop(light, size, from)] as const;
  let backdrops = estimate(bare);
  for (const limit of maxBackground) {
    const pair = { ...shots, backdrops };
    const empty = places.filter((at) => {
      const { alpha } = pixelOf(pair, at % size.widthPx, Math.floor(at / size.widthPx));
      return Math.abs(alpha) <= limit;
    });
    if (empty.length >= minSamples) backdrops = estimate(empty);
  }
  return backdrops;
}

function alignment(dark: Plane, light: Plane): Shift {
  const shift = findShift(dark, light);
  const limit = maxShiftShare * Math.max(dark.widthPx, dark.heightPx);
  if (shift.clarity < minClarity || Math.max(Math.abs(shift.xPx), Math.abs(shift.yPx)) > limit) {
    const place = `${shift.xPx.toFixed(1)}, ${shift.yPx.toFixed(1)} px`;
    throw new TwoShotsError(
      'not-aligned',
      `the best displacement is ${place}, with a clarity of ${shift.clarity.toFixed(1)}`,
    );
  }
  return shift;
}

function meanLight({ lightAt }: Backdrop): number {
  return [0, 1, 2].reduce((sum, channel) => sum + lightAt(channel, 0.5, 0.5), 0) / 3;
}

interface SolvedPixel {
  /** Alpha, which may lie a little outside of 0…1. */
  readonly alpha: number;
  /** Light of the thing's own colour × alpha. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * Solves both photographs' equations, light = thing + (1 − alpha) · background, for one pixel by least squares over the
 * three channels.
 */
function pixelOf({ dark, light, size, backdrops: [onDark, onLight] }: Pair, column: number, row: number): SolvedPixel {
  const at = (row * size.widthPx + column) * 4;
  const [x, y] = [(column + 0.5) / size.widthPx, (row + 0.5) / size.heightPx];
  let [product, square] = [0, 0];
  const sums = [0, 0, 0];
  const grounds = [0, 0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const [one, other] = [lightOf[dark[at + channel] ?? 0] ?? 0, lightOf[light[at + channel] ?? 0] ?? 0];
    const [ground, otherGround] = [onDark.lightAt(channel, x, y), onLight.lightAt(channel, x, y)];
    product += (other - one) * (otherGround - ground);
    square += (otherGround - ground) ** 2;
    sums[channel] = one + other;
    grounds[channel] = ground + otherGround;
  }
  const through = square === 0 ? 1 : product / square;
  const own = (channel: number) => ((sums[channel] ?? 0) - through * (grounds[channel] ?? 0)) / 2;
  return { alpha: 1 - through, red: own(0), green: own(1), blue: own(2) };
}

/** Number of rows after which progress is told. */
const progressRows = 64;

function solve(pair: Pair, onProgress: (done: number) => void): Uint8ClampedArray<ArrayBuffer> {
  const { size, backdrops } = pair;
  const pixels = new Uint8ClampedArray(size.widthPx * size.heightPx * 4);
  const contrast = meanLight(backdrops[1]) - meanLight(backdrops[0]);
  const noise = Math.min(maxNoise, (noiseDeviations * Math.hypot(backdrops[0].noise, backdrops[1].noise)) / contrast);
  let beyondCount = 0;
  for (let row = 0, at = 0; row < size.heightPx; row += 1) {
    for (let column = 0; column < size.widthPx; column += 1, at += 4) {
      const { alpha, red, green, blue } = pixelOf(pair, column, row);
      if (alpha > 1 + maxBeyond || alpha < -maxBeyond) beyondCount += 1;
      const clean = Math.min(1, Math.max(0, (alpha - noise) / (1 - 2 * noise)));
      if (clean === 0) continue;
      const share = Math.min(1, Math.max(alpha, 1 / 255));
      pixels[at] = levelOf(red / share);
      pixels[at + 1] = levelOf(green / share);
      pixels[at + 2] = levelOf(blue / share);
      pixels[at + 3] = 255 * clean;
    }
    if (row % progressRows === 0) onProgress(row / size.heightPx);
  }
  const share = beyondCount / (size.widthPx * size.heightPx);
  if (share > maxShareBeyond)
    throw new TwoShotsError('exposures-differ', `${(100 * share).toFixed(1)} % of the pixels have an impossible alpha`);
  return pixels;
}

function planeOf(pixels: Uint8ClampedArray, size: Size): Plane {
  const values = new Float32Array(size.widthPx * size.heightPx);
  for (let at = 0; at < values.length; at += 1) {
    const from = at * 4;
    values[at] = (2 * (pixels[from] ?? 0) + 5 * (pixels[from + 1] ?? 0) + (pixels[from + 2] ?? 0)) / 8;
  }
  return { ...size, values };
}

/** Displacement from which on a photograph is moved, in px. Moving it blurs it a little. */
const minShiftPx = 0.05;

/** Moves a photograph back by its displacement, in linear light between pixels. */
function shifted(pixels: Uint8ClampedArray, { widthPx, heightPx }: Size, { xPx, yPx }: Shift): Uint8ClampedArray {
  if (Math.max(Math.abs(xPx), Math.abs(yPx)) < minShiftPx) return pixels;
  const moved = new Uint8ClampedArray(pixels.length);
  const within = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1);
  const [left, top] = [Math.floor(xPx), Math.floor(yPx)];
  const [right, bottom] = [xPx - left, yPx - top];
  for (let y = 0, to = 0; y < heightPx; y += 1) {
    const [upper, lower] = [top, top + 1].map((offset) => within(y + offset, heightPx) * widthPx) as [number, number];
    for (let x = 0; x < widthPx; x += 1, to += 4) {
      const [one, other] = [within(x + left, widthPx), within(x + left + 1, widthPx)];
      for (let channel = 0; channel < 3; channel += 1) {
        const lightAt = (at: number) => lightOf[pixels[at * 4 + channel] ?? 0] ?? 0;
        const above = lightAt(upper + one) * (1 - right) + lightAt(upper + other) * right;
        const below = lightAt(lower + one) * (1 - right) + lightAt(lower + other) * right;
        moved[to + channel] = levelOf(above * (1 - bottom) + below * bottom);
      }
    }
  }
  return moved;
}
