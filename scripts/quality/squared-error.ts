import type { AlphaPlane } from './pixels.ts';

/**
 * Mean squared error (MSE). A few pixels that are wholly wrong count more than many that are slightly wrong.
 * @returns the mean of the squared differences of alpha, 0…1.
 */
export function meanSquaredError(result: AlphaPlane, truth: AlphaPlane): number {
  let sum = 0;
  for (let pixel = 0; pixel < result.data.length; pixel += 1) {
    sum += ((result.data[pixel] ?? 0) - (truth.data[pixel] ?? 0)) ** 2;
  }
  return sum / result.data.length;
}
