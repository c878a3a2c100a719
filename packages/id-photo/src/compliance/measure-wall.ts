import {
  allowedColours,
  type BackgroundColour,
  backgroundColours,
  type DocumentSpec,
} from '@isola/photo-specs/documents';
import { linearOf, toOklab } from '@isola/imaging';

import type { PhotoGrid } from './photo-grid.ts';

/** Colour of the wall behind the person, measured in the photo. */
export interface Wall {
  /** Mean colour, as `#rrggbb`. */
  readonly color: `#${string}`;
  /** Standard deviation of the lightness, 0…1. An evenly lit wall has less than 0.04. */
  readonly spread: number;
}

/** Smallest share of the photo that must show the wall. */
const minShare = 0.03;
/** Distance from the person within which cells are left out, because hair and shadows colour them. */
const marginCells = 2;

/**
 * Measures the wall: the mean colour outside the matte, and how much its lightness varies.
 * @param pixels colours of the grid's cells: RGBA, 8-bit sRGB, row by row.
 * @returns undefined when the photo shows too little of the wall.
 */
export function measureWall({ width, height, alpha, inside }: PhotoGrid, pixels: Uint8ClampedArray): Wall | undefined {
  const isFree = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height || (alpha[y * width + x] ?? 0) < 8;
  const colours = createWallMeasure();
  for (let at = 0; at < alpha.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isWall =
      inside[at] === 1 &&
      isFree(x, y) &&
      isFree(x - marginCells, y) &&
      isFree(x + marginCells, y) &&
      isFree(x, y - marginCells) &&
      isFree(x, y + marginCells);
    if (isWall) colours.add(pixels, at * 4);
  }
  return colours.wallOf(minShare * alpha.length);
}

/** Collects colours of a wall. */
export interface WallMeasure {
  /** Adds the colour at an index of RGBA values. */
  readonly add: (pixels: Uint8ClampedArray, at: number) => void;
  /** Returns the wall. Undefined when fewer than `least` colours were added. */
  readonly wallOf: (least: number) => Wall | undefined;
}

export function createWallMeasure(): WallMeasure {
  const sums = [0, 0, 0];
  let [count, light, squares] = [0, 0, 0];
  return {
    add(pixels, at) {
      const color = pixels.subarray(at, at + 3);
      for (let channel = 0; channel < 3; channel += 1) sums[channel] = (sums[channel] ?? 0) + (color[channel] ?? 0);
      const [lightness = 0] = oklabOf(color);
      count += 1;
      light += lightness;
      squares += lightness ** 2;
    },
    wallOf(least) {
      if (count === 0 || count < least) return undefined;
      const hex = sums.map((sum) =>
        Math.round(sum / count)
          .toString(16)
          .padStart(2, '0'),
      );
      const variance = squares / count - (light / count) ** 2;
      return { color: `#${hex.join('')}`, spread: Math.sqrt(Math.max(0, variance)) };
    },
  };
}

/** How well a wall meets what the office asks. */
export type WallMatch = 'ok' | 'close' | 'other-colour' | 'uneven' | 'not-asked';

/** Largest spread of an even wall, and of one that a light from the side shades. */
const [evenSpread, shadedSpread] = [0.04, 0.08];
/** Largest difference from the asked colour, as a distance in OKLab in which lightness counts by half. */
const [sameColour, closeColour] = [0.05, 0.09];

/**
 * Compares a wall with the colours that a document asks for. Offices name colours without values, and exposure changes
 * a wall's lightness more than its colour, so lightness counts by half and a near miss is `close`.
 */
export function matchWall({ color, spread }: Wall, document: DocumentSpec): WallMatch {
  if (document.background === undefined) return 'not-asked';
  if (spread > shadedSpread) return 'uneven';
  const allowed = allowedColours(document);
  const difference = allowed === 'any' ? 0 : Math.min(...allowed.map((name) => differenceTo(name, color)));
  if (difference > closeColour) return 'other-colour';
  return difference <= sameColour && spread <= evenSpread ? 'ok' : 'close';
}

function differenceTo(name: BackgroundColour, color: string): number {
  const [lightness = 0, a = 0, b = 0] = oklabOf(bytesOf(color));
  const [askedLightness = 0, askedA = 0, askedB = 0] = oklabOf(bytesOf(backgroundColours[name]));
  return Math.hypot((lightness - askedLightness) / 2, a - askedA, b - askedB);
}

function bytesOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function oklabOf(srgb: ArrayLike<number>): Float64Array {
  const color = Float64Array.from({ length: 3 }, (_, channel) => linearOf[srgb[channel] ?? 0] ?? 0);
  toOklab(color);
  return color;
}
