import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { eachWindowMean } from './window-means.ts';

/** Of the shorter side, the radius of the window in which two masks are compared: far more than the width of an edge. */
const windowShare = 1 / 48;
/** Of a window, the mean difference up to which two masks differ by an edge alone, and from which on by a part of the subject. */
const [maxEdgeDifference, minPartDifference] = [0.05, 0.2];

/**
 * Unites two masks of one picture, which the network has seen at two sizes. Where the masks differ by no more than an edge, the finer one
 * counts. Where they differ by a part of the subject, the mask that has more of it counts: the network leaves parts of a subject out far more
 * often than it invents them, and at each size it leaves out others.
 * @param finer the mask with the finer edges; the result has its size.
 * @param other is resampled.
 * @param edgeShare how much the finer mask counts along an edge, 0…1; the other mask counts for the rest.
 * @returns 0…1, at the finer mask's size.
 */
export function unitePasses(finer: Mask, other: Mask, edgeShare = 1): Float32Array<ArrayBuffer> {
  const sameSize = resampleMask(other, finer);
  const difference = new Float32Array(sameSize.length);
  for (let at = 0; at < difference.length; at += 1) difference[at] = (sameSize[at] ?? 0) - (finer.mask[at] ?? 0);
  const mask = new Float32Array(sameSize.length);
  eachWindowMean(difference, finer, windowShare, (at, mean) => {
    const isPart = smoothStep(maxEdgeDifference, minPartDifference, Math.abs(mean));
    const [fine, coarse] = [finer.mask[at] ?? 0, sameSize[at] ?? 0];
    const edge = coarse + (fine - coarse) * edgeShare;
    mask[at] = edge + (Math.max(fine, coarse) - edge) * isPart;
  });
  return mask;
}
