import { encodedOf } from '../../colour/srgb-curve.ts';
import {
  type Curve,
  type Curves,
  d50,
  type DeviceColours,
  invert,
  type Matrix,
  type MatrixColours,
  multiply,
  srgbToXyz,
  type Table,
  type TableColours,
} from './device-colours.ts';

/**
 * Converts pixels to sRGB in place. As in browsers, colours outside sRGB are clipped channel by channel.
 * @param pixels RGBA, straight alpha. The alpha does not change.
 */
export function toSrgb(pixels: Uint8ClampedArray, colours: DeviceColours): void {
  if (colours.kind === 'matrix') convertByMatrix(pixels, colours);
  else convertByTable(pixels, colours);
}

/** Number of values per channel that `isSrgb` tries. */
const tried = 9;

/**
 * Checks whether colours equal those of sRGB within one level of 255. Most cameras and programs store an sRGB profile, and
 * converting 12 megapixels with it would take 0.7 s.
 */
export function isSrgb(colours: DeviceColours): boolean {
  const values = Uint8ClampedArray.from({ length: tried ** 3 * 4 }, (_, at) => {
    const place = Math.floor(at / 4 / tried ** (at % 4)) % tried;
    return (255 * place) / (tried - 1);
  });
  const converted = values.slice();
  toSrgb(converted, colours);
  return converted.every((value, at) => Math.abs(value - (values[at] ?? 0)) <= 1);
}

const xyzToLinear = invert(srgbToXyz) ?? [];

/** Number of steps of linear light. One step is at most a twentieth of a level of 255. */
const lightSteps = 65_535;
let encoded: Uint8Array | undefined;

/** Returns the sRGB level, 0…255, of each step of linear light. */
function levels(): Uint8Array {
  encoded ??= Uint8Array.from({ length: lightSteps + 1 }, (_, step) => Math.round(255 * encodedOf(step / lightSteps)));
  return encoded;
}

function stepOf(light: number): number {
  return light <= 0 ? 0 : light >= 1 ? lightSteps : Math.round(light * lightSteps);
}

/** Writes one pixel from three values, before the writer's matrix is applied. */
type Write = (at: number, first: number, second: number, third: number) => void;

/** Creates a writer that encodes pixels as sRGB. @param matrix from the written values to linear light of sRGB. */
function openWriter(pixels: Uint8ClampedArray, matrix: Matrix): Write {
  const level = levels();
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  return (at, first, second, third) => {
    pixels[at] = level[stepOf(a * first + b * second + c * third)] ?? 0;
    pixels[at + 1] = level[stepOf(d * first + e * second + f * third)] ?? 0;
    pixels[at + 2] = level[stepOf(g * first + h * second + i * third)] ?? 0;
  };
}

function convertByMatrix(pixels: Uint8ClampedArray, { curves, toXyz }: MatrixColours): void {
  const write = openWriter(pixels, multiply(xyzToLinear, toXyz));
  const [reds = none, greens = none, blues = none] = curves.map(onBytes);
  for (let at = 0; at < pixels.length; at += 4) {
    write(at, reds[pixels[at] ?? 0] ?? 0, greens[pixels[at + 1] ?? 0] ?? 0, blues[pixels[at + 2] ?? 0] ?? 0);
  }
}

const none = new Float64Array(256);

/** Evaluates a curve for each byte, 0…255. */
function onBytes(curve: Curve): Float64Array {
  return Float64Array.from({ length: 256 }, (_, byte) => curve(byte / 255));
}

function convertByTable(pixels: Uint8ClampedArray, { inputs, table, middle, outputs, connection }: TableColours): void {
  const write = openWriter(pixels, xyzToLinear);
  const interpolate = openInterpolation(inputs, table);
  const values = new Float64Array(3);
  let before = -1;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    const colour = (red << 16) | (green << 8) | blue;
    // Neighbouring pixels often have the same colour, and looking up a colour is slow.
    if (colour !== before) {
      interpolate(red, green, blue, values);
      if (middle) {
        applyCurves(middle.curves, values);
        applyMatrix(middle.matrix, middle.offsets, values);
      }
      applyCurves(outputs, values);
      if (connection === 'Lab') labToXyz(values);
    }
    before = colour;
    write(at, values[0] ?? 0, values[1] ?? 0, values[2] ?? 0);
  }
}

