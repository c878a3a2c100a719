import { lightOfLevels } from '../colour/srgb-curve.ts';

/**
 * Converts pixels to Oklab, in which equal distances look equally different.
 * @param pixels RGBA, 8-bit sRGB; alpha is ignored.
 * @returns three numbers per pixel: lightness 0…1, and the two axes green–red and blue–yellow.
 * @see Ottosson 2020, "A perceptual color space for image processing"
 */
export function oklabOf(pixels: Uint8ClampedArray): Float32Array {
  const colours = new Float32Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const red = linear[pixels[from] ?? 0] ?? 0;
    const green = linear[pixels[from + 1] ?? 0] ?? 0;
    const blue = linear[pixels[from + 2] ?? 0] ?? 0;
    const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    colours[to] = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
    colours[to + 1] = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
    colours[to + 2] = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  }
  return colours;
}

/** Linear light of each 8-bit value of sRGB. */
const linear = lightOfLevels();
