/**
 * The fifteen sums over a set of pixels that a weighted least-squares fit of the mask to the colours needs.
 *
 * Colours are squared, which is nearly linear light: in it, a pixel that an edge crosses is the mean of its two sides,
 * weighted by their shares. All terms are whole numbers, and the sums of every window used here stay below 2⁵³. They
 * are therefore exact, in whichever direction the window slides.
 */
import { MASK_ONE } from './layout';

/** Bytes of the sums: 1, mask; r, g; b, mask²; r², g²; b², rg; rb, gb; r·mask, g·mask; b·mask, unused. */
// @ts-ignore: decorator
@inline
export const SUMS: usize = 8 * 16;

/** Additional weight of a pixel of which the network is sure, relative to one with a mask of one half. */
// @ts-ignore: decorator
@inline
const SUREST: f64 = 1000;

/**
 * Returns `1 + SUREST · |2 mask − 1|⁴` as a whole number: sure pixels show what the subject and its background look
 * like.
 */
// @ts-ignore: decorator
@inline
function weightOf(mask: f64): f64 {
  const sureness = 2 * mask * (1.0 / <f64>MASK_ONE) - 1;
  const square = sureness * sureness;
  return 1 + Math.round(SUREST * square * square);
}

/** Adds a pixel's terms to the sums at `to`. A `sign` of −1 subtracts them. */
// @ts-ignore: decorator
@inline
export function countPixel(rgba: usize, mask: usize, to: usize, sign: f64): void {
  const red = <f64>load<u8>(rgba) * <f64>load<u8>(rgba);
  const green = <f64>load<u8>(rgba, 1) * <f64>load<u8>(rgba, 1);
  const blue = <f64>load<u8>(rgba, 2) * <f64>load<u8>(rgba, 2);
  const share = <f64>load<u16>(mask);
  const weight = weightOf(share) * sign;
  const redGreen = f64x2(red, green);
  const weights = f64x2.splat(weight);
  const ofRedGreen = f64x2.mul(redGreen, weights);
  add(to, 0, f64x2(weight, weight * share));
  add(to, 16, ofRedGreen);
  add(to, 32, f64x2.mul(f64x2(blue, share * share), weights));
  add(to, 48, f64x2.mul(ofRedGreen, redGreen));
  add(to, 64, f64x2.mul(f64x2(blue * blue, red * green), weights));
  add(to, 80, f64x2.mul(ofRedGreen, f64x2.splat(blue)));
  add(to, 96, f64x2.mul(ofRedGreen, f64x2.splat(share)));
  add(to, 112, f64x2(blue * share * weight, 0));
}

// @ts-ignore: decorator
@inline
function add(to: usize, offset: usize, terms: v128): void {
  v128.store(to + offset, f64x2.add(v128.load(to + offset), terms));
}

// @ts-ignore: decorator
@inline
export function addSums(from: usize, to: usize): void {
  for (let offset: usize = 0; offset < SUMS; offset += 16) {
    v128.store(to + offset, f64x2.add(v128.load(to + offset), v128.load(from + offset)));
  }
}

// @ts-ignore: decorator
@inline
export function subtractSums(from: usize, to: usize): void {
  for (let offset: usize = 0; offset < SUMS; offset += 16) {
    v128.store(to + offset, f64x2.sub(v128.load(to + offset), v128.load(from + offset)));
  }
}
