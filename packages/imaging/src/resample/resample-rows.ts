import type { BackgroundRows } from '../background/define-background-source.ts';
import type { Size } from '../geometry/rect.ts';

/** An image that is read row by row. */
export interface RowSource {
  readonly widthPx: number;
  readonly heightPx: number;
  /** @param into `widthPx × 3` values in linear light; overwritten. */
  readonly readRow: (row: number, into: Float32Array) => void;
}

/** Where an image is drawn, in px of the result, of which it may overlap the edges. */
export interface DrawnRect {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** How an image lies in a result. */
export interface Fitting {
  readonly fit: 'cover' | 'contain';
  readonly scale: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

/** @returns where an image comes to lie that fills the result, or is seen whole, and is then scaled and moved. */
export function drawnRectOf(picture: Size, result: Size, { fit, scale, offsetX, offsetY }: Fitting): DrawnRect {
  const scales = [result.widthPx / picture.widthPx, result.heightPx / picture.heightPx];
  const drawn = scale * (fit === 'cover' ? Math.max(...scales) : Math.min(...scales));
  const [widthPx, heightPx] = [picture.widthPx * drawn, picture.heightPx * drawn];
  return {
    left: (result.widthPx - widthPx) / 2 + offsetX * result.widthPx,
    top: (result.heightPx - heightPx) / 2 + offsetY * result.heightPx,
    widthPx,
    heightPx,
  };
}

/**
 * An image drawn at its place on white, resampled in linear light: a canvas blends the encoded values, and fine
 * patterns of light and dark come out too dark by that.
 * @see Keys 1981, "Cubic convolution interpolation for digital image processing"
 */
export function resampled(source: RowSource, place: DrawnRect, result: Size): BackgroundRows {
  const across = tapsOf(source.widthPx, place.left, place.widthPx, result.widthPx);
  const down = tapsOf(source.heightPx, place.top, place.heightPx, result.heightPx);
  const line = new Float32Array(source.widthPx * 3);
  // As many of the source's rows as one row of the result is made of, each as wide as the result.
  const kept = Array.from({ length: down.count }, () => new Float32Array(result.widthPx * 3));
  const rowIn = new Int32Array(down.count).fill(-1);

  function narrowed(row: number): Float32Array {
    const slot = row % down.count;
    const into = kept[slot] ?? line;
    if (rowIn[slot] !== row) {
      source.readRow(row, line);
      narrow(line, across, into);
      rowIn[slot] = row;
    }
    return into;
  }

  return {
    readRow(row, into) {
      const covered = down.coverage[row] ?? 0;
      if (covered === 0) {
        into.fill(1);
        return;
      }
      into.fill(0);
      const first = down.firsts[row] ?? 0;
      for (let tap = 0; tap < down.count; tap += 1) {
        const weight = down.weights[row * down.count + tap] ?? 0;
        if (weight === 0) continue;
        const from = narrowed(first + tap);
        for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) + (from[at] ?? 0) * weight;
      }
      for (let x = 0, at = 0; x < result.widthPx; x += 1) {
        const share = covered * (across.coverage[x] ?? 0);
        for (let channel = 0; channel < 3; channel += 1, at += 1) {
          // The cubic swings over where dark meets bright.
          const light = Math.min(1, Math.max(0, into[at] ?? 0));
          into[at] = share === 1 ? light : 1 + (light - 1) * share;
        }
      }
    },
  };
}

/** For each pixel along one side of the result: of which of the source's it is made, and how much of it is covered. */
interface Taps {
  readonly count: number;
  readonly firsts: Uint32Array;
  readonly weights: Float32Array;
  readonly coverage: Float32Array;
}

function tapsOf(sourcePx: number, start: number, drawnPx: number, resultPx: number): Taps {
  const perPixel = sourcePx / drawnPx;
  const stretch = Math.max(1, perPixel);
  const reach = 2 * stretch;
  const count = Math.min(sourcePx, Math.ceil(2 * reach) + 1);
  const firsts = new Uint32Array(resultPx);
  const weights = new Float32Array(resultPx * count);
  const coverage = new Float32Array(resultPx);
  for (let pixel = 0; pixel < resultPx; pixel += 1) {
    const covered = Math.min(start + drawnPx, pixel + 1) - Math.max(start, pixel);
    // Sums of halves and thirds come out a hair short of whole.
    coverage[pixel] = covered > 1 - 1e-6 ? 1 : Math.max(0, covered);
    if (covered <= 0) continue;
    const middle = (pixel + 0.5 - start) * perPixel - 0.5;
    const lowest = Math.ceil(middle - reach);
    const first = Math.min(sourcePx - count, Math.max(0, lowest));
    firsts[pixel] = first;
    let sum = 0;
    for (let at = lowest; at <= middle + reach; at += 1) sum += cubic((at - middle) / stretch);
    for (let at = lowest; at <= middle + reach; at += 1) {
      // Beyond the edge, the outermost pixel goes on.
      const tap = pixel * count + Math.min(sourcePx - 1, Math.max(0, at)) - first;
      weights[tap] = (weights[tap] ?? 0) + cubic((at - middle) / stretch) / sum;
    }
  }
  return { count, firsts, weights, coverage };
}

function narrow(line: Float32Array, { count, firsts, weights, coverage }: Taps, into: Float32Array): void {
  for (let x = 0; x < firsts.length; x += 1) {
    if (coverage[x] === 0) continue;
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

function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) return 0;
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
}
