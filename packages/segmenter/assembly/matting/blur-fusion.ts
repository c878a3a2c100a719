/**
 * Blur fusion: a first guess of the colours of the subject and of what is behind it. Each is the mean of its
 * neighbourhood in linear light, weighted by how much of each pixel it is.
 *
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
import { moved, shareOf, unexplained } from './colour-mixture';
import { QUAD } from './layout';
import { encoded, lit } from './linear-light';

/** Of each pixel or column: subject's colours and weight; background's colours and weight. */
// @ts-ignore: decorator
@inline
const SUMS: usize = 2 * QUAD;

/**
 * @param subject RGBA, 8-bit: the subject's colours as far as known; alpha its share.
 * @param background RGBA, 8-bit: the background's colours as far as known; alpha is not looked at.
 * @param radiusPx at most 45: the sums of the window fit 32 bits.
 * @param mixedOnly whether pixels that are all subject or all background may keep their own colours as both.
 * @param toSubject RGBA: the subject's mean colour, its share as alpha; where a window does not hold both, `subject`'s own.
 * @param toBackground likewise.
 * @param scratch `colourScratchBytes`.
 */
export function blurColours(
  subject: usize,
  background: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  mixedOnly: bool,
  toSubject: usize,
  toBackground: usize,
  scratch: usize,
): void {
  memory.fill(scratch, 0, <usize>widthPx * SUMS);
  const rowBytes = <usize>widthPx * 4;
  for (let y = 0; y < min(radiusPx, heightPx); y++) {
    countRow(subject + y * rowBytes, background + y * rowBytes, widthPx, scratch, 1);
  }
  for (let y = 0; y < heightPx; y++) {
    const below = y + radiusPx;
    const above = y - radiusPx - 1;
    if (below < heightPx) countRow(subject + below * rowBytes, background + below * rowBytes, widthPx, scratch, 1);
    if (above >= 0) countRow(subject + above * rowBytes, background + above * rowBytes, widthPx, scratch, -1);
    let ofSubject = i32x4.splat(0);
    let ofBackground = ofSubject;
    for (let x = -radiusPx; x < widthPx; x++) {
      if (x + radiusPx < widthPx) {
        const column = scratch + <usize>(x + radiusPx) * SUMS;
        ofSubject = i32x4.add(ofSubject, v128.load(column));
        ofBackground = i32x4.add(ofBackground, v128.load(column, 16));
      }
      if (x < 0) continue;
      if (x - radiusPx > 0) {
        const column = scratch + <usize>(x - radiusPx - 1) * SUMS;
        ofSubject = i32x4.sub(ofSubject, v128.load(column));
        ofBackground = i32x4.sub(ofBackground, v128.load(column, 16));
      }
      const at = <usize>y * rowBytes + <usize>x * 4;
      const share = load<u8>(subject + at, 3);
      const isPure = share == 0 || share == 255;
      const ofSubjects = i32x4.extract_lane(ofSubject, 3);
      const ofBackgrounds = i32x4.extract_lane(ofBackground, 3);
      if ((mixedOnly && isPure) || ofSubjects == 0 || ofBackgrounds == 0) {
        store<u32>(toSubject + at, load<u32>(subject + at));
        store<u32>(toBackground + at, load<u32>(background + at));
        continue;
      }
      store<u32>(toSubject + at, encoded(meanOf(ofSubject, ofSubjects), share));
      store<u32>(toBackground + at, encoded(meanOf(ofBackground, ofBackgrounds), share));
    }
  }
}

// @ts-ignore: decorator
@inline
function meanOf(sum: v128, weight: i32): v128 {
  return f32x4.mul(f32x4.convert_i32x4_u(sum), f32x4.splat(<f32>1 / <f32>weight));
}

function countRow(subject: usize, background: usize, widthPx: i32, to: usize, sign: i32): void {
  const end = to + <usize>widthPx * SUMS;
  for (; to < end; to += SUMS) {
    const share = <i32>load<u8>(subject, 3);
    if (share > 0) v128.store(to, i32x4.add(v128.load(to), weighted(subject, share * sign)));
    if (share < 255) v128.store(to, i32x4.add(v128.load(to, 16), weighted(background, (255 - share) * sign)), 16);
    subject += 4;
    background += 4;
  }
}

/** A pixel's light times its weight, and the weight itself in the last lane. */
// @ts-ignore: decorator
@inline
function weighted(pixel: usize, weight: i32): v128 {
  const light = i32x4.trunc_sat_f32x4_s(f32x4.add(lit(pixel), f32x4.splat(0.5)));
  return i32x4.mul(light, i32x4.splat(weight));
}

/**
 * Moves the mean colours towards what the pixels themselves say: `F = F̂ + α (I − α F̂ − (1 − α) B̂)`, Forte's equation 6, and
 * `B` likewise: so what is found nearer by is a mean of what is there, and not of what is farther off.
 * @param rgba the picture; alpha is not looked at.
 * @param subject the subject's means, its share as alpha; overwritten. What is all subject or all background gets its own.
 * @param background the background's; overwritten.
 */
export function fuseColours(rgba: usize, subject: usize, background: usize, pixels: i32): void {
  const end = rgba + <usize>pixels * 4;
  for (; rgba < end; rgba += 4, subject += 4, background += 4) {
    const alpha = <u32>load<u8>(subject, 3);
    if (alpha == 0 || alpha == 255) {
      const own = (load<u32>(rgba) & 0xffffff) | (alpha << 24);
      store<u32>(subject, own);
      store<u32>(background, own);
      continue;
    }
    const light = lit(rgba);
    const front = lit(subject);
    const back = lit(background);
    const share = shareOf(light, front, back, <f32>alpha * (1.0 / 255));
    const rest = unexplained(light, front, back, share);
    store<u32>(subject, encoded(moved(front, rest, share), alpha));
    store<u32>(background, encoded(moved(back, rest, 1 - share), alpha));
  }
}
