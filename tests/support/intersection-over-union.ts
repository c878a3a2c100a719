import { PNG } from 'pngjs';

/** From here on a pixel counts as subject. */
const threshold = 128;

/** In a decoded PNG's four bytes a pixel. */
const places = { grey: 0, alpha: 3 } as const;

/**
 * @param cutoutPng a result; its alpha is judged.
 * @param truthPng of the same size.
 * @param truthIn where the truth stands: an 8-bit grey picture, or the alpha of a picture that has one.
 * @returns 0…1: the pixels that are subject in both, of those that are in either; 1 when there is none in either.
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
