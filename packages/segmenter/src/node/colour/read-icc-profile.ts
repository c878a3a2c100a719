import { withoutBlack } from './cmyk.ts';
import {
  type Curve,
  type Curves,
  type CurvesWithMatrix,
  d50,
  type DeviceColours,
  gammaCurve,
  type Table,
  type TableColours,
} from './device-colours.ts';

export type Channels = 'grey' | 'rgb' | 'cmyk';

/**
 * Reads an ICC profile as browsers apply it. It prefers the perceptual table to the colorimetric one, and does not compensate
 * the black point.
 * @param channels the image's channels. A grey image may have an RGB profile. Otherwise the profile must be for the same
 *   channels.
 * @returns the meaning of RGB values, of grey values as RGB, or of the result of `cmykToRgb`; undefined when the profile is
 *   damaged, for other channels, or does not define colours.
 * @see ICC.1:2022
 */
export function readIccProfile(profile: Uint8Array, channels: Channels): DeviceColours | undefined {
  try {
    const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
    const space = nameAt(view, 16);
    const connection = nameAt(view, 20);
    if (!isIccProfile(profile) || !isFor(space, channels) || !isConnection(connection)) return undefined;
    const tags = tagsIn(view);
    const table = tableIn(tags, connection, channelsOf[space]);
    if (space === 'CMYK') return table && withoutBlack(table);
    if (table || connection !== 'XYZ ') return table;
    return space === 'GRAY' ? greyIn(tags) : matrixIn(tags);
  } catch (error) {
    // A RangeError means that the profile is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Space = 'GRAY' | 'RGB ' | 'CMYK';
const channelsOf: Readonly<Record<Space, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/** Checks the signature in a profile's header. @see ICC.1:2022, 7.2.12 */
export function isIccProfile(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(36, 40)) === 'acsp';
}

function isFor(space: string, channels: Channels): space is Space {
  switch (channels) {
    case 'grey':
      return space === 'GRAY' || space === 'RGB ';
    case 'rgb':
      return space === 'RGB ';
    case 'cmyk':
      return space === 'CMYK';
    default:
      return channels satisfies never;
  }
}

type Connection = 'XYZ ' | 'Lab ';

function isConnection(name: string): name is Connection {
  return name === 'XYZ ' || name === 'Lab ';
}

/** Tags by name. Each begins with the name of its type. */
type Tags = ReadonlyMap<string, DataView>;

/** @see ICC.1:2022, 7.3 */
function tagsIn(view: DataView): Tags {
  const tags = new Map<string, DataView>();
  const count = Math.min(view.getUint32(128), 200);
  for (let at = 132; at < 132 + 12 * count; at += 12) {
    tags.set(nameAt(view, at), part(view, view.getUint32(at + 4), view.getUint32(at + 8)));
  }
  return tags;
}

/** Reads a grey profile, whose white is the profile's illuminant, D50. @see ICC.1:2022, F.2 */
function greyIn(tags: Tags): DeviceColours | undefined {
  const curve = curveIn(tags.get('kTRC'));
  if (!curve) return undefined;
  return { kind: 'matrix', curves: [curve, curve, curve], toXyz: [d50[0], 0, 0, 0, d50[1], 0, 0, 0, d50[2]] };
}

/** Reads an RGB profile with curves and a matrix. @see ICC.1:2022, F.3 */
function matrixIn(tags: Tags): DeviceColours | undefined {
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => curveIn(tags.get(name)));
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => xyzIn(tags.get(name)));
  if (!areCurves(curves) || columns.some((column) => !column)) return undefined;
  return { kind: 'matrix', curves, toXyz: [0, 1, 2].flatMap((row) => columns.map((column) => column?.[row] ?? 0)) };
}

function xyzIn(tag: DataView | undefined): number[] | undefined {
  if (!tag || nameAt(tag, 0) !== 'XYZ ') return undefined;
  return [8, 12, 16].map((at) => fixedAt(tag, at));
}

/** @see ICC.1:2022, 10.6 and 10.18 */
function curveIn(tag: DataView | undefined): Curve | undefined {
  return tag && curveAt(tag, 0)?.curve;
}

