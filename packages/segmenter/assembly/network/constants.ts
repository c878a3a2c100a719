/**
 * The constants of the transforms, stored in memory. V8 rebuilds a constant vector at each use, from two integers and
 * three instructions. Loading it takes a single instruction.
 */
const TABLE = memory.data<f32>([
  -4,
  4,
  -5,
  2,
  -2,
  8,
  -1.0 / 6,
  0.25,
  1.0 / 24,
  1.0 / 6,
  1.0 / 12,
  5.25,
  -4.25,
  -2.5,
  -1.25,
  0.5,
  16,
  0.0625,
  0.125,
  32,
  0.03125,
  -2.0 / 9,
  2.0 / 45,
  1.0 / 90,
  1.0 / 45,
  8.0 / 45,
  32.0 / 45,
  16.0 / 45,
]);

/** Returns the constant in all four lanes. */
// @ts-ignore: decorator
@inline
export function constant(place: usize): v128 {
  return v128.load_splat<f32>(TABLE + place * 4);
}

// @ts-ignore: decorator
@inline export const MINUS_4: usize = 0;
// @ts-ignore: decorator
@inline export const PLUS_4: usize = 1;
// @ts-ignore: decorator
@inline export const MINUS_5: usize = 2;
// @ts-ignore: decorator
@inline export const PLUS_2: usize = 3;
// @ts-ignore: decorator
@inline export const MINUS_2: usize = 4;
// @ts-ignore: decorator
@inline export const PLUS_8: usize = 5;
// @ts-ignore: decorator
@inline export const MINUS_SIXTH: usize = 6;
// @ts-ignore: decorator
@inline export const QUARTER: usize = 7;
// @ts-ignore: decorator
@inline export const TWENTY_FOURTH: usize = 8;
// @ts-ignore: decorator
@inline export const SIXTH: usize = 9;
// @ts-ignore: decorator
@inline export const TWELFTH: usize = 10;
// @ts-ignore: decorator
@inline export const PLUS_5_25: usize = 11;
// @ts-ignore: decorator
@inline export const MINUS_4_25: usize = 12;
// @ts-ignore: decorator
@inline export const MINUS_2_5: usize = 13;
// @ts-ignore: decorator
@inline export const MINUS_1_25: usize = 14;
// @ts-ignore: decorator
@inline export const HALF: usize = 15;
// @ts-ignore: decorator
@inline export const PLUS_16: usize = 16;
// @ts-ignore: decorator
@inline export const SIXTEENTH: usize = 17;
// @ts-ignore: decorator
@inline export const EIGHTH: usize = 18;
// @ts-ignore: decorator
@inline export const PLUS_32: usize = 19;
// @ts-ignore: decorator
@inline export const THIRTY_SECOND: usize = 20;
// @ts-ignore: decorator
@inline export const MINUS_2_NINTHS: usize = 21;
// @ts-ignore: decorator
@inline export const TWO_45THS: usize = 22;
// @ts-ignore: decorator
@inline export const NINETIETH: usize = 23;
// @ts-ignore: decorator
@inline export const FORTY_FIFTH: usize = 24;
// @ts-ignore: decorator
@inline export const EIGHT_45THS: usize = 25;
// @ts-ignore: decorator
@inline export const THIRTY_TWO_45THS: usize = 26;
// @ts-ignore: decorator
@inline export const SIXTEEN_45THS: usize = 27;
