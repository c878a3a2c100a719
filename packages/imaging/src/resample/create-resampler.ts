import type { Size } from '../geometry/rect.ts';

/** An image that is read row by row. */
export interface RowSource extends Size {
  /**
   * Reads one row. Rows may be read in any order; reading from top to bottom is fastest.
   * @param into one value for each channel of each pixel; overwritten.
   * @returns the range of pixels outside of which every value is 0, when the source knows it. Those pixels are
   *   skipped.
   */
  readonly readRow: (row: number, into: Float32Array) => PixelRange | void;
}

/** Pixels of a row, from `first` to before `end`. */
export interface PixelRange {
  readonly first: number;
  readonly end: number;
}

/**
 * Filter of a resampling. `cubic` is Catmull and Rom's spline, which is Keys' with a = −½; for a smaller result it is
 * stretched, so that every pixel counts. `box` is the mean over the area that a pixel covers: less crisp, but many
 * times as fast.
 */
export type Filter = 'cubic' | 'box';

/**
 * One axis of a resampling. The centre of the result's pixel `i` lies at `perPx · (i + ½) + offset` px of the source.
 */
export interface Axis {
  readonly sourcePx: number;
  readonly resultPx: number;
  /** Px of the source for each px of the result; negative when mirrored. */
  readonly perPx: number;
  /** Offset in px of the source. */
  readonly offset: number;
}

/**
 * Filter taps of one axis: for each pixel of the result, the pixels of the source that it averages and their weights.
 */
export interface Taps {
  /** Number of weights of each pixel. */
  readonly count: number;
  /** Index of the first pixel of the source, for each pixel of the result. */
  readonly firsts: Uint32Array;
  /** Weights, `count` for each pixel, which add up to 1. */
  readonly weights: Float32Array;
  /** Fraction of each pixel that lies within the source, 0…1. A pixel with 0 has no weights. */
  readonly coverage: Float32Array;
}

/**
 * Calculates the filter taps of one axis. The source's outermost pixel is repeated beyond its edge; `coverage` shows
 * where.
 * @see Keys 1981, "Cubic convolution interpolation for digital image processing"
 * @see Catmull and Rom 1974, "A Class of Local Interpolating Splines"
 */
export function tapsOf({ sourcePx, resultPx, perPx, offset }: Axis, filter: Filter): Taps {
  const stepPx = Math.abs(perPx);
  const stretch = Math.max(1, stepPx);
  const reach = filter === 'cubic' ? 2 * stretch : stepPx / 2;
  /** Returns the source's pixels whose weight is not 0, as if the source had no edges. */
  const spanOf = (middle: number): readonly [lowest: number, highest: number] =>
    filter === 'cubic'
      ? [Math.floor(middle - 0.5 - reach) + 1, Math.ceil(middle - 0.5 + reach) - 1]
      : [Math.floor(middle - reach), Math.ceil(middle + reach) - 1];
  const coverage = new Float32Array(resultPx);
  let count = 1;
  for (let pixel = 0; pixel < resultPx; pixel += 1) {
    const middle = perPx * (pixel + 0.5) + offset;
    const covered = (Math.min(sourcePx, middle + stepPx / 2) - Math.max(0, middle - stepPx / 2)) / stepPx;
    // Rounding errors of fractional steps can leave a sum slightly below 1.
    coverage[pixel] = covered > 1 - 1e-6 ? 1 : Math.max(0, covered);
    const [lowest, highest] = spanOf(middle);
    count = Math.min(sourcePx, Math.max(count, highest - lowest + 1));
  }
  const firsts = new Uint32Array(resultPx);
  const weights = new Float32Array(resultPx * count);
  for (let pixel = 0; pixel < resultPx; pixel += 1) {
    if (coverage[pixel] === 0) continue;
    const middle = perPx * (pixel + 0.5) + offset;
    const [lowest, highest] = spanOf(middle);
    const first = Math.min(sourcePx - count, Math.max(0, lowest));
    firsts[pixel] = first;
    const weightOf = (at: number) =>
      filter === 'cubic'
        ? cubic((at + 0.5 - middle) / stretch)
        : Math.max(0, Math.min(at + 1, middle + reach) - Math.max(at, middle - reach));
    let sum = 0;
    for (let at = lowest; at <= highest; at += 1) sum += weightOf(at);
    for (let at = lowest; at <= highest; at += 1) {
      const tap = pixel * count + Math.min(sourcePx - 1, Math.max(0, at)) - first;
      weights[tap] = (weights[tap] ?? 0) + weightOf(at) / sum;
    }
  }
  return { count, firsts, weights, coverage };
}

/** Returns the cubic's value at a distance in px. */
export function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
}

