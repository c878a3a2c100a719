import type { AlphaPlane } from './pixels.ts';

/**
 * Mean absolute error (MAE).
 * @param where 1 for each pixel that counts. Without it, all pixels count.
 * @returns the mean of the absolute differences of alpha, 0…1; 0 when no pixel counts.
 */
export function meanAbsoluteError(result: AlphaPlane, truth: AlphaPlane, where?: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < result.data.length; pixel += 1) {
    if (where && where[pixel] === 0) continue;
    sum += Math.abs((result.data[pixel] ?? 0) - (truth.data[pixel] ?? 0));
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/**
 * Sum of absolute differences (SAD) of alpha over all pixels, in thousands.
 * @see Rhemann et al. 2009, "A Perceptually Motivated Online Benchmark for Image Matting"
 */
export function sumOfAbsoluteDifferences(result: AlphaPlane, truth: AlphaPlane): number {
  return (meanAbsoluteError(result, truth) * result.data.length) / 1000;
}
