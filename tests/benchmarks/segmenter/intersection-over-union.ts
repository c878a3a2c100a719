import { PNG } from 'pngjs';

/** From here on a pixel counts as subject. */
const threshold = 128;

/**
 * @param cutoutPng a result; its alpha is judged.
 * @param alphaPng the truth, 8-bit grey, of the same size.
 * @returns 0…1: the pixels that are subject in both, of those that are in either; 1 when there is none in either.
 */
export function intersectionOverUnion(cutoutPng: Buffer, alphaPng: Buffer): number {
  const result = PNG.sync.read(cutoutPng);
  const truth = PNG.sync.read(alphaPng);
  if (result.width !== truth.width || result.height !== truth.height) {
    throw new Error(
      `the result is ${result.width} × ${result.height} px and the alpha ${truth.width} × ${truth.height} px`,
    );
  }
  let both = 0;
  let either = 0;
  // Four bytes a pixel: the result's alpha is the last, the truth's grey the first.
  for (let pixel = 0; pixel < result.data.length; pixel += 4) {
    const inResult = (result.data[pixel + 3] ?? 0) >= threshold;
    const inTruth = (truth.data[pixel] ?? 0) >= threshold;
    if (inResult && inTruth) both += 1;
    if (inResult || inTruth) either += 1;
  }
  return either === 0 ? 1 : both / either;
}
