/**
 * Returns `a × b + c` in each lane. The operation is fused where the browser has relaxed SIMD; otherwise it is rounded
 * twice.
 */
// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** Bytes of a float. */
// @ts-ignore: decorator
@inline
export const FLOAT: usize = 4;

/** Bytes of four floats, one SIMD register. */
// @ts-ignore: decorator
@inline
export const QUAD: usize = 16;
