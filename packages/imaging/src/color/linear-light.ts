/** A colour in linear light: red, green and blue, each 0…1, with the primaries of sRGB. */
export type LinearColor = readonly [red: number, green: number, blue: number];

/** As many steps as the darkest tones need: there, one step of 8-bit sRGB is 1/3295 of the range. */
const steps = 65_535;

/** The light of each 8-bit sRGB value, 0…1. @see IEC 61966-2-1 */
export const linearOf: Float32Array = Float32Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});

const encodedOf = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => {
  const light = step / steps;
  return 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

/** @param light 0…1. @returns its 8-bit sRGB value, rounded. */
export function toSrgb(light: number): number {
  return encodedOf[Math.round(Math.min(1, Math.max(0, light)) * steps)] ?? 0;
}

/** @param hex `#rrggbb`. */
export function linearFromHex(hex: string): LinearColor {
  const value = Number.parseInt(hex.slice(1), 16);
  return [linearOf[value >> 16] ?? 0, linearOf[(value >> 8) & 255] ?? 0, linearOf[value & 255] ?? 0];
}

/** @returns `#rrggbb`. */
export function hexFromLinear(color: LinearColor): string {
  return `#${color.map((light) => toSrgb(light).toString(16).padStart(2, '0')).join('')}`;
}

/** @param share 0 gives `from`, 1 gives `to`. */
export function mix(from: LinearColor, to: LinearColor, share: number): LinearColor {
  const blend = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share;
  return [blend(0), blend(1), blend(2)];
}
