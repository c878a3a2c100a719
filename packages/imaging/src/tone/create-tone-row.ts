import { linearOf, toSrgb } from '../color/linear-light.ts';
import { fromOklab, toOklab } from '../color/oklab.ts';
import type { ToneParams } from './tone-params.ts';
import { balanceMatrix, type Matrix } from './white-balance.ts';

/**
 * Changes the colours of a row in place.
 * @param row RGBA, 8-bit sRGB, straight alpha. Alpha and the colours of transparent pixels stay.
 * @param gains factor for the light of each pixel; 1 by default.
 */
export type ToneRow = (row: Uint8ClampedArray, gains?: Float32Array) => void;

/** Light above which highlights are compressed, when something would be brighter than white. */
const shoulder = 0.5;
/** Middle grey, which contrast leaves as it is: a grey card reflects 18 % of the light. */
const middleGrey = 0.18;
/** Number of steps of the contrast's table, which are even in the square root of luminance and so finest in the dark. */
const contrastSteps = 4095;
/** Share of a value by which it may lie outside of sRGB: less than a rounding in the darkest tones. */
const slack = 1e-4;
const gamutSteps = 8;
const unchanged: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * Creates a function that applies white balance, exposure, contrast and saturation to rows, in linear light. Exposure
 * and contrast multiply all channels of a pixel by one factor, so that its hue stays, and no channel is cut off.
 */
export function createToneRow({
  exposure,
  contrast,
  temperature,
  tint,
  saturation,
}: Omit<ToneParams, 'sharpness'>): ToneRow {
  const matrix = scaledMatrix(
    temperature === 0 && tint === 0 ? unchanged : balanceMatrix({ temperature, tint }),
    2 ** exposure,
  );
  const [redRed, redGreen, redBlue, greenRed, greenGreen, greenBlue, blueRed, blueGreen, blueBlue] = matrix;
  const compress = highlightsUpTo(brightestOf(matrix));
  const ratios = contrast === 0 ? undefined : contrastRatios(2 ** (contrast / 100));
  const chroma = 1 + saturation / 100;
  const color = new Float64Array(3);
  return (row, gains) => {
    for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 1) {
      if (row[pixel + 3] === 0) continue;
      const gain = gains?.[at] ?? 1;
      const ownRed = gain * (linearOf[row[pixel] ?? 0] ?? 0);
      const ownGreen = gain * (linearOf[row[pixel + 1] ?? 0] ?? 0);
      const ownBlue = gain * (linearOf[row[pixel + 2] ?? 0] ?? 0);
      let red = redRed * ownRed + redGreen * ownGreen + redBlue * ownBlue;
      let green = greenRed * ownRed + greenGreen * ownGreen + greenBlue * ownBlue;
      let blue = blueRed * ownRed + blueGreen * ownGreen + blueBlue * ownBlue;
      let ratio = compress(Math.max(red, green, blue));
      if (ratios) {
        const luminance = Math.min(1, Math.max(0, ratio * luminanceOf(red, green, blue)));
        ratio *= ratios[Math.round(Math.sqrt(luminance) * contrastSteps)] ?? 1;
      }
      red *= ratio;
      green *= ratio;
      blue *= ratio;
      if (chroma !== 1 || isOutside(red, green, blue)) {
        color[0] = red;
        color[1] = green;
        color[2] = blue;
        saturate(color, chroma);
        red = color[0];
        green = color[1];
        blue = color[2];
      }
      row[pixel] = toSrgb(red);
      row[pixel + 1] = toSrgb(green);
      row[pixel + 2] = toSrgb(blue);
    }
  };
}

/** Returns the luminance of a colour in linear light. @see ITU-R BT.709 */
export function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function scaledMatrix([a, b, c, d, e, f, g, h, i]: Matrix, by: number): Matrix {
  return [a * by, b * by, c * by, d * by, e * by, f * by, g * by, h * by, i * by];
}

/** Returns the largest value of a channel that any colour of sRGB gets. */
function brightestOf([a, b, c, d, e, f, g, h, i]: Matrix): number {
  const sumOf = (...values: readonly number[]) => values.reduce((sum, value) => sum + Math.max(0, value), 0);
  return Math.max(sumOf(a, b, c), sumOf(d, e, f), sumOf(g, h, i));
}

/**
 * Creates a function that returns the factor for a pixel, by its brightest channel. Light up to the shoulder stays, and
 * the light above it is compressed so that the brightest of all becomes white. When nothing is brighter than white,
 * nothing is compressed.
 * @see Reinhard et al. 2002, "Photographic tone reproduction for digital images" (the curve with a white point)
 */
function highlightsUpTo(brightest: number): (light: number) => number {
  if (brightest <= 1) return () => 1;
  const range = 1 - shoulder;
  const white = ((brightest - shoulder) / range) ** 2;
  return (light) => {
    if (light <= shoulder) return 1;
    const above = (light - shoulder) / range;
    return (shoulder + (range * above * (1 + above / white)) / (1 + above)) / light;
  };
}

/**
 * Returns the factor for the light of a pixel, by its luminance. The curve has an S-shape over lightness, the cube root
 * of luminance: black, middle grey and white stay, the slope at middle grey is `slope`, and that at both ends is its
 * reciprocal, so that no tone is cut off.
 * @see Schlick 1994, "Fast alternatives to Perlin's bias and gain functions"
 */
function contrastRatios(slope: number): Float32Array {
  const middle = Math.cbrt(middleGrey);
  const bias = (part: number) => part / ((slope - 1) * (1 - part) + 1);
  return Float32Array.from({ length: contrastSteps + 1 }, (_, step) => {
    // The factor for black is that of the darkest step, because it has no light to be divided by.
    const lightness = Math.cbrt((Math.max(1, step) / contrastSteps) ** 2);
    const next =
      lightness < middle ? middle * bias(lightness / middle) : 1 - (1 - middle) * bias((1 - lightness) / (1 - middle));
    return (next / lightness) ** 3;
  });
}

function isOutside(red: number, green: number, blue: number): boolean {
  return Math.max(red, green, blue) > 1 + slack || Math.min(red, green, blue) < -slack;
}

/**
 * Multiplies the chroma of a colour, in OKLab. If the result lies outside of sRGB, the largest chroma inside is taken:
 * lightness and hue stay, where cutting off a channel would change them.
 * @param color three values in linear light; overwritten.
 */
function saturate(color: Float64Array, chroma: number): void {
  toOklab(color);
  const [lightness = 0, a = 0, b = 0] = color;
  const tryChroma = (share: number) => {
    color[0] = lightness;
    color[1] = a * share;
    color[2] = b * share;
    fromOklab(color);
    return !isOutside(color[0] ?? 0, color[1] ?? 0, color[2] ?? 0);
  };
  if (tryChroma(chroma)) return;
  let [inside, outside] = [0, chroma];
  for (let step = 0; step < gamutSteps; step += 1) {
    const middle = (inside + outside) / 2;
    if (tryChroma(middle)) inside = middle;
    else outside = middle;
  }
  tryChroma(inside);
}
