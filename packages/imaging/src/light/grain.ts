import type { BackgroundRows } from '../background/define-background-source.ts';
import { toSrgb } from '../color/linear-light.ts';

/** Histogram of the differences between neighbouring pixels. */
export interface GrainHistogram {
  /** Adds one channel of three neighbouring pixels of a row, in 8-bit sRGB. */
  readonly add: (left: number, middle: number, right: number) => void;
  /** Returns the standard deviation of the noise, in 8-bit sRGB values; 0 when nothing was added. */
  readonly deviation: () => number;
}

/**
 * Share of the differences that are regarded as flat. Flat parts have the smallest differences, which are only noise.
 */
const flatShare = 0.3;
/**
 * The `flatShare` quantile of |x| for x = 2 b − a − c. With noise of deviation 1, x is normal with a deviation of √6.
 */
const flatQuantile = 0.3853 * Math.sqrt(6);
/** Largest deviation that is regarded as noise. More than that is texture. */
const maxDeviation = 12;
const backgroundRows = 48;
/** Deviation of the least grain that is added. */
const minGrain = 0.25;

/**
 * Creates a histogram that measures noise by the second difference of neighbouring pixels, which edges and gradients
 * hardly affect.
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
        // A whole value represents all values that round to it.
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

/** Measures the deviation of a background's noise on a sample of its rows. */
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
 * Creates a function that gives the subject and its background the same grain, by adding what one of them lacks.
 * @param subject deviation of the subject's noise, in 8-bit sRGB values.
 * @param behind deviation of the background's noise, in 8-bit sRGB values.
 * @param strength 0…1.
 * @returns undefined when both have about the same grain.
 */
export function grainMatch(subject: number, behind: number, strength: number): AddGrain | undefined {
  const onSubject = lackingGrain(subject, behind, strength);
  const onBackground = lackingGrain(behind, subject, strength);
  if (Math.max(onSubject, onBackground) < minGrain) return undefined;
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

/** Adds grain to a row of one subject, in place. @param row RGBA with straight alpha. */
export type AddOwnGrain = (y: number, row: Uint8ClampedArray) => void;

/**
 * Creates a function that gives a subject the grain that it lacks.
 * @param own deviation of the subject's noise, in 8-bit sRGB values.
 * @param wanted deviation of the noise around it.
 * @param strength 0…1.
 * @returns undefined when it lacks hardly any.
 */
export function grainOn(own: number, wanted: number, strength: number): AddOwnGrain | undefined {
  const lacking = lackingGrain(own, wanted, strength);
  if (lacking < minGrain) return undefined;
  return (y, row) => {
    for (let pixel = 0, x = 0; pixel < row.length; pixel += 4, x += 1) {
      if (row[pixel + 3] === 0) continue;
      const value = grainAt(x, y) * lacking;
      row[pixel] = (row[pixel] ?? 0) + value;
      row[pixel + 1] = (row[pixel + 1] ?? 0) + value;
      row[pixel + 2] = (row[pixel + 2] ?? 0) + value;
    }
  };
}

/** Returns the deviation of the grain that raises one deviation to another, as far as `strength` says. */
function lackingGrain(own: number, wanted: number, strength: number): number {
  return strength * Math.sqrt(Math.max(0, wanted * wanted - own * own));
}

/** Returns a nearly normal value with mean 0 and deviation 1, which is always the same for the same position. */
function grainAt(x: number, y: number): number {
  let hash = Math.imul(x, 0x9e37_79b1) ^ Math.imul(y, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  hash ^= hash >>> 15;
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  // The sum of four bytes has a mean of 4 · 127.5 and a variance of 4 · (256² − 1) / 12.
  return (sum - 510) / 147.8;
}
