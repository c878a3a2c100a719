/** Returns an index limited to 0…`last`. */
// @ts-ignore: decorator
@inline
export function clampTo(value: i32, last: i32): i32 {
  return min(max(value, 0), last);
}

/** Bytes of four floats or four int32: one SIMD register. */
// @ts-ignore: decorator
@inline
export const QUAD: usize = 16;

/**
 * Pixels in a part of work that threads share by pixels: enough that taking a part costs next to nothing, few enough
 * that no thread waits long.
 */
// @ts-ignore: decorator
@inline
export const PART_PIXELS: i32 = 4096;

/** Rows of the small image in a part of work that threads share by rows. */
// @ts-ignore: decorator
@inline
export const PART_ROWS: i32 = 8;

/** Integer that stands for a mask value of 1. */
// @ts-ignore: decorator
@inline
export const MASK_ONE: i32 = 4095;

/**
 * Bytes per small pixel that describe how its mask is refined: how far the fit is trusted rather than the mask, the
 * slack that is cut off at both ends of the fit, the mask, and an unused byte.
 */
// @ts-ignore: decorator
@inline
export const TRUST: usize = 4;

/** Value of a slack byte that stands for 1. No slack is as large as one half. */
// @ts-ignore: decorator
@inline
export const SLACK_ONE: f32 = 510;
