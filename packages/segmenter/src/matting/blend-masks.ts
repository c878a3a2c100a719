import type { Size } from '../api/size.ts';

export interface Mask extends Size {
  /** 0…1, row by row. */
  readonly mask: Float32Array;
}

/** @param confidence see `measureConfidence`. @returns whether a second pass may better a mask of this confidence. */
export function wantsSecondPass(confidence: number): boolean {
  return confidence < fromConfidence;
}

/**
 * Less confidence than this in a mask calls for a second pass: of pictures that the network understands, hair and spokes
 * are above it. On forty pictures with exact alpha any threshold from 0.85 to 0.95 does about the same.
 */
const fromConfidence = 0.9;
/** Below this the second pass has its full weight: between the two it grows, so that nothing jumps at the threshold. */
const wholeConfidence = 0.885;
/**
 * The second pass counts alone where its confidence is less than the first by no more than the one, and not at all from
 * the other on. Where the two are equally sure, which noise decides, the middle of this range is far: noise that nobody
 * sees moves a confidence by up to 0.04.
 */
const [harmlessLag, hopelessLag] = [0.05, 0.15];

/**
 * Says how much the second of two masks counts. It has seen the picture as the network was trained to, so it counts unless
 * the first is surer by far; and the weight changes continuously with both confidences, so that noise cannot turn it.
 * @returns 0…1.
 */
export function secondPassWeight(firstConfidence: number, secondConfidence: number): number {
  const need = smoothStep((fromConfidence - firstConfidence) / (fromConfidence - wholeConfidence));
  const lag = firstConfidence - secondConfidence;
  return need * smoothStep((hopelessLag - lag) / (hopelessLag - harmlessLag));
}

/**
 * Mixes two masks of one picture.
 * @param weight of the second, 0…1.
 * @returns at the first one's size; the second is interpolated bilinearly.
 */
export function blendMasks(first: Mask, second: Mask, weight: number): Float32Array<ArrayBuffer> {
  const { widthPx, heightPx } = first;
  const blended = new Float32Array(widthPx * heightPx);
  const columns = Array.from({ length: widthPx }, (_, x) => placeOf(x, widthPx, second.widthPx));
  for (let y = 0; y < heightPx; y += 1) {
    const row = placeOf(y, heightPx, second.heightPx);
    const [upper, lower] = [row.from * second.widthPx, row.to * second.widthPx];
    for (let x = 0; x < widthPx; x += 1) {
      const { from, to, share } = columns[x] ?? row;
      const above = mix(second.mask[upper + from] ?? 0, second.mask[upper + to] ?? 0, share);
      const below = mix(second.mask[lower + from] ?? 0, second.mask[lower + to] ?? 0, share);
      const at = y * widthPx + x;
      blended[at] = mix(first.mask[at] ?? 0, mix(above, below, row.share), weight);
    }
  }
  return blended;
}

/** @returns the two pixels of another grid between which a pixel's centre lies, and how near it is to the second. */
function placeOf(index: number, length: number, otherLength: number) {
  const place = Math.min(Math.max(((index + 0.5) * otherLength) / length - 0.5, 0), otherLength - 1);
  const from = Math.floor(place);
  return { from, to: Math.min(from + 1, otherLength - 1), share: place - from };
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

/** Rises from 0 at 0 to 1 at 1, level at both. */
function smoothStep(value: number): number {
  const share = Math.min(Math.max(value, 0), 1);
  return share * share * (3 - 2 * share);
}
