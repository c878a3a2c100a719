import type { Size } from '../api/size.ts';
import { smoothStep } from './smooth-step.ts';
import { createWindowSums } from './window-sums.ts';

export interface Mask extends Size {
  /** 0…1, row by row. */
  readonly mask: Float32Array;
}

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

/** Of the shorter side, the radius of the window in which the masks are compared: far more than the width of an edge. */
const windowShare = 1 / 48;
/** Of a window, the mean difference up to which the first mask's edges stay, and from which on the second counts. */
const [maxEdgeDifference, minPartDifference] = [0.05, 0.2];
/** Of a window, the mean difference up to which the masks are mixed by weight, and from which on one of them is taken. */
const [maxMixedDifference, minChosenDifference] = [0.15, 0.5];
/** Where one is taken, only weights within half of its inverse of ½ still mix. */
const choiceSteepness = 4;

/**
 * Mixes two masks of one picture. Where they differ by no more than an edge the first stays, which has the finer edges.
 * Where they differ by a whole part of the subject a mixture would be half transparent: there the mask of the greater
 * weight is taken, and both mix only where the weights are about equal.
 * @param weight of the second, 0…1.
 * @returns at the first one's size; the second is interpolated bilinearly.
 */
export function blendMasks(first: Mask, second: Mask, weight: number): Float32Array<ArrayBuffer> {
  const { widthPx, heightPx } = first;
  const other = resizeMask(second, first);
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

function resizeMask(from: Mask, { widthPx, heightPx }: Size): Float32Array<ArrayBuffer> {
  const resized = new Float32Array(widthPx * heightPx);
  const places = placesOf(widthPx, from.widthPx);
  const rows = placesOf(heightPx, from.heightPx);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = rows[y] ?? 0;
    const upper = Math.floor(row) * from.widthPx;
    const lower = Math.min(Math.floor(row) + 1, from.heightPx - 1) * from.widthPx;
    const down = row - Math.floor(row);
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const place = places[x] ?? 0;
      const left = Math.floor(place);
      const right = Math.min(left + 1, from.widthPx - 1);
      const above = mix(from.mask[upper + left] ?? 0, from.mask[upper + right] ?? 0, place - left);
      const below = mix(from.mask[lower + left] ?? 0, from.mask[lower + right] ?? 0, place - left);
      resized[at] = mix(above, below, down);
    }
  }
  return resized;
}

/** @returns for each pixel of a side where its centre lies among the centres of another grid's pixels. */
function placesOf(length: number, otherLength: number): Float64Array {
  const places = new Float64Array(length);
  for (let index = 0; index < length; index += 1) {
    places[index] = Math.min(Math.max(((index + 0.5) * otherLength) / length - 0.5, 0), otherLength - 1);
  }
  return places;
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}
