/**
 * Evaluates the pairs of `sample-pairs` in a soft part of an image, pixel by pixel: how credible each pair is, which
 * alpha the pairs of neighbours with a similar colour suggest, and whether the pairs show strands.
 */
import { falloff } from './falloff';
import { PART_PIXELS, PART_ROWS, QUAD } from './layout';
import { sumOf } from './lanes';
import { POINT } from './points';
import { FOUND } from './sample-pairs';
import { smoothStep } from './smooth-step';
import { takePart } from '../shared/threads';

/**
 * Range of the distance between a pair's colours, of 255 in nearly linear light, over which its credibility rises from
 * 0 to 1.
 */
// @ts-ignore: decorator
@inline
const LEAST_SPAN: f32 = 10;
// @ts-ignore: decorator
@inline
const WHOLE_SPAN: f32 = 40;
/** Unexplained colour, of 255, at which a pair counts a third. */
// @ts-ignore: decorator
@inline
const RESIDUAL: f32 = 6;
/** Distance from the known pixels, in px, at which a pair counts a third. */
// @ts-ignore: decorator
@inline
const DISTANCE: f32 = 40;

/**
 * Radius in px within which neighbours' pairs count, and the colour difference to the pixel, of 255, at which they
 * count a third.
 */
// @ts-ignore: decorator
@inline
const MEAN_RADIUS: i32 = 2;
// @ts-ignore: decorator
@inline
const COLOUR: f32 = 8;

/**
 * Range of the standard deviation of the pairs' alphas within a window, over which they count from not at all to fully,
 * and the radius of that window. Pairs that show strands differ within a window. If all pairs say subject, or all
 * background, where the network is unsure, then subject and background have the same colours, as in a glass, and noise
 * would decide.
 */
// @ts-ignore: decorator
@inline
const LEAST_STRUCTURE: f32 = 0.1;
// @ts-ignore: decorator
@inline
const WHOLE_STRUCTURE: f32 = 0.2;
// @ts-ignore: decorator
@inline
const STRUCTURE_RADIUS: i32 = 6;

/** Returns the bytes of working memory that `measureStructure` needs. */
export function structureScratchBytes(widthPx: i32): usize {
  return <usize>widthPx * QUAD;
}

/**
 * Computes how credible each pair is.
 * @param points the image's points, written by `writePoints`.
 * @param unknown one byte per pixel.
 * @param subject see `samplePairs`; `background` also.
 * @param found the output of `samplePairs`. For the unknown pixels, the cost is replaced by the pair's credibility,
 *   0…1.
 * @param counter see `takePart`.
 */
export function judgePairs(
  points: usize,
  unknown: usize,
  pixels: i32,
  subject: usize,
  background: usize,
  found: usize,
  counter: usize,
): void {
  for (;;) {
    const first = takePart(counter) * PART_PIXELS;
    if (first >= pixels) return;
    for (let at = first; at < min(first + PART_PIXELS, pixels); at++) {
      if (load<u8>(unknown + at) == 0) continue;
      const own = found + <usize>at * FOUND;
      const front = subject + <usize>load<i32>(own) * POINT;
      const back = background + <usize>load<i32>(own, 4) * POINT;
      store<f32>(own, belief(points + <usize>at * POINT, front, back, load<f32>(own, 12)), 8);
    }
  }
}

/**
 * Computes the alpha that the pairs around each unknown pixel suggest.
 * @param points the image's points, written by `writePoints`. For the unknown pixels, the alpha is written as the
 *   seventh number.
 * @param unknown one byte per pixel.
 * @param found the output of `judgePairs`.
 * @param counter see `takePart`.
 */
export function writeLikelyAlphas(
  points: usize,
  unknown: usize,
  heightPx: i32,
  widthPx: i32,
  found: usize,
  counter: usize,
): void {
  for (;;) {
    const first = takePart(counter) * PART_ROWS;
    if (first >= heightPx) return;
    for (let y = first; y < min(first + PART_ROWS, heightPx); y++) {
      for (let x = 0; x < widthPx; x++) {
        const at = y * widthPx + x;
        if (load<u8>(unknown + at) == 0) continue;
        store<f32>(points + <usize>at * POINT, likelyAlpha(points, unknown, heightPx, widthPx, found, y, x), 24);
      }
    }
  }
}

/**
 * Returns how credible a pair is, 0…1: by the distance between its colours, how well they explain the pixel, and how
 * near the known pixels are.
 */
// @ts-ignore: decorator
@inline
function belief(pixel: usize, front: usize, back: usize, alpha: f32): f32 {
  const base = v128.load(back);
  const span = f32x4.sub(v128.load(front), base);
  const left = f32x4.sub(f32x4.sub(v128.load(pixel), base), f32x4.mul(span, f32x4.splat(alpha)));
  const nearness = min<f32>(load<f32>(pixel, 16), load<f32>(pixel, 20)) * DISTANCE;
  const doubt = sumOf(f32x4.mul(left, left)) / (RESIDUAL * RESIDUAL) + 1 / (nearness * nearness);
  return smoothStep(LEAST_SPAN, WHOLE_SPAN, sqrt<f32>(sumOf(f32x4.mul(span, span)))) * falloff(doubt);
}

/**
 * Returns the mean alpha of the neighbours of similar colour. Many pairs explain a pixel about equally well, and chance
 * decides between them; the mean is steadier and closer to the truth.
 */
