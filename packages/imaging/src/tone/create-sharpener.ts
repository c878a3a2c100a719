import { linearOf } from '../color/linear-light.ts';
import { luminanceOf } from './create-tone-row.ts';

/** A row of a cutout, and the factor by which sharpening multiplies the light of each of its pixels. */
export interface SharpenedRow {
  readonly row: Uint8ClampedArray;
  readonly gains: Float32Array;
}

/** Sharpens rows from top to bottom. A row is ready once the rows beneath it that its blur needs are known. */
export interface Sharpener {
  /**
   * Adds the next row.
   * @param row RGBA, 8-bit sRGB, straight alpha. It is copied.
   * @returns the next row that is ready. Its arrays are reused by later calls.
   */
  readonly push: (row: Uint8ClampedArray) => SharpenedRow | undefined;
  /** Returns the rows that are not ready yet, after the last row was added. */
  readonly finish: () => Generator<SharpenedRow>;
}

/** Factor of the difference to the blurred lightness at full strength. */
const fullAmount = 2.5;
/** Difference of lightness, 0…1, of which half is kept. Smaller ones are mostly noise and the texture of compression. */
const noise = 0.012;
/** Largest change of lightness, 0…1, which a large difference approaches. It keeps strong edges free of halos. */
const maxChange = 0.06;

/** Number of steps of the table of lightness, which are even in the square root of luminance and so finest in the dark. */
const lightnessSteps = 8191;
const lightnessOf = Float32Array.from({ length: lightnessSteps + 1 }, (_, step) =>
  Math.cbrt((step / lightnessSteps) ** 2),
);

/** A row with what the blur needs of it: luminance and alpha, blurred along the row. */
interface StoredRow {
  readonly pixels: Uint8ClampedArray;
  /** First visible pixel, and the pixel after the last one. They are equal in a row without any. */
  from: number;
  to: number;
  /** Luminance times alpha. */
  readonly light: Float32Array;
  readonly share: Float32Array;
}

/**
 * Creates an unsharp mask on luminance: a pixel is moved away from the mean of its surroundings, by a bounded amount in
 * lightness, and keeps its hue. Differences as small as noise are left. The mean is taken in linear light and weighted by alpha, so that what lies beyond the
 * edge of the subject has no part in it. Half-transparent pixels are sharpened less.
 * @param strength 0…1.
 * @param radiusPx standard deviation of the blur.
 */
export function createSharpener(widthPx: number, strength: number, radiusPx: number): Sharpener {
  const weights = gaussian(radiusPx);
  const reach = weights.length - 1;
  const count = 2 * reach + 1;
  const stored = Array.from({ length: count }, (): StoredRow => emptyRow(widthPx));
  const luminances = new Float32Array(widthPx);
  const alphas = new Float32Array(widthPx);
  const gains = new Float32Array(widthPx);
  const light = new Float32Array(widthPx);
  const share = new Float32Array(widthPx);
  /** Number of rows that were added, and of those that were returned. */
  let [added, returned] = [0, 0];

  function store(row: Uint8ClampedArray): void {
    const place = stored[added % count];
    if (!place) return;
    place.pixels.set(row);
    let [from, to] = [0, widthPx];
    while (from < to && row[from * 4 + 3] === 0) from += 1;
    while (to > from && row[to * 4 - 1] === 0) to -= 1;
    place.from = from;
    place.to = to;
    for (let x = 0; x < widthPx; x += 1) {
      const alpha = (row[x * 4 + 3] ?? 0) / 255;
      alphas[x] = alpha;
      luminances[x] = alpha === 0 ? 0 : alpha * luminanceAt(row, x * 4);
    }
    blurAlong(luminances, weights, place, place.light);
    blurAlong(alphas, weights, place, place.share);
    added += 1;
  }

  function nextRow(): SharpenedRow {
    const own = stored[returned % count] ?? emptyRow(widthPx);
    light.fill(0);
    share.fill(0);
    for (let away = -reach; away <= reach; away += 1) {
      const other = returned + away;
      const place = stored[(other + count) % count];
      if (other < 0 || other >= added || !place) continue;
      const weight = weights[Math.abs(away)] ?? 0;
      const [from, to] = [Math.max(own.from, place.from - reach), Math.min(own.to, place.to + reach)];
      for (let x = from; x < to; x += 1) {
        light[x] = (light[x] ?? 0) + weight * (place.light[x] ?? 0);
        share[x] = (share[x] ?? 0) + weight * (place.share[x] ?? 0);
      }
    }
    for (let x = own.from; x < own.to; x += 1) {
      gains[x] = gainAt(own.pixels, x * 4, (light[x] ?? 0) / (share[x] || 1));
    }
    returned += 1;
    return { row: own.pixels, gains };
  }

  function gainAt(row: Uint8ClampedArray, pixel: number, around: number): number {
    const alpha = row[pixel + 3] ?? 0;
    const lightness = alpha === 0 ? 0 : lightnessAt(luminanceAt(row, pixel));
    if (lightness === 0) return 1;
    const difference = lightness - lightnessAt(around);
    const kept = difference ** 3 / (difference ** 2 + noise ** 2);
    const wanted = strength * fullAmount * kept;
    const change = wanted / (1 + Math.abs(wanted) / maxChange);
    return Math.max(0, 1 + ((alpha / 255) * change) / lightness) ** 3;
  }

  return {
    push(row) {
      store(row);
      return added > reach ? nextRow() : undefined;
    },
    *finish() {
      while (returned < added) yield nextRow();
    },
  };
}

function emptyRow(widthPx: number): StoredRow {
  return {
    pixels: new Uint8ClampedArray(widthPx * 4),
    from: 0,
    to: 0,
    light: new Float32Array(widthPx),
    share: new Float32Array(widthPx),
  };
}

function luminanceAt(row: Uint8ClampedArray, pixel: number): number {
  return luminanceOf(
    linearOf[row[pixel] ?? 0] ?? 0,
    linearOf[row[pixel + 1] ?? 0] ?? 0,
    linearOf[row[pixel + 2] ?? 0] ?? 0,
  );
}

/** @param luminance 0…1. */
function lightnessAt(luminance: number): number {
  return lightnessOf[Math.round(Math.sqrt(luminance) * lightnessSteps)] ?? 1;
}

/** Returns the weights of a Gaussian from its middle outwards. Both sides together add up to 1. */
function gaussian(deviationPx: number): Float32Array {
  const half = Float32Array.from({ length: Math.ceil(3 * deviationPx) + 1 }, (_, away) =>
    Math.exp(-(away * away) / (2 * deviationPx * deviationPx)),
  );
  const sum = half.reduce((all, weight, away) => all + (away === 0 ? weight : 2 * weight), 0);
  return half.map((weight) => weight / sum);
}

/** Blurs values that are 0 outside of a range. Only the range and what the blur reaches beside it is written. */
function blurAlong(
  values: Float32Array,
  weights: Float32Array,
  { from, to }: Pick<StoredRow, 'from' | 'to'>,
  into: Float32Array,
): void {
  const reach = weights.length - 1;
  for (let x = Math.max(0, from - reach); x < Math.min(values.length, to + reach); x += 1) {
    let sum = (weights[0] ?? 0) * (values[x] ?? 0);
    for (let away = 1; away <= reach; away += 1) {
      sum += (weights[away] ?? 0) * ((values[x - away] ?? 0) + (values[x + away] ?? 0));
    }
    into[x] = sum;
  }
}
