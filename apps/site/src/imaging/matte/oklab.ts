import { linearOf } from '../linear-light.ts';

const rootSteps = 65_535;
/** Cube roots of 0…1: a call for each pixel would take as long as all the rest. */
const rootOf = Float32Array.from({ length: rootSteps + 1 }, (_, step) => Math.cbrt(step / rootSteps));

/**
 * @param pixels RGBA, 8-bit sRGB.
 * @param pixel the first pixel's index, not its byte's.
 * @param into lightness 0…1, and the two colour axes (about −0.4…0.4), for each pixel.
 * @see Ottosson 2020, "A perceptual color space for image processing" (OKLab)
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
