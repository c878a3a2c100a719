import type { Part, Size } from '../api/size.ts';

export interface Mask extends Size {
  /** 0…1, row by row. */
  readonly mask: Float32Array;
}

/** Of which pixels of a line those of another line are means. */
interface Taps {
  /** How many of each pixel. */
  readonly count: number;
  /** Pixel after pixel. */
  readonly places: Uint32Array;
  /** Likewise; a pixel's sum is 1. */
  readonly weights: Float64Array;
}

/**
 * Brings a mask, or a part of it, to another size: bilinear, and where it becomes smaller the mean of several places within each new pixel, so
 * that nothing is passed over. Beyond the mask it goes on as at its border.
 * @param part in pixels of the mask, whole ones or not; all of it by default.
 */
export function resampleMask(
  { mask, widthPx, heightPx }: Mask,
  size: Size,
  part: Part = { leftPx: 0, topPx: 0, widthPx, heightPx },
): Float32Array<ArrayBuffer> {
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

/**
 * @param start of the part of a line that `length` new pixels show; `span` is the part's length.
 * @param ofLength the whole line's.
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
