/**
 * Measures how much the colours of the subject and of the background vary around an edge. Where one of them is uniform
 * and the other is not, the part of a pixel that their means do not explain belongs to the other.
 */
import { QUAD } from './layout';
import { sumOf } from './lanes';
import { LIGHT_ONE, lit } from './linear-light';
import { takePart } from '../shared/threads';

/**
 * Bytes of a column's sums: the subject's light and weight; the background's; the squares of both, and two unused
 * lanes.
 */
// @ts-ignore: decorator
@inline
const SUMS: usize = 3 * QUAD;

/** Integer that stands for a mean square of light of 1. With it, the weighted sums of 21 × 21 pixels stay below 2³². */
// @ts-ignore: decorator
@inline
const SQUARE_ONE: f32 = 32000;

/** Value of a spread byte that stands for 1. No spread is larger than one half. */
// @ts-ignore: decorator
@inline
export const SPREAD_ONE: f32 = 510;

/** Returns the bytes of working memory that `measureSpreads` and `blurColours` need. */
export function colourScratchBytes(widthPx: i32): usize {
  return <usize>widthPx * SUMS;
}

/**
 * Measures the spreads of the colours. Pure pixels are the most informative, so each pixel weighs by the fourth power
 * of its share. Threads share the work by bands of rows. The sums are whole numbers, so the result does not depend on
 * the bands.
 * @param rgba the image. `matte` has the same layout; its alpha is the subject's share.
 * @param radiusPx at most 10, so that the sums of the window fit 32 bits.
 * @param subject RGBA: receives the standard deviation of the subject's light as its fourth byte, in units of 1 /
 *   `SPREAD_ONE`; 0 where a window does not contain both subject and background. `background` receives the same for the
 *   background.
 * @param bandRows rows of a part. Each part also counts `radiusPx` rows above and below it.
 * @param counter see `takePart`.
 * @param scratch memory of this thread, `colourScratchBytes`.
 */
export function measureSpreads(
  rgba: usize,
  matte: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  bandRows: i32,
  subject: usize,
  background: usize,
  counter: usize,
  scratch: usize,
): void {
  for (;;) {
    const top = takePart(counter) * bandRows;
    if (top >= heightPx) return;
    const bottom = min(top + bandRows, heightPx);
    measureBand(rgba, matte, heightPx, widthPx, radiusPx, top, bottom, subject, background, scratch);
  }
}

/**
 * Measures one band.
 * @param top the band's first row; `bottom` is the first row below it.
 */
function measureBand(
  rgba: usize,
  matte: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  top: i32,
  bottom: i32,
  subject: usize,
  background: usize,
  scratch: usize,
): void {
  memory.fill(scratch, 0, <usize>widthPx * SUMS);
  const rowBytes = <usize>widthPx * 4;
  const firstCounted = max(0, top - radiusPx);
  for (let y = firstCounted; y < min(top + radiusPx, heightPx); y++) {
    countRow(rgba + y * rowBytes, matte + y * rowBytes, widthPx, scratch, 1);
  }
  for (let y = top; y < bottom; y++) {
    const below = y + radiusPx;
    const above = y - radiusPx - 1;
    if (below < heightPx) countRow(rgba + below * rowBytes, matte + below * rowBytes, widthPx, scratch, 1);
    if (above >= firstCounted) countRow(rgba + above * rowBytes, matte + above * rowBytes, widthPx, scratch, -1);
    let ofSubject = i32x4.splat(0);
    let ofBackground = ofSubject;
    let squares = ofSubject;
    for (let x = -radiusPx; x < widthPx; x++) {
      if (x + radiusPx < widthPx) {
        const column = scratch + <usize>(x + radiusPx) * SUMS;
        ofSubject = i32x4.add(ofSubject, v128.load(column));
        ofBackground = i32x4.add(ofBackground, v128.load(column, 16));
        squares = i32x4.add(squares, v128.load(column, 32));
      }
      if (x < 0) continue;
      if (x - radiusPx > 0) {
        const column = scratch + <usize>(x - radiusPx - 1) * SUMS;
        ofSubject = i32x4.sub(ofSubject, v128.load(column));
        ofBackground = i32x4.sub(ofBackground, v128.load(column, 16));
        squares = i32x4.sub(squares, v128.load(column, 32));
      }
      const at = <usize>y * rowBytes + <usize>x * 4;
      const both = i32x4.extract_lane(ofSubject, 3) > 0 && i32x4.extract_lane(ofBackground, 3) > 0;
      store<u8>(subject + at, both ? spreadOf(ofSubject, i32x4.extract_lane(squares, 0)) : 0, 3);
      store<u8>(background + at, both ? spreadOf(ofBackground, i32x4.extract_lane(squares, 1)) : 0, 3);
    }
  }
}

// @ts-ignore: decorator
@inline
function spreadOf(sum: v128, square: u32): u32 {
  const one: f32 = 1 / <f32>i32x4.extract_lane(sum, 3);
  const mean = f32x4.mul(f32x4.convert_i32x4_u(sum), f32x4.splat(one * (1 / LIGHT_ONE)));
  const variance = <f32>square * one * (1 / SQUARE_ONE) - sumOf(f32x4.mul(mean, mean)) * (1.0 / 3);
  return <u32>(min<f32>(sqrt<f32>(max<f32>(variance, 0)), 0.5) * SPREAD_ONE + 0.5);
}

function countRow(rgba: usize, matte: usize, widthPx: i32, to: usize, sign: i32): void {
  const end = to + <usize>widthPx * SUMS;
  for (; to < end; to += SUMS, rgba += 4, matte += 4) {
    const share = <i32>load<u8>(matte, 3);
    const ofSubject = fourthPower(share) * sign;
    const ofBackground = fourthPower(255 - share) * sign;
    const light = f32x4.nearest(lit(rgba));
    const whole = i32x4.trunc_sat_f32x4_s(light);
    const square = <i32>(sumOf(f32x4.mul(light, light)) * (SQUARE_ONE / (3 * LIGHT_ONE * LIGHT_ONE)) + 0.5);
    if (ofSubject != 0) v128.store(to, i32x4.add(v128.load(to), i32x4.mul(whole, i32x4.splat(ofSubject))));
    if (ofBackground != 0) v128.store(to, i32x4.add(v128.load(to, 16), i32x4.mul(whole, i32x4.splat(ofBackground))), 16);
    v128.store(to, i32x4.add(v128.load(to, 32), i32x4(square * ofSubject, square * ofBackground, 0, 0)), 32);
  }
}

/** Returns the fourth power of a share, scaled to 0…255. */
// @ts-ignore: decorator
@inline
function fourthPower(share: i32): i32 {
  const square = share * share;
  return <i32>(<f32>square * <f32>square * (1.0 / (255.0 * 255.0 * 255.0)) + 0.5);
}
