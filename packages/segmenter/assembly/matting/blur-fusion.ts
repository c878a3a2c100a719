/**
 * Blur fusion: a first guess of the colours of the subject and of what is behind it. Each is the mean of its
 * neighbourhood, weighted by how much of each pixel it is.
 *
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
import { QUAD } from './layout';

/** Of each pixel or column: subject's colours and weight; background's colours and weight. */
// @ts-ignore: decorator
@inline
const SUMS: usize = 2 * QUAD;

/** @returns bytes that `blurColours` wants to work in. */
export function blurScratchBytes(widthPx: i32): usize {
  return <usize>widthPx * SUMS;
}

/**
 * @param subject RGBA, 8-bit: the subject's colours as far as known; alpha its share.
 * @param background RGBA, 8-bit: the background's colours as far as known; alpha is not looked at.
 * @param radiusPx at most 90: the sums of the window fit 32 bits.
 * @param toSubject RGBA: the subject's mean colour, its share as alpha; where a window holds no subject, `subject`'s own.
 * @param toBackground likewise.
 * @param scratch `blurScratchBytes`.
 */
export function blurColours(
  subject: usize,
  background: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
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
      storeMean(ofSubject, load<u32>(subject + at), share, toSubject + at);
      storeMean(ofBackground, load<u32>(background + at), share, toBackground + at);
    }
  }
}

function countRow(subject: usize, background: usize, widthPx: i32, to: usize, sign: i32): void {
  const end = to + <usize>widthPx * SUMS;
  for (; to < end; to += SUMS) {
    const share = <i32>load<u8>(subject, 3);
    v128.store(to, i32x4.add(v128.load(to), weighted(subject, share * sign)));
    v128.store(to, i32x4.add(v128.load(to, 16), weighted(background, (255 - share) * sign)), 16);
    subject += 4;
    background += 4;
  }
}

/** A pixel's colours times its weight, and the weight itself in the last lane. */
// @ts-ignore: decorator
@inline
function weighted(pixel: usize, weight: i32): v128 {
  const bytes = v128.load_zero<u32>(pixel);
  const colours = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes));
  return i32x4.mul(i32x4.replace_lane(colours, 3, 1), i32x4.splat(weight));
}

// @ts-ignore: decorator
@inline
function storeMean(sum: v128, own: u32, share: u32, to: usize): void {
  const weight = i32x4.extract_lane(sum, 3);
  if (weight == 0) {
    store<u32>(to, (own & 0xffffff) | (share << 24));
    return;
  }
  const mean = f32x4.mul(f32x4.convert_i32x4_s(sum), f32x4.splat(<f32>1 / <f32>weight));
  store<u32>(to, rounded(mean, share));
}

/**
 * Moves the subject's mean colours towards what the pixels themselves say:
 * `F = F̂ + α (I − α F̂ − (1 − α) B̂)`, Forte's equation 6.
 * @param rgba the picture; alpha is not looked at.
 * @param subject F̂ with α; overwritten by F.
 * @param background B̂.
 */
export function fuseColours(rgba: usize, subject: usize, background: usize, pixels: i32): void {
  const end = rgba + <usize>pixels * 4;
  for (; rgba < end; rgba += 4) {
    const alpha = <u32>load<u8>(subject, 3);
    const share: f32 = <f32>alpha * (1.0 / 255);
    store<u32>(subject, rounded(fused(widened(rgba), widened(subject), widened(background), share), alpha));
    subject += 4;
    background += 4;
  }
}

/** @returns four bytes as floats. */
// @ts-ignore: decorator
@inline
export function widened(pixel: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(pixel))));
}

/** @returns of red, green and blue. */
// @ts-ignore: decorator
@inline
export function sumOf(terms: v128): f32 {
  return f32x4.extract_lane(terms, 0) + f32x4.extract_lane(terms, 1) + f32x4.extract_lane(terms, 2);
}

/** How much more of the subject a colour must tell than the matte does, before it is believed. */
// @ts-ignore: decorator
@inline
const DOUBT: f32 = 0.35;

/**
 * A matte that somebody has edited may be half transparent where the photo shows nothing but the subject: there is no
 * background to be taken out of such a pixel.
 * @param span from the background to the subject.
 * @returns how much of the subject the colour tells, by its place between the two, the doubt taken off; 1 at most.
 */
// @ts-ignore: decorator
@inline
function toldShare(colour: v128, background: v128, span: v128): f32 {
  const told = sumOf(f32x4.mul(span, f32x4.sub(colour, background))) / (sumOf(f32x4.mul(span, span)) + 1);
  return (min<f32>(told, 1) - DOUBT) * (1 / (1 - DOUBT));
}

/** @returns the colours of the subject in a pixel of which it is this share, 0…255. */
// @ts-ignore: decorator
@inline
export function fused(colour: v128, subject: v128, background: v128, share: f32): v128 {
  const span = f32x4.sub(subject, background);
  const shares = f32x4.splat(max(share, toldShare(colour, background, span)));
  const mixed = f32x4.add(background, f32x4.mul(span, shares));
  const moved = f32x4.add(subject, f32x4.mul(f32x4.sub(colour, mixed), shares));
  return f32x4.min(f32x4.max(moved, f32x4.splat(0)), f32x4.splat(255));
}

/** @returns RGBA, alpha as given. */
// @ts-ignore: decorator
@inline
export function rounded(colour: v128, alpha: u32): u32 {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(colour, f32x4.splat(0.5)));
  const narrow = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(whole, whole), whole);
  return (<u32>i32x4.extract_lane(narrow, 0) & 0xffffff) | (alpha << 24);
}