/** Positions of a channel's bytes, 0…255, in a table. */
interface Axis {
  /** Index of the grid point below. */
  readonly lows: Int32Array;
  /** Position between that grid point and the next one, 0…1. */
  readonly shares: Float64Array;
  /** Distance from one grid point's index to the next one's. */
  readonly stride: number;
}

/** Axis of a channel that the table does not have. */
const noAxis: Axis = { lows: new Int32Array(256), shares: new Float64Array(256), stride: 0 };

function axisOf(curve: Curve, points: number, stride: number): Axis {
  const places = onBytes(curve).map((value) => Math.min(Math.max(value, 0), 1) * (points - 1));
  const lows = Int32Array.from(places, (place) => Math.min(Math.floor(place), points - 2));
  return {
    lows: lows.map((low) => low * stride),
    shares: places.map((place, byte) => place - (lows[byte] ?? 0)),
    stride,
  };
}

/** Creates a trilinear interpolation between the eight grid points around a colour. */
function openInterpolation(
  inputs: Curves,
  { points, values }: Table,
): (red: number, green: number, blue: number, result: Float64Array) => void {
  const axes = inputs.map((curve, channel) => {
    const stride = points.slice(channel + 1).reduce((product, each) => product * each, 3);
    return axisOf(curve, points[channel] ?? 2, stride);
  });
  const [{ lows: reds, shares: redShares, stride: nextRed } = noAxis] = axes;
  const { lows: greens, shares: greenShares, stride: nextGreen } = axes[1] ?? noAxis;
  const { lows: blues, shares: blueShares, stride: nextBlue } = axes[2] ?? noAxis;
  return (red, green, blue, result) => {
    const low = (reds[red] ?? 0) + (greens[green] ?? 0) + (blues[blue] ?? 0);
    const [x, y, z] = [redShares[red] ?? 0, greenShares[green] ?? 0, blueShares[blue] ?? 0];
    for (let value = 0; value < 3; value += 1) {
      const at = low + value;
      const near = mixed(values, at, nextBlue, z);
      const right = mixed(values, at + nextGreen, nextBlue, z);
      const below = mixed(values, at + nextRed, nextBlue, z);
      const far = mixed(values, at + nextRed + nextGreen, nextBlue, z);
      const upper = near + (right - near) * y;
      result[value] = upper + (below + (far - below) * y - upper) * x;
    }
  };
}

function mixed(values: Float32Array, at: number, stride: number, share: number): number {
  const before = values[at] ?? 0;
  return before + ((values[at + stride] ?? 0) - before) * share;
}

function applyCurves(curves: Curves, values: Float64Array): void {
  for (let at = 0; at < 3; at += 1) values[at] = curves[at]?.(values[at] ?? 0) ?? 0;
}

function applyMatrix(matrix: Matrix, offsets: readonly number[], values: Float64Array): void {
  const [x = 0, y = 0, z = 0] = values;
  for (let row = 0; row < 3; row += 1) {
    const [a = 0, b = 0, c = 0] = matrix.slice(3 * row, 3 * row + 3);
    values[row] = a * x + b * y + c * z + (offsets[row] ?? 0);
  }
}

/** Converts encoded L*a*b* to XYZ in place. @see CIE 15, 8.2.1, and ICC.1:2022, 6.3.4.2, for the encoding of L*a*b* */
function labToXyz(values: Float64Array): void {
  const root = ((values[0] ?? 0) * 100 + 16) / 116;
  const a = (values[1] ?? 0) * 255 - 128;
  const b = (values[2] ?? 0) * 255 - 128;
  values[0] = d50[0] * cubed(root + a / 500);
  values[1] = d50[1] * cubed(root);
  values[2] = d50[2] * cubed(root - b / 200);
}

function cubed(root: number): number {
  return root > 6 / 29 ? root * root * root : 3 * (6 / 29) ** 2 * (root - 4 / 29);
}
