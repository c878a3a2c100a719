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
