/** Returns four bytes as floats. */
// @ts-ignore: decorator
@inline
export function widened(pixel: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(pixel))));
}

/** Returns the sum of the first three lanes. */
// @ts-ignore: decorator
@inline
export function sumOf(terms: v128): f32 {
  return f32x4.extract_lane(terms, 0) + f32x4.extract_lane(terms, 1) + f32x4.extract_lane(terms, 2);
}
