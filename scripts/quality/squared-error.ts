import type { AlphaPlane } from './pixels.ts';

/**
 * Counts a few pixels that are wholly wrong for more than many that are a little off.
 * @returns the mean of the squared differences of alpha, 0…1.
 */
export function meanSquaredError(result: AlphaPlane, truth: AlphaPlane): number {
  let sum = 0;
  for (let pixel = 0; pixel < result.data.length; pixel += 1) {
    sum += ((result.data[pixel] ?? 0) - (truth.data[pixel] ?? 0)) ** 2;
  }
  return sum / result.data.length;
}
