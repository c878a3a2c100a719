/** The place of a pixel in the small picture. */
// @ts-ignore: decorator
@inline
export function clampTo(value: i32, last: i32): i32 {
  return min(max(value, 0), last);
}

/** Bytes of four floats or four int32: one SIMD register. */
// @ts-ignore: decorator
@inline
export const QUAD: usize = 16;

/** Of what threads share by the pixel, a part: long enough that its number costs nothing, short enough that none waits long. */
// @ts-ignore: decorator
@inline
export const PART_PIXELS: i32 = 4096;

/** Of the small picture's rows, a part. */
// @ts-ignore: decorator
@inline
export const PART_ROWS: i32 = 8;

/** The mask in integers. */
// @ts-ignore: decorator
@inline
export const MASK_ONE: i32 = 4095;

/**
 * Of each small pixel four bytes say how its mask is refined: how far the fit is trusted rather than the mask, the slack
 * that is cut from both ends of what it says, the mask, nothing.
 */
// @ts-ignore: decorator
@inline
export const TRUST: usize = 4;

/** In a byte of slack: of 1. No slack is as large as one half. */
// @ts-ignore: decorator
@inline
export const SLACK_ONE: f32 = 510;
