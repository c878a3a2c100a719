import { encodedOf, lightOfLevels } from '../colour/srgb-curve.ts';

/** Number of steps of linear light. The darkest tones need many: there, one 8-bit sRGB step is 1/3295 of the range. */
const steps = 65_535;

/**
 * Creates a function that blends pixels with a background colour in linear light. A half-transparent pixel then gets half of
 * the light of each, as in a camera. If the values were blended in sRGB, a bright subject's edge would be too dark on a dark
 * background.
 * @param hex the background, `#rrggbb`.
 * @returns a function that makes pixels opaque in place: RGBA, 8-bit sRGB, straight alpha.
 */
export function flattenerOnto(hex: string): (pixels: Uint8ClampedArray) => void {
  const value = Number.parseInt(hex.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  const lightOf = lightOfLevels();
  const levelOf = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => 255 * encodedOf(step / steps));
  const blend = (own: number, behind: number, alpha: number) => {
    const light = (lightOf[own] ?? 0) * alpha + (lightOf[behind] ?? 0) * (1 - alpha);
    return levelOf[Math.round(light * steps)] ?? 0;
  };
  return (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      const alpha = pixels[at + 3] ?? 0;
      // Fully opaque pixels keep their exact values.
      if (alpha === 255) continue;
      if (alpha === 0) {
        pixels[at] = red;
        pixels[at + 1] = green;
        pixels[at + 2] = blue;
      } else {
        pixels[at] = blend(pixels[at] ?? 0, red, alpha / 255);
        pixels[at + 1] = blend(pixels[at + 1] ?? 0, green, alpha / 255);
        pixels[at + 2] = blend(pixels[at + 2] ?? 0, blue, alpha / 255);
      }
      pixels[at + 3] = 255;
    }
  };
}
