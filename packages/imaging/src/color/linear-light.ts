/** A colour in linear light: red, green and blue, each 0…1, with the primaries of sRGB. */
export type LinearColor = readonly [red: number, green: number, blue: number];

/** Number of table steps. In the darkest tones one step of 8-bit sRGB is only 1/3295 of the range of light. */
const steps = 65_535;

/** Linear light of each 8-bit sRGB value, 0…1. */
export const linearOf: Float32Array = Float32Array.from({ length: 256 }, (_, value) => linearLight(value / 255));

const encodedOf = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => {
  const light = step / steps;
  return 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

/**
 * Converts an encoded value of sRGB to linear light, both 0…1.
 * @see IEC 61966-2-1
 */
export function linearLight(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/**
 * Converts linear light to sRGB.
 * @param light 0…1; values outside are clamped.
 * @returns the 8-bit sRGB value, rounded.
 */
export function toSrgb(light: number): number {
  return encodedOf[Math.round(Math.min(1, Math.max(0, light)) * steps)] ?? 0;
}

/**
 * Converts an sRGB colour to linear light.
 * @param hex `#rrggbb`.
 */
export function linearFromHex(hex: string): LinearColor {
  const value = Number.parseInt(hex.slice(1), 16);
  return [linearOf[value >> 16] ?? 0, linearOf[(value >> 8) & 255] ?? 0, linearOf[value & 255] ?? 0];
}

/** Converts a colour in linear light to `#rrggbb`. */
export function hexFromLinear(color: LinearColor): string {
  return `#${color.map((light) => toSrgb(light).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Mixes two colours in linear light.
 * @param share 0 returns `from`, 1 returns `to`.
 */
export function mix(from: LinearColor, to: LinearColor, share: number): LinearColor {
  const blend = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share;
  return [blend(0), blend(1), blend(2)];
}