function curveAt(view: DataView, at: number): { readonly curve: Curve; readonly bytes: number } | undefined {
  switch (nameAt(view, at)) {
    case 'curv': {
      const count = view.getUint32(at + 8);
      const bytes = 12 + 2 * count;
      if (count === 0) return { curve: identity, bytes };
      if (count === 1) return { curve: gammaCurve(view.getUint16(at + 12) / 256), bytes };
      return { curve: sampledCurve(numbersAt(view, at + 12, count, 2)), bytes };
    }
    case 'para': {
      const kind = view.getUint16(at + 8);
      const counts = [1, 3, 4, 5, 7];
      const count = counts[kind];
      if (count === undefined) return undefined;
      const curve = parametricCurve(
        kind,
        Array.from({ length: count }, (_, index) => fixedAt(view, at + 12 + 4 * index)),
      );
      return curve && { curve, bytes: 12 + 4 * count };
    }
    default:
      return undefined;
  }
}

const identity: Curve = (value) => value;

/**
 * Creates a parametric curve: (a·x + b)^g + e for x ≥ d, and c·x + f below.
 * @returns undefined when the curve would decrease or be undefined somewhere.
 * @see ICC.1:2022, table 68
 */
function parametricCurve(kind: number, parameters: readonly number[]): Curve | undefined {
  const [g = 1, a = 1, b = 0, third = 0, fourth = 0, e = 0, f = 0] = parameters;
  const startsAtZero = kind === 1 || kind === 2;
  const [c, d] = startsAtZero ? [0, -b / a] : [third, fourth];
  const [above, below] = kind === 2 ? [third, third] : [e, f];
  const isRising = [g, a, c, d, a * d + b].every((value) => value >= -1e-6);
  return isRising ? (x) => (x >= d ? Math.max(a * x + b, 0) ** g + above : c * x + below) : undefined;
}

/** Creates a curve that interpolates between samples at equal distances over 0…1. */
function sampledCurve(samples: Float32Array): Curve {
  const last = samples.length - 1;
  return (value) => {
    const place = Math.min(Math.max(value, 0), 1) * last;
    const low = Math.floor(place);
    const before = samples[low] ?? 0;
    return before + ((samples[Math.min(low + 1, last)] ?? 0) - before) * (place - low);
  };
}

function tableIn(tags: Tags, connection: Connection, channels: number): TableColours | undefined {
  for (const name of ['A2B0', 'A2B1']) {
    const tag = tags.get(name);
    const colours = tag && (nameAt(tag, 0) === 'mAB ' ? newTable(tag, connection) : oldTable(tag, connection));
    if (colours?.inputs.length === channels) return colours;
  }
  return undefined;
}

/**
 * Reads lut8Type and lut16Type. Their matrix applies only when the device's side is XYZ, so it is ignored. In lut16Type the
 * range of L* and a* ends at FF00 instead of FFFF. Browsers ignore that, which makes white 0.4 % darker. So does this code.
 * @see ICC.1:2022, 10.10 and 10.11
 */
function oldTable(tag: DataView, connection: Connection): TableColours | undefined {
  const type = nameAt(tag, 0);
  if (type !== 'mft1' && type !== 'mft2') return undefined;
  const [inputs, outputs, points] = [tag.getUint8(8), tag.getUint8(9), tag.getUint8(10)];
  if (inputs < 1 || inputs > 4 || outputs !== 3 || points < 2) return undefined;
  const width = type === 'mft1' ? 1 : 2;
  const [inputSamples, outputSamples] = width === 1 ? [256, 256] : [tag.getUint16(48), tag.getUint16(50)];
  if (inputSamples < 2 || outputSamples < 2) return undefined;
  const start = width === 1 ? 48 : 52;
  const tableStart = start + inputs * inputSamples * width;
  const outputStart = tableStart + points ** inputs * 3 * width;
  return tableOf(connection, {
    inputs: sampledCurves(tag, start, inputs, inputSamples, width),
    table: {
      points: Array.from({ length: inputs }, () => points),
      values: numbersAt(tag, tableStart, points ** inputs * 3, width),
    },
    middle: undefined,
    outputs: sampledCurves(tag, outputStart, 3, outputSamples, width),
  });
}

