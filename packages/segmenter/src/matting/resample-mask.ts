import type { Part, Size } from '../api/size.ts';

export interface Mask extends Size {
  /** 0…1, row by row. */
  readonly mask: Float32Array;
}

/** Pixels that one of another grid is the mean of. */
interface Taps {
  readonly places: readonly number[];
  /** Their sum is 1. */
  readonly weights: readonly number[];
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
    for (const { places, weights } of columns) {
      let sum = 0;
      for (let tap = 0; tap < places.length; tap += 1) {
        sum += (weights[tap] ?? 0) * (mask[y * widthPx + (places[tap] ?? 0)] ?? 0);
      }
      across[to] = sum;
      to += 1;
    }
  }
  const resampled = new Float32Array(size.widthPx * size.heightPx);
  for (const [y, { places, weights }] of rows.entries()) {
    const to = y * size.widthPx;
    for (let tap = 0; tap < places.length; tap += 1) {
      const from = (places[tap] ?? 0) * size.widthPx;
      const weight = weights[tap] ?? 0;
      for (let x = 0; x < size.widthPx; x += 1) {
        resampled[to + x] = (resampled[to + x] ?? 0) + weight * (across[from + x] ?? 0);
      }
    }
  }
  return resampled;
}

/**
 * @param start of the part of a line that `length` new pixels show; `span` is the part's length.
 * @param ofLength the whole line's.
 */
function tapsOf(length: number, start: number, span: number, ofLength: number): Taps[] {
  const scale = span / length;
  const samples = Math.max(Math.ceil(scale), 1);
  return Array.from({ length }, (_, index) => {
    const places: number[] = [];
    const weights: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const wanted = start + (index + (sample + 0.5) / samples) * scale - 0.5;
      const place = Math.min(Math.max(wanted, 0), ofLength - 1);
      const from = Math.floor(place);
      places.push(from, Math.min(from + 1, ofLength - 1));
      weights.push((1 - (place - from)) / samples, (place - from) / samples);
    }
    return { places, weights };
  });
}
