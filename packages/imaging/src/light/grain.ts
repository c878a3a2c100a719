import type { BackgroundRows } from '../background/define-background-source.ts';
import { toSrgb } from '../color/linear-light.ts';

/** How often each difference between neighbouring pixels occurred. */
export interface GrainHistogram {
  /** Takes in one channel of three neighbours in a row, in 8-bit sRGB. */
  readonly add: (left: number, middle: number, right: number) => void;
  /** @returns the standard deviation of the noise, in 8-bit sRGB values; 0 where nothing was taken in. */
  readonly deviation: () => number;
}

/** Flat parts have the smallest differences, and there they are noise alone. */
const flatShare = 0.3;
/** Quantile of |x| for x = 2 b − a − c, which has a normal distribution with a deviation of √6. */
const flatQuantile = 0.3853 * Math.sqrt(6);
/** More than that is texture. */
const maxDeviation = 12;
const backgroundRows = 48;

/**
 * Measures noise on neighbouring pixels by their second difference, which edges and gradients hardly touch.
 * @see Immerkær 1996, "Fast noise variance estimation"
 */
export function createGrainHistogram(): GrainHistogram {
  const counts = new Uint32Array(512);
  let count = 0;
  return {
    add(left, middle, right) {
      const difference = Math.min(511, Math.abs(2 * middle - left - right));
      counts[difference] = (counts[difference] ?? 0) + 1;
      count += 1;
    },
    deviation() {
      const wanted = count * flatShare;
      let below = 0;
      for (let value = 0; value < counts.length; value += 1) {
        const here = counts[value] ?? 0;
        // A whole value stands for those that round to it.
        const [from, width] = value === 0 ? [0, 0.5] : [value - 0.5, 1];
        if (here > 0 && below + here >= wanted) {
          return Math.min(maxDeviation, (from + (width * (wanted - below)) / here) / flatQuantile);
        }
        below += here;
      }
      return 0;
    },
  };
}

/** @returns the deviation of a background's noise, from some of its rows. */
export async function grainOf(
  { readRow }: BackgroundRows,
  widthPx: number,
  heightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<number> {
  const { add, deviation } = createGrainHistogram();
  const row = new Float32Array(widthPx * 3);
  const values = new Uint8ClampedArray(widthPx);
  const count = Math.min(backgroundRows, heightPx);
  for (let index = 0; index < count; index += 1) {
    await yieldToEventLoop();
    readRow(Math.floor(((index + 0.5) * heightPx) / count), row);
    for (let x = 0; x < widthPx; x += 1) values[x] = toSrgb(row[x * 3 + 1] ?? 0);
    for (let x = 1; x < widthPx - 1; x += 1) add(values[x - 1] ?? 0, values[x] ?? 0, values[x + 1] ?? 0);
  }
  return deviation();
}

/** Adds grain to a composed row, in place. @param alphas the subject's share of each pixel, 0…255. */
export type AddGrain = (y: number, row: Uint8ClampedArray, alphas: Uint8ClampedArray) => void;

/**
 * Gives the subject and what is behind it the same grain: whichever has less gets what it lacks.
 * @param subject and `behind`: the deviation of their own noise.
 * @param strength 0…1.
 * @returns undefined where they have the same already.
 */
export function grainMatch(subject: number, behind: number, strength: number): AddGrain | undefined {
  const lacking = (own: number, other: number) => strength * Math.sqrt(Math.max(0, other * other - own * own));
  const [onSubject, onBackground] = [lacking(subject, behind), lacking(behind, subject)];
  if (Math.max(onSubject, onBackground) < 0.25) return undefined;
  return (y, row, alphas) => {
    for (let x = 0; x < alphas.length; x += 1) {
      const share = (alphas[x] ?? 0) / 255;
      const value = grainAt(x, y) * (onSubject * share + onBackground * (1 - share));
      const pixel = x * 4;
      row[pixel] = (row[pixel] ?? 0) + value;
      row[pixel + 1] = (row[pixel + 1] ?? 0) + value;
      row[pixel + 2] = (row[pixel + 2] ?? 0) + value;
    }
  };
}

/** @returns the same for the same place: nearly normal, of mean 0 and deviation 1. */
function grainAt(x: number, y: number): number {
  let hash = Math.imul(x, 0x9e37_79b1) ^ Math.imul(y, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  hash ^= hash >>> 15;
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  // Four bytes of mean 127.5 and variance (256² − 1) / 12.
  return (sum - 510) / 147.8;
}
