/**
 * What the pairs that `sample-pairs` has found say of a soft part of a picture, pixel by pixel: how far each pair can be
 * believed, what a pixel's neighbours of its colour say, and whether they see strands.
 */
import { falloff } from './falloff';
import { PART_PIXELS, PART_ROWS, QUAD } from './layout';
import { sumOf } from './lanes';
import { POINT } from './points';
import { FOUND } from './sample-pairs';
import { smoothStep } from './smooth-step';
import { takePart } from '../shared/threads';

/** A pair whose colours are less apart than the first, of 255 in nearly linear light, tells nothing. */
// @ts-ignore: decorator
@inline
const LEAST_SPAN: f32 = 10;
// @ts-ignore: decorator
@inline
const WHOLE_SPAN: f32 = 40;
/** A pair that leaves so much of a colour unexplained counts a third. */
// @ts-ignore: decorator
@inline
const RESIDUAL: f32 = 6;
/** So far from what is known, in px, a pair counts a third. */
// @ts-ignore: decorator
@inline
const DISTANCE: f32 = 40;

/** What neighbours' pairs say counts too, a third where their colour is so far from the pixel's, of 255. */
// @ts-ignore: decorator
@inline
const MEAN_RADIUS: i32 = 2;
// @ts-ignore: decorator
@inline
const COLOUR: f32 = 8;

/**
 * Pairs that see strands differ within a window; by their standard deviation they count not at all up to the first and wholly from the
 * second on. Where all say subject, or all background, of what the network is unsure, the colours are those of both, as in a
 * glass, and noise would decide.
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

/** @returns bytes that `measureStructure` wants to work in. */
export function structureScratchBytes(widthPx: i32): usize {
  return <usize>widthPx * QUAD;
}

/**
 * How far each pair can be believed.
 * @param points of the picture, as `writePoints` leaves them.
 * @param unknown a byte for each pixel.
 * @param subject as for `samplePairs`; `background` likewise.
 * @param found as `samplePairs` leaves it; of the unknown pixels, gets instead of the cost how far the pair can be believed, 0…1.
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
 * What the pairs about each unknown pixel make likely.
 * @param points of the picture, as `writePoints` leaves them; of the unknown pixels, gets this alpha as its seventh number.
 * @param unknown a byte for each pixel.
 * @param found as `judgePairs` leaves it.
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

/** How far a pair can be believed: by how far its colours are apart, how well they explain the pixel, and how near they are. */
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
 * Many pairs explain a pixel about as well, and chance decides between them: the mean over neighbours of the pixel's colour is
 * steadier, and nearer to the truth.
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
 * How much the pairs about each unknown pixel see strands, by the standard deviation of their alphas over windows. Threads share it by bands of
 * rows; its sums are whole numbers, so the result does not depend on the bands.
 * @param points of the unknown pixels, gets 0…1 as its eighth number.
 * @param unknown a byte for each pixel.
 * @param found as `samplePairs` leaves it.
 * @param bandRows rows of a part.
 * @param counter see `takePart`.
 * @param scratch of this thread, `structureScratchBytes`.
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

/** @param top the band's first row; `bottom` the first row below it. */
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

/** Alphas are counted in whole numbers, which a sliding sum carries without rounding. The squares of a window stay below 2³¹. */
// @ts-ignore: decorator
@inline
const ALPHA_ONE: f32 = 2048;

/** Counts a row in, or out: of each column, the unknown pixels, the sum of their alphas, and that of the squares. */
function countRow(unknown: usize, found: usize, widthPx: i32, row: i32, columns: usize, sign: i32): void {
  const first = row * widthPx;
  for (let x = 0; x < widthPx; x++, columns += QUAD) {
    if (load<u8>(unknown + first + x) == 0) continue;
    const alpha = <i32>(load<f32>(found + <usize>(first + x) * FOUND, 12) * ALPHA_ONE + 0.5);
    const terms = i32x4.mul(i32x4(1, alpha, alpha * alpha, 0), i32x4.splat(sign));
    v128.store(columns, i32x4.add(v128.load(columns), terms));
  }
}
