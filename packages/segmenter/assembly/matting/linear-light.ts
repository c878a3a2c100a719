/**
 * Conversion between sRGB bytes and linear light. A camera mixes the colours within a pixel in linear light.
 *
 * @see IEC 61966-2-1
 */

/** Light of white. With it, the weighted sums of 91 × 91 pixels stay below 2³². */
// @ts-ignore: decorator
@inline
export const LIGHT_ONE: f32 = 2000;

/** Table steps per unit of light for the conversion back to bytes. The darkest bytes are 0.6 units apart. */
// @ts-ignore: decorator
@inline
const STEPS: f32 = 4;

const lights = memory.data(256 * 4);
const bytes = memory.data(8001);

let step = 0;
for (let byte = 0; byte < 256; byte++) {
  const light = lightOf(byte);
  store<f32>(lights + <usize>byte * 4, <f32>light);
  // A light is assigned to the byte whose encoded value is nearer, so the boundary lies halfway between two bytes in
  // the encoding.
  const end = <i32>(lightOf(<f64>byte + 0.5) * STEPS);
  for (; step <= min(end, 8000); step++) store<u8>(bytes + step, byte);
}

/** Returns the light of a byte, 0…LIGHT_ONE. */
function lightOf(byte: f64): f64 {
  const encoded = byte / 255;
  return LIGHT_ONE * (encoded <= 0.04045 ? encoded / 12.92 : powerOf12Fifths((encoded + 0.055) / 1.055));
}

/**
 * Returns `x^2.4 = x² r` with `r⁵ = x²`, by Newton's method. A general power function would treble the kernels' size.
 */
function powerOf12Fifths(x: f64): f64 {
  const square = x * x;
  let root: f64 = 1;
  for (let round = 0; round < 16; round++) root -= (root - square / (root * root * root * root)) / 5;
  return square * root;
}

/** Returns the light of a pixel's red, green and blue, with 1 in the last lane. */
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

/**
 * Encodes light as an sRGB pixel.
 * @param light its first three lanes are 0…LIGHT_ONE.
 * @returns RGBA with the given alpha.
 */
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
