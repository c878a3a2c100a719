import { linearOf } from './linear-light.ts';

const rootSteps = 65_535;
/** Cube roots of 0…1. Calling `Math.cbrt` for each pixel would take as long as all the rest. */
const rootOf = Float32Array.from({ length: rootSteps + 1 }, (_, step) => Math.cbrt(step / rootSteps));

/**
 * Converts linear light to OKLab: `L` is the lightness, `a` runs from green to red, `b` from blue to yellow.
 * @param light three values in linear light; overwritten with L, a and b.
 * @see https://bottosson.github.io/posts/oklab/
 */
export function toOklab(light: Float64Array): void {
  const red = light[0] ?? 0;
  const green = light[1] ?? 0;
  const blue = light[2] ?? 0;
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  light[0] = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s;
  light[1] = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
  light[2] = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
}

/** Converts OKLab to linear light, in place. The result lies outside 0…1 for colours that sRGB does not contain. */
export function fromOklab(color: Float64Array): void {
  const lightness = color[0] ?? 0;
  const a = color[1] ?? 0;
  const b = color[2] ?? 0;
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  color[0] = 4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s;
  color[1] = -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s;
  color[2] = -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s;
}

/**
 * Reads the OKLab colours of consecutive pixels. It is faster than `toOklab` and less exact.
 * @param pixels RGBA, 8-bit sRGB.
 * @param pixel index of the first pixel (not of its first byte).
 * @param into receives the lightness, 0…1, and the two colour axes, about −0.4…0.4, of each pixel.
 */
export function readOklab(pixels: Uint8ClampedArray, pixel: number, count: number, into: Float32Array): void {
  for (let at = pixel * 4, to = 0; to < count * 3; at += 4, to += 3) {
    const red = linearOf[pixels[at] ?? 0] ?? 0;
    const green = linearOf[pixels[at + 1] ?? 0] ?? 0;
    const blue = linearOf[pixels[at + 2] ?? 0] ?? 0;
    const l = root(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
    const m = root(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
    const s = root(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
    into[to] = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s;
    into[to + 1] = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
    into[to + 2] = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
  }
}

function root(light: number): number {
  return rootOf[Math.round(Math.min(1, light) * rootSteps)] ?? 0;
}
