/** Interpolation from the small image to the full-size one, between four neighbouring small pixels. */
import { widened } from './lanes';
import { lit } from './linear-light';

// @ts-ignore: decorator
@inline
export function between(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(f32x4.sub(to, from), share));
}

/**
 * Interpolates bytes bilinearly.
 * @param bytes four for each small pixel.
 * @param upperLeft, upperRight, lowerLeft, lowerRight indices of the four pixels.
 * @returns the four interpolated bytes, as floats.
 */
// @ts-ignore: decorator
@inline
export function interpolated(
  bytes: usize,
  upperLeft: i32,
  upperRight: i32,
  lowerLeft: i32,
  lowerRight: i32,
  across: v128,
  down: v128,
): v128 {
  const above = between(widened(bytes + <usize>upperLeft * 4), widened(bytes + <usize>upperRight * 4), across);
  const below = between(widened(bytes + <usize>lowerLeft * 4), widened(bytes + <usize>lowerRight * 4), across);
  return between(above, below, down);
}

/** Returns a pixel's light, with its fourth byte in the last lane. */
// @ts-ignore: decorator
@inline
function litSpread(pixel: usize): v128 {
  return f32x4.replace_lane(lit(pixel), 3, <f32>load<u8>(pixel, 3));
}

/**
 * Interpolates light bilinearly.
 * @param bytes four for each small pixel.
 * @param upperLeft, upperRight, lowerLeft, lowerRight indices of the four pixels.
 * @returns the interpolated light, with the interpolated fourth byte in the last lane.
 */
// @ts-ignore: decorator
@inline
export function interpolatedLight(
  bytes: usize,
  upperLeft: i32,
  upperRight: i32,
  lowerLeft: i32,
  lowerRight: i32,
  across: v128,
  down: v128,
): v128 {
  const above = between(litSpread(bytes + <usize>upperLeft * 4), litSpread(bytes + <usize>upperRight * 4), across);
  const below = between(litSpread(bytes + <usize>lowerLeft * 4), litSpread(bytes + <usize>lowerRight * 4), across);
  return between(above, below, down);
}
