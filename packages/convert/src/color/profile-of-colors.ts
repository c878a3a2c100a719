import type { CodedColors } from '../container/read-heif.ts';

/** Columns of the matrix from linear RGB to XYZ, adapted to D50 by Bradford's method: red, green, blue. */
type Columns = readonly [red: Vector, green: Vector, blue: Vector];
type Vector = readonly [x: number, y: number, z: number];

/** @see ITU-R BT.709 */
const bt709: Columns = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
];
/** @see SMPTE EG 432-1, with the white point D65 */
const displayP3: Columns = [
  [0.51512, 0.2412, -0.00105],
  [0.29198, 0.69225, 0.04189],
  [0.1571, 0.06657, 0.78407],
];
/** @see ITU-R BT.2020 */
const bt2020: Columns = [
  [0.67348, 0.27904, -0.00194],
  [0.16566, 0.67535, 0.02998],
  [0.12505, 0.04561, 0.79686],
];
const d50: Vector = [0.9642, 1, 0.8249];

/** Parameters g, a, b, c, d of `(a·x + b)^g`, and `c·x` below d. */
type Curve = readonly number[];
const srgbCurve: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const power = (gamma: number): Curve => [gamma, 1, 0, 0, 0];

/** Transfer functions of HDR, whose values need tone mapping: PQ and HLG. @see ITU-T H.273, table 3 */
const highDynamicRange = new Set([16, 18]);

/** Checks whether an image is encoded for HDR. */
export function isHdr(colors: CodedColors | undefined): boolean {
  return colors !== undefined && highDynamicRange.has(colors.transfer);
}

/** Profile of Display P3, the colour space of the cameras in phones. */
export function displayP3Profile(): Uint8Array<ArrayBuffer> {
  return writeProfile('Display P3', displayP3, srgbCurve);
}

/**
 * Writes the ICC profile of colours that a file states only as code points.
 * @returns undefined for sRGB, and for code points that mean it or are unspecified.
 * @see ITU-T H.273, tables 2 and 3
 */
export function profileOfColors(colors: CodedColors | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (!colors) return undefined;
  const gamut = gamutOf(colors.primaries);
  const curve = curveOf(colors.transfer);
  if (gamut.columns === bt709 && curve === srgbCurve) return undefined;
  return writeProfile(gamut.name, gamut.columns, curve);
}

function gamutOf(primaries: number): { readonly name: string; readonly columns: Columns } {
  switch (primaries) {
    case 9:
      return { name: 'BT.2020', columns: bt2020 };
    case 11:
    case 12:
      return { name: 'Display P3', columns: displayP3 };
    default:
      return { name: 'BT.709', columns: bt709 };
  }
}

/** Browsers and image viewers display BT.601, BT.709 and BT.2020 with the curve of sRGB. */
function curveOf(transfer: number): Curve {
  switch (transfer) {
    case 4:
      return power(2.2);
    case 5:
      return power(2.8);
    case 8:
      return power(1);
    default:
      return srgbCurve;
  }
}

const headerBytes = 128;

/** @see ICC.1:2022, 7.2, 8.3.3, 10.15, 10.18 and 10.31 */
function writeProfile(name: string, [red, green, blue]: Columns, curve: Curve): Uint8Array<ArrayBuffer> {
  const description = localized(name);
  const transfer = parametric(curve);
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', description],
    ['cprt', localized('No copyright, use freely')],
    ['wtpt', xyz(d50)],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', transfer],
    ['gTRC', transfer],
    ['bTRC', transfer],
  ];
  const parts = [...new Set(tags.map(([, data]) => data))];
  let end = headerBytes + 4 + tags.length * 12;
  const places = new Map(
    parts.map((data) => {
      const at = end;
      end += Math.ceil(data.length / 4) * 4;
      return [data, at] as const;
    }),
  );
  const profile = new Uint8Array(end);
  const view = new DataView(profile.buffer);
  view.setUint32(0, end);
  view.setUint32(8, 0x04300000);
  profile.set(letters('mntrRGB XYZ '), 12);
  profile.set(letters('acsp'), 36);
  for (const [index, value] of d50.entries()) view.setInt32(68 + index * 4, fixed(value));
  view.setUint32(headerBytes, tags.length);
  for (const [index, [tag, data]] of tags.entries()) {
    const entry = headerBytes + 4 + index * 12;
    const at = places.get(data) ?? 0;
    profile.set(letters(tag), entry);
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, data.length);
    profile.set(data, at);
  }
  return profile;
}

function xyz(values: Vector): Uint8Array {
  return numbers('XYZ ', values.map(fixed));
}

/** Builds a curve of function type 3, which has five parameters. */
function parametric(curve: Curve): Uint8Array {
  return numbers('para', [3 << 16, ...curve.map(fixed)]);
}

function numbers(type: string, values: readonly number[]): Uint8Array {
  const data = new Uint8Array(8 + values.length * 4);
  const view = new DataView(data.buffer);
  data.set(letters(type));
  for (const [index, value] of values.entries()) view.setInt32(8 + index * 4, value);
  return data;
}

function localized(text: string): Uint8Array {
  const data = new Uint8Array(28 + text.length * 2);
  const view = new DataView(data.buffer);
  data.set(letters('mluc'));
  view.setUint32(8, 1);
  view.setUint32(12, 12);
  data.set(letters('enUS'), 16);
  view.setUint32(20, text.length * 2);
  view.setUint32(24, 28);
  for (let index = 0; index < text.length; index += 1) view.setUint16(28 + index * 2, text.charCodeAt(index));
  return data;
}

/** Returns a number as `s15Fixed16`. */
function fixed(value: number): number {
  return Math.round(value * 65_536);
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
