import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { eachWindowMean } from './window-means.ts';

/**
 * Radius of the window in which two masks are compared, as a share of the shorter side: far more than the width of an
 * edge.
 */
const windowShare = 1 / 48;
/**
 * Mean differences in a window: up to the first, two masks differ only by an edge; from the second on, by a part of the
 * subject.
 */
const [maxEdgeDifference, minPartDifference] = [0.05, 0.2];

/**
 * Unites two masks of one image, which the network has computed at two sizes. Where the masks differ by no more than an
 * edge, the finer one counts. Where they differ by a part of the subject, the mask that contains more of it counts: the
 * network leaves out parts of a subject far more often than it invents them, and at each size it leaves out different
 * ones.
 * @param finer the mask with the finer edges; the result has its size.
 * @param other the other mask, which is resampled.
 * @param edgeShare weight of the finer mask along an edge, 0…1; the other mask has the rest.
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