/** Reads one row of the result. @returns false when every value is 0; then `into` is not written. */
export type ReadResampledRow = (row: number, into: Float32Array) => boolean;

/**
 * Creates a resampler for an image whose axes stay upright. Each row of the source is resampled horizontally once; then
 * rows are combined vertically. The cubic overshoots, so values may lie slightly outside of the source's range.
 * @param channels number of values of a pixel.
 */
export function createResampler(source: RowSource, channels: 1 | 3 | 4, across: Taps, down: Taps): ReadResampledRow {
  const width = across.firsts.length;
  const line = new Float32Array(source.widthPx * channels);
  const whole: PixelRange = { first: 0, end: source.widthPx };
  // The slots hold as many horizontally resampled rows of the source as one row of the result is made of.
  const slots = Array.from({ length: down.count }, () => ({
    row: -1,
    first: 0,
    end: 0,
    values: new Float32Array(width * channels),
  }));
  const narrow = channels === 4 ? narrow4 : channels === 3 ? narrow3 : narrow1;

  function narrowed(row: number) {
    const slot = slots[row % down.count];
    if (!slot || slot.row === row) return slot;
    slot.row = row;
    const range = source.readRow(row, line) ?? whole;
    const [first, end] = range === whole ? [0, width] : readersOf(range, across);
    slot.first = first * channels;
    slot.end = end * channels;
    narrow(line, across, slot.values, first, end);
    return slot;
  }

  return (row, into) => {
    if (down.coverage[row] === 0) return false;
    const firstRow = down.firsts[row] ?? 0;
    let isEmpty = true;
    for (let tap = 0; tap < down.count; tap += 1) {
      const weight = down.weights[row * down.count + tap] ?? 0;
      if (weight === 0) continue;
      const slot = narrowed(firstRow + tap);
      if (!slot || slot.first >= slot.end) continue;
      if (isEmpty) into.fill(0, 0, width * channels);
      isEmpty = false;
      addWeighted(into, slot.values, weight, slot.first, slot.end);
    }
    return !isEmpty;
  };
}

/**
 * Returns the range of the result's pixels that read any pixel of the given range, from the first to before the end.
 */
function readersOf({ first, end }: PixelRange, { firsts, count }: Taps): readonly [first: number, end: number] {
  if (first >= end) return [0, 0];
  const reads = (x: number) => (firsts[x] ?? 0) < end && (firsts[x] ?? 0) + count > first;
  let [from, to] = [0, firsts.length];
  while (from < to && !reads(from)) from += 1;
  while (to > from && !reads(to - 1)) to -= 1;
  return [from, to];
}

function addWeighted(into: Float32Array, values: Float32Array, weight: number, first: number, end: number): void {
  for (let at = first; at < end; at += 1) into[at] = (into[at] ?? 0) + (values[at] ?? 0) * weight;
}

function narrow1(line: Float32Array, { count, firsts, weights }: Taps, into: Float32Array, first: number, end: number) {
  for (let x = first; x < end; x += 1) {
    let sum = 0;
    let from = firsts[x] ?? 0;
    for (let tap = x * count; tap < (x + 1) * count; tap += 1, from += 1) {
      sum += (line[from] ?? 0) * (weights[tap] ?? 0);
    }
    into[x] = sum;
  }
}

function narrow3(line: Float32Array, { count, firsts, weights }: Taps, into: Float32Array, first: number, end: number) {
  for (let x = first; x < end; x += 1) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let from = (firsts[x] ?? 0) * 3;
    for (let tap = x * count; tap < (x + 1) * count; tap += 1, from += 3) {
      const weight = weights[tap] ?? 0;
      red += (line[from] ?? 0) * weight;
      green += (line[from + 1] ?? 0) * weight;
      blue += (line[from + 2] ?? 0) * weight;
    }
    into[x * 3] = red;
    into[x * 3 + 1] = green;
    into[x * 3 + 2] = blue;
  }
}

function narrow4(line: Float32Array, { count, firsts, weights }: Taps, into: Float32Array, first: number, end: number) {
  for (let x = first; x < end; x += 1) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    let from = (firsts[x] ?? 0) * 4;
    for (let tap = x * count; tap < (x + 1) * count; tap += 1, from += 4) {
      const weight = weights[tap] ?? 0;
      red += (line[from] ?? 0) * weight;
      green += (line[from + 1] ?? 0) * weight;
      blue += (line[from + 2] ?? 0) * weight;
      alpha += (line[from + 3] ?? 0) * weight;
    }
    into[x * 4] = red;
    into[x * 4 + 1] = green;
    into[x * 4 + 2] = blue;
    into[x * 4 + 3] = alpha;
  }
}
