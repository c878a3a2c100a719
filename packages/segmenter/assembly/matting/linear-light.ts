/**
 * sRGB's bytes as linear light, in which a camera mixes what one pixel sees, and back.
 *
 * @see IEC 61966-2-1
 */

/** White. The weighted sums of 91 × 91 pixels stay below 2³². */
// @ts-ignore: decorator
@inline
export const LIGHT_ONE: f32 = 2000;

/** Steps of a unit of light on the way back: the darkest bytes are 1.6 units apart. */
// @ts-ignore: decorator
@inline
const STEPS: f32 = 4;

const lights = memory.data(256 * 4);
const bytes = memory.data(8001);

let step = 0;
for (let byte = 0; byte < 256; byte++) {
  const light = lightOf(byte);
  store<f32>(lights + <usize>byte * 4, <f32>light);
  // Of two neighbouring bytes a light is the one that it is nearer to by its own encoding.
  const end = <i32>(lightOf(<f64>byte + 0.5) * STEPS);
  for (; step <= min(end, 8000); step++) store<u8>(bytes + step, byte);
}

/** @returns 0…LIGHT_ONE. */
function lightOf(byte: f64): f64 {
  const encoded = byte / 255;
  return LIGHT_ONE * (encoded <= 0.04045 ? encoded / 12.92 : powerOf12Fifths((encoded + 0.055) / 1.055));
}

/** `x^2.4 = x² r` with `r⁵ = x²`, by Newton's method: the general power would treble the kernels' size. */
function powerOf12Fifths(x: f64): f64 {
  const square = x * x;
  let root: f64 = 1;
  for (let round = 0; round < 16; round++) root -= (root - square / (root * root * root * root)) / 5;
  return square * root;
}

/** @returns the light of a pixel's red, green and blue, and 1. */
// @ts-ignore: decorator
@inline
export function lit(pixel: usize): v128 {
  return f32x4(
    load<f32>(lights + (<usize>load<u8>(pixel) << 2)),
    load<f32>(lights + (<usize>load<u8>(pixel, 1) << 2)),
    load<f32>(lights + (<usize>load<u8>(pixel, 2) << 2)),
    1,
  );
}

/** @param light its three first lanes 0…LIGHT_ONE. @returns RGBA, alpha as given. */
// @ts-ignore: decorator
@inline
export function encoded(light: v128, alpha: u32): u32 {
  const steps = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(light, f32x4.splat(STEPS)), f32x4.splat(0.5)));
  return (
    <u32>load<u8>(bytes + <usize>i32x4.extract_lane(steps, 0)) |
    (<u32>load<u8>(bytes + <usize>i32x4.extract_lane(steps, 1)) << 8) |
    (<u32>load<u8>(bytes + <usize>i32x4.extract_lane(steps, 2)) << 16) |
    (alpha << 24)
  );
}
