import { PNG } from 'pngjs';

/** Smallest value of a subject pixel. */
const threshold = 128;

/** Channel index in the four bytes per pixel of a decoded PNG. */
const places = { grey: 0, alpha: 3 } as const;

/**
 * Returns the intersection over union, 0…1: the pixels that are subject in both, divided by those that are in either; 1
 * when there are none in either.
 * @param cutoutPng result whose alpha is scored.
 * @param truthPng truth of the same size.
 * @param truthIn channel of the truth: that of an 8-bit grey image, or the alpha of an image that has one.
 */
export function intersectionOverUnion(cutoutPng: Buffer, truthPng: Buffer, truthIn: 'grey' | 'alpha'): number {
  const result = PNG.sync.read(cutoutPng);
  const truth = PNG.sync.read(truthPng);
  if (result.width !== truth.width || result.height !== truth.height) {
    throw new Error(
      `the result is ${result.width} × ${result.height} px and the truth ${truth.width} × ${truth.height} px`,
    );
  }
  let both = 0;
  let either = 0;
  for (let pixel = 0; pixel < result.data.length; pixel += 4) {
    const inResult = (result.data[pixel + places.alpha] ?? 0) >= threshold;
    const inTruth = (truth.data[pixel + places[truthIn]] ?? 0) >= threshold;
    if (inResult && inTruth) both += 1;
    if (inResult || inTruth) either += 1;
  }
  return either === 0 ? 1 : both / either;
}
