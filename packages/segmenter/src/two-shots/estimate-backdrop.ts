import type { Size } from '../api/size.ts';
import { lightOf } from './light.ts';

/** A background without the thing in front of it: a smooth surface for each of red, green and blue. */
export interface Backdrop {
  /** Returns the linear light of a channel at a place, which is given as shares of width and height. */
  readonly lightAt: (channel: number, x: number, y: number) => number;
  /** Standard deviation of the pixels from the surface, in linear light: noise, and texture of the cloth. */
  readonly noise: number;
}

/** Number of coefficients of a surface: 1, x, y, x², xy, y². */
const terms = 6;
/** Number of times that pixels far from the surface are left out and the surface is fitted again. */
const rounds = 4;
/** Distance from the surface, in standard deviations, from which on a pixel belongs to the thing. */
const maxDeviations = 2.5;

/**
 * Estimates a background from pixels of which most show it.
 * @param pixels RGBA, 8-bit sRGB.
 * @param places indices of the pixels.
 */
export function estimateBackdrop(pixels: Uint8ClampedArray, size: Size, places: readonly number[]): Backdrop {
  const surfaces = [0, 1, 2].map((channel) => fit(pixels, size, places, channel));
  return {
    lightAt: (channel, x, y) => valueOf(surfaces[channel]?.surface ?? [], x, y),
    noise: Math.max(...surfaces.map(({ deviation }) => deviation)),
  };
}

/** Fits a surface by least squares, again and again without the pixels that are far from it. */
function fit(pixels: Uint8ClampedArray, { widthPx, heightPx }: Size, places: readonly number[], channel: number) {
  const samples = places.map((at) => ({
    x: ((at % widthPx) + 0.5) / widthPx,
    y: (Math.floor(at / widthPx) + 0.5) / heightPx,
    light: lightOf[pixels[at * 4 + channel] ?? 0] ?? 0,
  }));
  const middle = medianOf(Float32Array.from(samples, ({ light }) => light));
  let surface: number[] = [middle, 0, 0, 0, 0, 0];
  let deviation = 0;
  for (let round = 0; round < rounds; round += 1) {
    const offsets = Float32Array.from(samples, ({ x, y, light }) => Math.abs(light - valueOf(surface, x, y)));
    // The median of the offsets is 0.67 standard deviations, and unlike their mean it does not see the thing.
    deviation = medianOf(offsets) / 0.6745;
    const limit = Math.max(maxDeviations * deviation, 1e-4);
    const near = samples.filter((_, index) => (offsets[index] ?? 0) <= limit);
    surface = leastSquares(near) ?? surface;
  }
  return { surface, deviation };
}

function medianOf(values: Float32Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}

function termsOf(x: number, y: number): readonly number[] {
  return [1, x, y, x * x, x * y, y * y];
}

function valueOf(surface: readonly number[], x: number, y: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = surface;
  return a + b * x + c * y + d * x * x + e * x * y + f * y * y;
}

/** Solves the normal equations by Gaussian elimination. @returns undefined when the samples do not determine a surface. */
function leastSquares(samples: readonly { x: number; y: number; light: number }[]): number[] | undefined {
  const rows = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  for (const { x, y, light } of samples) {
    const values = termsOf(x, y);
    for (const [index, row] of rows.entries()) {
      for (let column = 0; column < terms; column += 1)
        row[column] = (row[column] ?? 0) + (values[index] ?? 0) * (values[column] ?? 0);
      row[terms] = (row[terms] ?? 0) + (values[index] ?? 0) * light;
    }
  }
  for (let pivot = 0; pivot < terms; pivot += 1) {
    const best = rows.slice(pivot).toSorted((one, other) => Math.abs(other[pivot] ?? 0) - Math.abs(one[pivot] ?? 0))[0];
    if (!best || Math.abs(best[pivot] ?? 0) < 1e-9) return undefined;
    rows.splice(rows.indexOf(best), 1);
    rows.splice(pivot, 0, best);
    for (const row of rows) {
      if (row === best) continue;
      const share = (row[pivot] ?? 0) / (best[pivot] ?? 1);
      for (let column = pivot; column <= terms; column += 1)
        row[column] = (row[column] ?? 0) - share * (best[column] ?? 0);
    }
  }
  return rows.map((row, index) => (row[terms] ?? 0) / (row[index] ?? 1));
}
