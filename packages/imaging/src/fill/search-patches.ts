import { channels, type FillLevel, reachPx, role } from './fill-level.ts';

/** Returns numbers 0 ≤ n < 1 that depend on a seed alone. */
export type Random = () => number;

/** @see Tommy Ettinger, "mulberry32" */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const sidePx = 2 * reachPx + 1;
const rowValues = sidePx * channels;
/** Number of pixels of a patch. */
export const patchPixels = sidePx * sidePx;

/**
 * Measures the difference of two patches: the sum of the squares, or more than `limit` as soon as it exceeds that.
 */
export function patchDistance(
  { values, widthPx }: Pick<FillLevel, 'values' | 'widthPx'>,
  target: number,
  source: number,
  limit: number,
): number {
  const corner = reachPx * widthPx + reachPx;
  let t = (target - corner) * channels;
  let s = (source - corner) * channels;
  const step = widthPx * channels - rowValues;
  let sum = 0;
  for (let row = 0; row < sidePx; row += 1) {
    for (const end = t + rowValues; t < end; t += 4, s += 4) {
      const one = (values[t] ?? 0) - (values[s] ?? 0);
      const two = (values[t + 1] ?? 0) - (values[s + 1] ?? 0);
      const three = (values[t + 2] ?? 0) - (values[s + 2] ?? 0);
      const four = (values[t + 3] ?? 0) - (values[s + 3] ?? 0);
      sum += one * one + two * two + three * three + four * four;
    }
    if (sum > limit) return sum;
    t += step;
    s += step;
  }
  return sum;
}

/**
 * Measures the difference of two patches at those pixels of the target that are compared, scaled to a whole patch.
 * @param isCompared 1 for each pixel whose values are known or estimated, and which is not foreign.
 */
export function partDistance(
  { values, widthPx }: Pick<FillLevel, 'values' | 'widthPx'>,
  isCompared: Uint8Array,
  target: number,
  source: number,
): number {
  let sum = 0;
  let count = 0;
  for (let dy = -reachPx; dy <= reachPx; dy += 1) {
    for (let dx = -reachPx; dx <= reachPx; dx += 1) {
      const offset = dy * widthPx + dx;
      if (isCompared[target + offset] !== 1) continue;
      count += 1;
      const [t, s] = [(target + offset) * channels, (source + offset) * channels];
      for (let channel = 0; channel < channels; channel += 1) {
        const difference = (values[t + channel] ?? 0) - (values[s + channel] ?? 0);
        sum += difference * difference;
      }
    }
  }
  return count === 0 ? Infinity : (sum * patchPixels) / count;
}

/** Weight of the difference from an expected value, in pixels of a patch. */
const surpriseWeight = 12;

function pixelDifference(one: Float32Array, pixel: number, other: Float32Array, otherPixel: number): number {
  let sum = 0;
  for (let channel = 0; channel < channels; channel += 1)
    sum += ((one[pixel * channels + channel] ?? 0) - (other[otherPixel * channels + channel] ?? 0)) ** 2;
  return sum;
}

/** Searches for the nearest source patch of each target by PatchMatch. */
export interface PatchSearch {
  /** Measures the distances again, after the values of the hole have changed. */
  readonly measure: () => void;
  /**
   * Propagates good matches to neighbours and searches at random around them, once over all targets.
   * @param isForward true to go from the top left corner, false to go back.
   */
  readonly sweep: (isForward: boolean) => void;
}

/**
 * @param radiusPx largest distance of the random search.
 * @param expected values that are expected at each pixel. A source whose centre differs from them is less like the
 *   target. Without this, a copy of a thing could float in the middle of a hole, where no known pixel contradicts it.
 * @see Barnes et al. 2009, "PatchMatch: A Randomized Correspondence Algorithm for Structural Image Editing"
 */
export function createPatchSearch(
  level: FillLevel,
  radiusPx: number,
  random: Random,
  expected?: Float32Array,
): PatchSearch {
  const { widthPx, heightPx, roles, targets, seesForeign, isSource, nearest, distance } = level;
  const isCompared = roles.map((each) => (each === role.foreign ? 0 : 1));

  function distanceOf(index: number, target: number, source: number, limit: number): number {
    const surprise = expected ? surpriseWeight * pixelDifference(expected, target, level.values, source) : 0;
    if (surprise > limit) return surprise;
    const difference =
      seesForeign[index] === 1
        ? partDistance(level, isCompared, target, source)
        : patchDistance(level, target, source, limit - surprise);
    return surprise + difference;
  }

  function improve(index: number, target: number, source: number): void {
    if (source < 0 || source >= isSource.length || isSource[source] !== 1 || source === nearest[target]) return;
    const limit = distance[target] ?? Infinity;
    const found = distanceOf(index, target, source, limit);
    if (found >= limit) return;
    nearest[target] = source;
    distance[target] = found;
  }

  function propagate(index: number, target: number, neighbour: number, offset: number): void {
    const match = nearest[neighbour] ?? -1;
    if (match >= 0) improve(index, target, match + offset);
  }

  function searchAround(index: number, target: number): void {
    for (let radius = radiusPx; radius >= 1; radius /= 2) {
      const centre = nearest[target] ?? target;
      const x = (centre % widthPx) + Math.round((2 * random() - 1) * radius);
      const y = Math.floor(centre / widthPx) + Math.round((2 * random() - 1) * radius);
      if (x >= reachPx && y >= reachPx && x < widthPx - reachPx && y < heightPx - reachPx)
        improve(index, target, y * widthPx + x);
    }
  }

  return {
    measure() {
      for (let index = 0; index < targets.length; index += 1) {
        const target = targets[index] ?? 0;
        distance[target] = distanceOf(index, target, nearest[target] ?? 0, Infinity);
      }
    },
    sweep(isForward) {
      const step = isForward ? 1 : -1;
      for (let count = 0; count < targets.length; count += 1) {
        const index = isForward ? count : targets.length - 1 - count;
        const target = targets[index] ?? 0;
        propagate(index, target, target - step, step);
        propagate(index, target, target - step * widthPx, step * widthPx);
        searchAround(index, target);
      }
    },
  };
}
