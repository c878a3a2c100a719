/** Decodes an sRGB value to linear light, both 0…1. @see IEC 61966-2-1, 5.2 */
export function lightOf(encoded: number): number {
  return encoded <= 0.040_45 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/** Encodes linear light as an sRGB value, both 0…1. @see IEC 61966-2-1, 5.2 */
export function encodedOf(light: number): number {
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Returns the linear light, 0…1, of each 8-bit sRGB value. */
export function lightOfLevels(): Float32Array {
  return Float32Array.from({ length: 256 }, (_, level) => lightOf(level / 255));
}
