import type { Part, Size } from '../api/size.ts';

export interface Mask extends Size {
  /** 0…1, row by row. */
  readonly mask: Float32Array;
}

/** Filter taps: for each output pixel of a line, the input pixels it averages and their weights. */
interface Taps {
  /** Number of taps of each pixel. */
  readonly count: number;
  /** Input pixels, grouped by output pixel. */
  readonly places: Uint32Array;
  /** Weights in the same order. They sum to 1 for each pixel. */
  readonly weights: Float64Array;
}

/**
 * Resamples a mask, or a part of it, to another size: bilinearly, and when scaling down as the mean of several
 * positions within each new pixel, so that nothing is skipped. Beyond the mask its border is repeated.
 * @param part in pixels of the mask, which may be fractions; all of it by default.
 */
export function resampleMask(
  { mask, widthPx, heightPx }: Mask,
  size: Size,
  part: Part = { leftPx: 0, topPx: 0, widthPx, heightPx },
): Float32Array<ArrayBuffer> {
  if (isOfWholePixels(part, size, { widthPx, heightPx })) return copyPart(mask, widthPx, part);
  const columns = tapsOf(size.widthPx, part.leftPx, part.widthPx, widthPx);
  const rows = tapsOf(size.heightPx, part.topPx, part.heightPx, heightPx);
  const across = new Float32Array(size.widthPx * heightPx);
  for (let y = 0, to = 0; y < heightPx; y += 1) {
    const row = y * widthPx;
    for (let tap = 0; tap < columns.places.length; to += 1) {
      let sum = 0;
      for (const end = tap + columns.count; tap < end; tap += 1) {
        sum += (columns.weights[tap] ?? 0) * (mask[row + (columns.places[tap] ?? 0)] ?? 0);
      }
      across[to] = sum;
    }
  }
  const resampled = new Float32Array(size.widthPx * size.heightPx);
  for (let tap = 0; tap < rows.places.length; tap += 1) {
    const to = Math.floor(tap / rows.count) * size.widthPx;
    const from = (rows.places[tap] ?? 0) * size.widthPx;
    const weight = rows.weights[tap] ?? 0;
    if (weight === 0) continue;
    for (let x = 0; x < size.widthPx; x += 1) {
      resampled[to + x] = (resampled[to + x] ?? 0) + weight * (across[from + x] ?? 0);
    }
  }
  return resampled;
}

/** Checks whether each pixel of the result is exactly one pixel of the mask. */
function isOfWholePixels({ leftPx, topPx, widthPx, heightPx }: Part, size: Size, whole: Size): boolean {
  return (
    size.widthPx === widthPx &&
    size.heightPx === heightPx &&
    Number.isInteger(leftPx) &&
    Number.isInteger(topPx) &&
    leftPx >= 0 &&
    topPx >= 0 &&
    leftPx + widthPx <= whole.widthPx &&
    topPx + heightPx <= whole.heightPx
  );
}

function copyPart(
  mask: Float32Array,
  ofWidthPx: number,
  { leftPx, topPx, widthPx, heightPx }: Part,
): Float32Array<ArrayBuffer> {
  const copy = new Float32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const from = (topPx + y) * ofWidthPx + leftPx;
    copy.set(mask.subarray(from, from + widthPx), y * widthPx);
  }
  return copy;
}

/**
 * Computes the taps of a line.
 * @param start beginning of the part that `length` new pixels show; `span` is the part's length.
 * @param ofLength length of the whole line.
 */
function tapsOf(length: number, start: number, span: number, ofLength: number): Taps {
  const scale = span / length;
  const samples = Math.max(Math.ceil(scale), 1);
  const places = new Uint32Array(length * samples * 2);
  const weights = new Float64Array(places.length);
  for (let sample = 0; sample < length * samples; sample += 1) {
    const wanted = start + ((sample + 0.5) / samples) * scale - 0.5;
    const place = Math.min(Math.max(wanted, 0), ofLength - 1);
    const from = Math.floor(place);
    places[2 * sample] = from;
    places[2 * sample + 1] = Math.min(from + 1, ofLength - 1);
    weights[2 * sample] = (1 - (place - from)) / samples;
    weights[2 * sample + 1] = (place - from) / samples;
  }
  return { count: 2 * samples, places, weights };
}
