import { encodedOf, lightOfLevels } from '../colour/srgb-curve.ts';

/** Linear light of each 8-bit sRGB value, 0…1. */
export const lightOf: Float32Array = lightOfLevels();

/** Converts linear light, 0…1, to 8-bit sRGB, unrounded. Values outside are clamped. */
export function levelOf(light: number): number {
  return 255 * encodedOf(Math.min(1, Math.max(0, light)));
}
