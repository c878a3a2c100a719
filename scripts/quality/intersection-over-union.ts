import { type AlphaPlane, subjectFrom } from './pixels.ts';

/**
 * Jaccard index of the subject, alpha ≥ 0.5.
 * @returns 0…1: the pixels that are subject in both, divided by those that are in either; 1 when there are none in
 *   either.
 */
export function intersectionOverUnion(result: AlphaPlane, truth: AlphaPlane): number {
  let both = 0;
  let either = 0;
  result.data.forEach((alpha, pixel) => {
    const inResult = alpha >= subjectFrom;
    const inTruth = (truth.data[pixel] ?? 0) >= subjectFrom;
    if (inResult && inTruth) both += 1;
    if (inResult || inTruth) either += 1;
  });
  return either === 0 ? 1 : both / either;
}
