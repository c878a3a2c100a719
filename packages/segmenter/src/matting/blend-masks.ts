import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { createWindowSums } from './window-sums.ts';

/** How much a mask can be relied on: two measures, each 0…1. */
export interface MaskQuality {
  /** See `measureConfidence`. */
  readonly confidence: number;
  /** See `measureSolidity`. */
  readonly solidity: number;
}

/** @returns whether a second pass may better a mask of this quality. */
export function wantsSecondPass(first: MaskQuality): boolean {
  return first.confidence < minConfidence.none || first.solidity < minSolidity.none;
}

/**
 * Below `none` a second pass is made, below `whole` it has its full weight: between the two the weight grows, so that
 * nothing jumps at the threshold. Of pictures that the network understands, hair and spokes are above `none`; on forty
 * pictures with exact alpha any threshold of confidence from 0.85 to 0.95 does about the same.
 */
const minConfidence = { none: 0.9, whole: 0.885 };
/** A mask is less solid than this where most of it is a faint haze, of whose pixels the network is sure one by one. */
const minSolidity = { none: 0.87, whole: 0.8 };
/**
 * The second pass counts alone where its mask is less solid than the first by no more than the one, and not at all from the
 * other on. On 39 photos ±1 level of noise moves the difference by up to 0.03; it was below 0.05 or above 0.35.
 */
const [maxHarmlessLag, minHarmfulLag] = [0.1, 0.3];

/**
 * Says how much the second of two masks counts. The second pass has seen the picture as the network was trained to, so it
 * counts unless the first mask is far more solid. The weight changes continuously with every measure, and noise hardly moves
 * it.
 * @returns 0…1.
 */
export function secondPassWeight(first: MaskQuality, second: Pick<MaskQuality, 'solidity'>): number {
  const need = Math.max(
    shareBetween(first.confidence, minConfidence.none, minConfidence.whole),
    shareBetween(first.solidity, minSolidity.none, minSolidity.whole),
  );
  return need * shareBetween(first.solidity - second.solidity, minHarmfulLag, maxHarmlessLag);
}

/** @returns 0 at `none` and 1 at `whole`, whichever is greater, and between them a smooth transition. */
function shareBetween(value: number, none: number, whole: number): number {
  return smoothStep(none, whole, value);
}

/** Of a window, the mean difference up to which two masks differ by an edge alone, and from which on by a part of the subject. */
export type DifferenceRange = readonly [maxEdgeDifference: number, minPartDifference: number];

/** Of the shorter side, the radius of the window in which the masks are compared: far more than the width of an edge. */
const windowShare = 1 / 48;
/** Of a window, the mean difference up to which the first mask's edges stay, and from which on the second counts. */
const edgeToPart: DifferenceRange = [0.05, 0.2];
/** Of a window, the mean difference up to which the masks are mixed by weight, and from which on one of them is taken. */
const [maxMixedDifference, minChosenDifference] = [0.15, 0.5];
/** Where one is taken, only weights within half of its inverse of ½ still mix. */
const choiceSteepness = 4;

/**
 * Mixes two masks of one picture. Where they differ by no more than an edge the first stays, which has the finer edges.
 * Where they differ by a whole part of the subject a mixture would be half transparent: there the mask of the greater
 * weight is taken, and both mix only where the weights are about equal.
 * @param weight of the second, 0…1.
 * @returns at the first one's size; the second is resampled.
 */
export function blendMasks(
  first: Mask,
  second: Mask,
  weight: number,
  [maxEdgeDifference, minPartDifference] = edgeToPart,
): Float32Array<ArrayBuffer> {
  const { widthPx, heightPx } = first;
  const other = resampleMask(second, first);
  const difference = new Float32Array(other.length);
  for (let at = 0; at < other.length; at += 1) difference[at] = (other[at] ?? 0) - (first.mask[at] ?? 0);
  const sums = createWindowSums({ columns: widthPx, rows: heightPx }, [difference]);
  const radius = Math.max(1, Math.round(Math.min(widthPx, heightPx) * windowShare));
  const chosen = smoothStep(0, 1, 0.5 + choiceSteepness * (weight - 0.5));
  const blended = first.mask.slice();
  const line = new Float64Array(widthPx);
  for (let y = 0; y < heightPx; y += 1) {
    const rows = Math.min(heightPx, y + radius + 1) - Math.max(0, y - radius);
    sums.aroundRow(y, radius, line);
    for (let x = 0; x < widthPx; x += 1) {
      const columns = Math.min(widthPx, x + radius + 1) - Math.max(0, x - radius);
      const mean = Math.abs(line[x] ?? 0) / (rows * columns);
      if (mean <= maxEdgeDifference) continue;
      const at = y * widthPx + x;
      const isPart = shareBetween(mean, maxEdgeDifference, minPartDifference);
      const choice = shareBetween(mean, maxMixedDifference, minChosenDifference);
      blended[at] = mix(first.mask[at] ?? 0, other[at] ?? 0, isPart * mix(weight, chosen, choice));
    }
  }
  return blended;
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}
