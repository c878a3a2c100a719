/** Linear light of each 8-bit sRGB value, 0…1. @see IEC 61966-2-1 */
export const lightOf: Float32Array = Float32Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255;
  return encoded <= 0.040_45 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});

/** Converts linear light, 0…1, to 8-bit sRGB, unrounded. Values outside are clamped. */
export function encodedOf(light: number): number {
  if (light <= 0) return 0;
  if (light >= 1) return 255;
  return 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
}