/** Reads lutAToBType: A curves, table, M curves, matrix, B curves. Only the B curves are required. @see ICC.1:2022, 10.12 */
function newTable(tag: DataView, connection: Connection): TableColours | undefined {
  const [inputs, outputs] = [tag.getUint8(8), tag.getUint8(9)];
  const [b = 0, matrix = 0, m = 0, table = 0, a = 0] = [12, 16, 20, 24, 28].map((at) => tag.getUint32(at));
  const hasTable = a !== 0 && table !== 0;
  if (inputs < 1 || inputs > 4 || outputs !== 3 || b === 0 || (!hasTable && inputs !== 3)) return undefined;
  const first = hasTable ? curvesAt(tag, a, inputs) : [identity, identity, identity];
  const crossings = hasTable ? tableAt(tag, table, inputs) : identityTable;
  const hasMiddle = matrix !== 0 && m !== 0;
  const middle = hasMiddle ? middleAt(tag, matrix, m, connection) : undefined;
  const last = curvesAt(tag, b, 3);
  if (!first || !crossings || !last || (hasMiddle && !middle)) return undefined;
  return tableOf(connection, { inputs: first, table: crossings, middle, outputs: last });
}

/** A table that returns its input. */
const identityTable: Table = {
  points: [2, 2, 2],
  values: Float32Array.from({ length: 24 }, (_, at) => (Math.floor(at / 3) >> (2 - (at % 3))) & 1),
};

function tableOf(connection: Connection, steps: Omit<TableColours, 'kind' | 'connection'>): TableColours {
  return { kind: 'table', ...steps, connection: connection === 'XYZ ' ? 'XYZ' : 'Lab' };
}

function tableAt(tag: DataView, at: number, inputs: number): Table | undefined {
  const points = Array.from({ length: inputs }, (_, channel) => tag.getUint8(at + channel));
  const width = tag.getUint8(at + 16);
  if (points.some((count) => count < 2) || (width !== 1 && width !== 2)) return undefined;
  const count = points.reduce((product, each) => product * each, 3);
  return { points, values: numbersAt(tag, at + 20, count, width) };
}

/** Encoding of XYZ: 1 is stored as 32 768 of 65 535. Browsers consider this only in a matrix. @see ICC.1:2022, 6.3.4.2 */
const xyzScale = 65_535 / 32_768;

function middleAt(tag: DataView, matrix: number, m: number, connection: Connection): CurvesWithMatrix | undefined {
  const curves = curvesAt(tag, m, 3);
  const scale = connection === 'XYZ ' ? xyzScale : 1;
  const numbers = Array.from({ length: 12 }, (_, index) => fixedAt(tag, matrix + 4 * index) * scale);
  return curves && { curves, matrix: numbers.slice(0, 9), offsets: numbers.slice(9) };
}

/** Reads consecutive curves, each of which begins at a multiple of four bytes. */
function curvesAt(tag: DataView, start: number, count: number): Curves | undefined {
  const curves: Curve[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const read = curveAt(tag, at);
    if (!read) return undefined;
    curves.push(read.curve);
    at += Math.ceil(read.bytes / 4) * 4;
  }
  return curves;
}

function sampledCurves(tag: DataView, at: number, count: number, samples: number, width: 1 | 2): Curves {
  return Array.from({ length: count }, (_, index) =>
    sampledCurve(numbersAt(tag, at + index * samples * width, samples, width)),
  );
}

/** Reads unsigned numbers of one or two bytes and scales them to 0…1. */
function numbersAt(view: DataView, at: number, count: number, width: 1 | 2): Float32Array {
  const bytes = part(view, at, count * width);
  return Float32Array.from({ length: count }, (_, index) =>
    width === 1 ? bytes.getUint8(index) / 255 : bytes.getUint16(2 * index) / 65_535,
  );
}

/** Returns a part of a view. @throws {RangeError} when the view ends before the part does. */
function part(view: DataView, at: number, bytes: number): DataView {
  if (at + bytes > view.byteLength) throw new RangeError('the profile is truncated');
  return new DataView(view.buffer, view.byteOffset + at, bytes);
}

function areCurves(curves: readonly (Curve | undefined)[]): curves is Curve[] {
  return curves.every((curve) => curve !== undefined);
}

/** Reads an s15Fixed16Number. */
function fixedAt(view: DataView, at: number): number {
  return view.getInt32(at) / 65_536;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