function likelyAlpha(points: usize, unknown: usize, heightPx: i32, widthPx: i32, found: usize, y: i32, x: i32): f32 {
  const index = y * widthPx + x;
  const colour = v128.load(points + <usize>index * POINT);
  let total: f32 = 1e-6;
  let sum = load<f32>(found + <usize>index * FOUND, 12) * total;
  const left = max(0, x - MEAN_RADIUS);
  const right = min(widthPx - 1, x + MEAN_RADIUS);
  for (let row = max(0, y - MEAN_RADIUS); row <= min(heightPx - 1, y + MEAN_RADIUS); row++) {
    for (let at = row * widthPx + left; at <= row * widthPx + right; at++) {
      if (load<u8>(unknown + at) == 0) continue;
      const difference = f32x4.sub(v128.load(points + <usize>at * POINT), colour);
      const other = found + <usize>at * FOUND;
      const weight =
        load<f32>(other, 8) * falloff(sumOf(f32x4.mul(difference, difference)) / (COLOUR * COLOUR));
      sum += weight * load<f32>(other, 12);
      total += weight;
    }
  }
  return sum / total;
}

/**
 * Measures how much the pairs around each unknown pixel show strands, by the standard deviation of their alphas over
 * windows. Threads share the work by bands of rows. The sums are whole numbers, so the result does not depend on the
 * bands.
 * @param points for the unknown pixels, receives 0…1 as the eighth number.
 * @param unknown one byte per pixel.
 * @param found the output of `samplePairs`.
 * @param bandRows rows of a part.
 * @param counter see `takePart`.
 * @param scratch memory of this thread, `structureScratchBytes`.
 */
export function measureStructure(
  points: usize,
  unknown: usize,
  heightPx: i32,
  widthPx: i32,
  found: usize,
  bandRows: i32,
  counter: usize,
  scratch: usize,
): void {
  for (;;) {
    const top = takePart(counter) * bandRows;
    if (top >= heightPx) return;
    measureBand(points, unknown, heightPx, widthPx, found, top, min(top + bandRows, heightPx), scratch);
  }
}

/**
 * Measures one band.
 * @param top the band's first row; `bottom` is the first row below it.
 */
function measureBand(
  points: usize,
  unknown: usize,
  heightPx: i32,
  widthPx: i32,
  found: usize,
  top: i32,
  bottom: i32,
  columns: usize,
): void {
  memory.fill(columns, 0, <usize>widthPx * QUAD);
  const firstCounted = max(0, top - STRUCTURE_RADIUS);
  for (let row = firstCounted; row < min(top + STRUCTURE_RADIUS, heightPx); row++) {
    countRow(unknown, found, widthPx, row, columns, 1);
  }
  for (let y = top; y < bottom; y++) {
    const below = y + STRUCTURE_RADIUS;
    const above = y - STRUCTURE_RADIUS - 1;
    if (below < heightPx) countRow(unknown, found, widthPx, below, columns, 1);
    if (above >= firstCounted) countRow(unknown, found, widthPx, above, columns, -1);
    let sums = i32x4.splat(0);
    for (let x = -STRUCTURE_RADIUS; x < widthPx; x++) {
      const ahead = x + STRUCTURE_RADIUS;
      const behind = x - STRUCTURE_RADIUS - 1;
      if (ahead < widthPx) sums = i32x4.add(sums, v128.load(columns + <usize>ahead * QUAD));
      if (behind >= 0) sums = i32x4.sub(sums, v128.load(columns + <usize>behind * QUAD));
      if (x < 0) continue;
      const at = y * widthPx + x;
      if (load<u8>(unknown + at) == 0) continue;
      const each = f32x4.mul(f32x4.convert_i32x4_s(sums), f32x4.splat(1 / <f32>i32x4.extract_lane(sums, 0)));
      const mean = f32x4.extract_lane(each, 1) / ALPHA_ONE;
      const variance = f32x4.extract_lane(each, 2) / (ALPHA_ONE * ALPHA_ONE) - mean * mean;
      const structure = smoothStep(LEAST_STRUCTURE, WHOLE_STRUCTURE, sqrt<f32>(max<f32>(variance, 0)));
      store<f32>(points + <usize>at * POINT, structure, 28);
    }
  }
}

/**
 * Integer that stands for an alpha of 1. A sliding sum of integers has no rounding error. The sum of squares of a
 * window stays below 2³¹.
 */
// @ts-ignore: decorator
@inline
const ALPHA_ONE: f32 = 2048;

/**
 * Adds a row to the columns' sums, or removes it: the number of unknown pixels, the sum of their alphas, and the sum of
 * the squares.
 */
function countRow(unknown: usize, found: usize, widthPx: i32, row: i32, columns: usize, sign: i32): void {
  const first = row * widthPx;
  for (let x = 0; x < widthPx; x++, columns += QUAD) {
    if (load<u8>(unknown + first + x) == 0) continue;
    const alpha = <i32>(load<f32>(found + <usize>(first + x) * FOUND, 12) * ALPHA_ONE + 0.5);
    const terms = i32x4.mul(i32x4(1, alpha, alpha * alpha, 0), i32x4.splat(sign));
    v128.store(columns, i32x4.add(v128.load(columns), terms));
  }
}
