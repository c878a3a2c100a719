import type { LinearColor } from '../color/linear-light.ts';

/** Settings of the white balance, each −100…100. */
export interface WhiteBalance {
  /** Higher is warmer: the photograph was taken in cooler light than daylight. */
  readonly temperature: number;
  /** Lower is greener, higher is more magenta. */
  readonly tint: number;
}

/** A 3 × 3 matrix, row by row. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** CIE 1960 chromaticity. */
type Chromaticity = readonly [u: number, v: number];

/** From linear sRGB to CIE XYZ. @see IEC 61966-2-1 */
const xyzOfRgb: Matrix = [
  0.412_390_8, 0.357_584_34, 0.180_480_79, 0.212_639_01, 0.715_168_68, 0.072_192_32, 0.019_330_82, 0.119_194_78,
  0.950_532_15,
];

/**
 * From CIE XYZ to the cone responses in which the light is exchanged.
 * @see Lam 1985, "Metamerism and colour constancy" (Bradford); CIE 160:2004
 */
const bradford: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

const conesOfRgb = product(bradford, xyzOfRgb);
const rgbOfCones = inverseOf(conesOfRgb);

/** Temperature of the light for which sRGB is defined, D65. */
const daylightKelvin = 6504;
/**
 * Ratio between the temperatures of two settings that are 100 apart. −100 is 2168 K, warmer than an incandescent lamp
 * (2856 K), and 100 is 19 512 K, bluer than the shade under a clear sky.
 */
const kelvinRatio = 3;
/** Distance from the black bodies at a tint of 100, in CIE 1960. Fluorescent lamps lie within half of it. */
const maxTint = 0.04;
/** Largest temperature, before rounding, that is searched for a grey. */
const searchedTo = 101;

/**
 * Computes the matrix that shows what was lit by another light as it looks in daylight. The light is exchanged in cone
 * responses, after von Kries. A grey keeps its luminance.
 * @returns the matrix for colours in linear sRGB.
 */
export function balanceMatrix(balance: WhiteBalance): Matrix {
  const light = conesOf(chromaticityOf(balance));
  const daylight = conesOf(daylightChromaticity);
  const [long, middle, short] = [daylight[0] / light[0], daylight[1] / light[1], daylight[2] / light[2]];
  return product(rgbOfCones, product([long, 0, 0, 0, middle, 0, 0, 0, short], conesOfRgb));
}

/**
 * Finds the white balance that makes a colour grey.
 * @param color the colour of something grey, in linear light.
 * @returns whole settings; undefined when the colour is too strong for any light.
 */
export function balanceOfGrey(color: LinearColor): WhiteBalance | undefined {
  const [u, v] = chromaticity(times(xyzOfRgb, color));
  /** Returns the distance from the locus at a temperature: along it, and across it towards green. */
  const distancesAt = (temperature: number) => {
    const { place, along } = locusAt(temperature);
    const [toU, toV] = [u - place[0], v - place[1]];
    return { along: toU * along[0] + toV * along[1], across: toU * along[1] - toV * along[0] };
  };
  let [cooler, warmer] = [-searchedTo, searchedTo];
  if (distancesAt(cooler).along < 0 || distancesAt(warmer).along > 0) return undefined;
  for (let step = 0; step < 24; step += 1) {
    const middle = (cooler + warmer) / 2;
    if (distancesAt(middle).along > 0) cooler = middle;
    else warmer = middle;
  }
  const [temperature, tint] = [Math.round(cooler), Math.round((distancesAt(cooler).across / maxTint) * 100)];
  return Math.max(Math.abs(temperature), Math.abs(tint)) > 100
    ? undefined
    : { temperature: temperature + 0, tint: tint + 0 };
}

const daylightChromaticity = chromaticity(times(xyzOfRgb, [1, 1, 1]));

/** Returns the chromaticity of the light in which a photograph was taken. */
function chromaticityOf({ temperature, tint }: WhiteBalance): Chromaticity {
  const { place, along } = locusAt(temperature);
  const across = (tint / 100) * maxTint;
  return [place[0] + across * along[1], place[1] - across * along[0]];
}

/**
 * Returns the place of a temperature among the lights, and the direction to higher temperatures. The lights are those of
 * black bodies, moved so that daylight is one of them.
 */
function locusAt(temperature: number): { readonly place: Chromaticity; readonly along: Chromaticity } {
  const kelvin = daylightKelvin * kelvinRatio ** (temperature / 100);
  const [u, v] = blackBody(kelvin);
  const [atDaylightU, atDaylightV] = blackBody(daylightKelvin);
  const [nextU, nextV] = blackBody(kelvin * 1.001);
  const length = Math.hypot(nextU - u, nextV - v);
  return {
    place: [daylightChromaticity[0] + u - atDaylightU, daylightChromaticity[1] + v - atDaylightV],
    along: [(nextU - u) / length, (nextV - v) / length],
  };
}

/**
 * Returns the colour of a black body. The formula is precise from 1000 to 15 000 K and smooth above.
 * @see Krystek 1985, "An algorithm to calculate correlated colour temperature"
 */
function blackBody(kelvin: number): Chromaticity {
  const squared = kelvin * kelvin;
  return [
    (0.860_117_757 + 1.541_182_54e-4 * kelvin + 1.286_412_12e-7 * squared) /
      (1 + 8.424_202_35e-4 * kelvin + 7.081_451_63e-7 * squared),
    (0.317_398_726 + 4.228_062_45e-5 * kelvin + 4.204_816_91e-8 * squared) /
      (1 - 2.897_418_16e-5 * kelvin + 1.614_560_53e-7 * squared),
  ];
}

function chromaticity([x, y, z]: LinearColor): Chromaticity {
  const sum = x + 15 * y + 3 * z;
  return [(4 * x) / sum, (6 * y) / sum];
}

/** Returns the cone responses to a light of luminance 1. */
function conesOf([u, v]: Chromaticity): LinearColor {
  return times(bradford, [(1.5 * u) / v, 1, (4 - u - 10 * v) / (2 * v)]);
}

function times([a, b, c, d, e, f, g, h, i]: Matrix, [x, y, z]: LinearColor): LinearColor {
  return [a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z];
}

function product(one: Matrix, [a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [left, middle, right] = [times(one, [a, d, g]), times(one, [b, e, h]), times(one, [c, f, i])];
  return [left[0], middle[0], right[0], left[1], middle[1], right[1], left[2], middle[2], right[2]];
}

function inverseOf([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const over = (value: number) => value / determinant;
  return [
    over(e * i - f * h),
    over(c * h - b * i),
    over(b * f - c * e),
    over(f * g - d * i),
    over(a * i - c * g),
    over(c * d - a * f),
    over(d * h - e * g),
    over(b * g - a * h),
    over(a * e - b * d),
  ];
}
