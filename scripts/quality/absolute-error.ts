import type { AlphaPlane } from './pixels.ts';

/**
 * @param where 1 for each pixel that counts; all do if absent.
 * @returns the mean of the absolute differences of alpha, 0…1; 0 where no pixel counts.
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
 * SAD: the sum of the absolute differences of alpha over all pixels, in thousands.
 * @see Rhemann et al. 2009, "A Perceptually Motivated Online Benchmark for Image Matting"
 */
export function sumOfAbsoluteDifferences(result: AlphaPlane, truth: AlphaPlane): number {
  return (meanAbsoluteError(result, truth) * result.data.length) / 1000;
}
