import { type AlphaPlane, subjectFrom } from './pixels.ts';
import { widen } from './widen.ts';

/** Distance up to which a boundary pixel counts as found. */
const tolerancePx = 3;

/**
 * Returns the F-measure of the subject's boundary. Precision is the share of the result's boundary pixels that are
 * within 3 px of the truth's boundary; recall is the reverse.
 * @returns 0…1; 1 when neither has a boundary, 0 when only one has.
 * @see Perazzi et al. 2016, "A Benchmark Dataset and Evaluation Methodology for Video Object Segmentation" (DAVIS)
 */
export function boundaryF(result: AlphaPlane, truth: AlphaPlane): number {
  const [found, wanted] = [boundaryOf(result), boundaryOf(truth)];
  const [foundCount, wantedCount] = [count(found), count(wanted)];
  if (foundCount === 0 || wantedCount === 0) return foundCount === wantedCount ? 1 : 0;
  const precision = countBoth(found, widen(wanted, truth, tolerancePx)) / foundCount;
  const recall = countBoth(wanted, widen(found, result, tolerancePx)) / wantedCount;
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/**
 * Returns 1 for each pixel that is on another side of the threshold than its neighbour to the right, below, or below
 * right.
 */
export function boundaryOf({ data, widthPx, heightPx }: AlphaPlane): Uint8Array<ArrayBuffer> {
  const boundary = new Uint8Array(data.length);
  const isSubject = (pixel: number) => (data[pixel] ?? 0) >= subjectFrom;
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    const right = pixel % widthPx < widthPx - 1 ? 1 : 0;
    const below = pixel < (heightPx - 1) * widthPx ? widthPx : 0;
    const own = isSubject(pixel);
    const differs = own !== isSubject(pixel + right) || own !== isSubject(pixel + below);
    // Pixels at the right and lower border have no diagonal neighbour.
    const differsAslant = right > 0 && below > 0 && own !== isSubject(pixel + right + below);
    if (differs || differsAslant) boundary[pixel] = 1;
  }
  return boundary;
}

function count(set: Uint8Array): number {
  return set.reduce((sum, each) => sum + each, 0);
}

function countBoth(set: Uint8Array, other: Uint8Array): number {
  return set.reduce((sum, each, pixel) => sum + each * (other[pixel] ?? 0), 0);
}
