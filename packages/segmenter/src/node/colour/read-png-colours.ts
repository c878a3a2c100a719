import { inflateSync } from 'node:zlib';

import { lightOf } from '../../colour/srgb-curve.ts';
import { type Curve, type DeviceColours, gammaCurve, srgbToXyz } from './device-colours.ts';
import { type Primaries, primariesToXyz } from './primaries.ts';
import { isIccProfile } from './read-icc-profile.ts';

/** The meaning of a PNG's values: colours, the bytes of an ICC profile, or `srgb` for sRGB. */
export type PngColours = DeviceColours | Uint8Array | 'srgb';

/** Range of file gammas that count as sRGB when no primaries are given: 1 ÷ 2.2, plus or minus 5 %. */
const [minSrgbGamma, maxSrgbGamma] = [0.95 / 2.2, 1.05 / 2.2];

/** Largest accepted profile, in bytes. The tables of printers take one or two megabytes. */
const maxProfileBytes = 1 << 24;

/**
 * Reads the meaning of a PNG's values. Following the specification, cICP takes precedence over iCCP, iCCP over sRGB, and sRGB
 * over gAMA with cHRM. As in browsers, primaries without a gamma are ignored. PQ and HLG in cICP are ignored too, because
 * they need tone mapping.
 * @returns undefined when the file is not a PNG.
 * @see https://www.w3.org/TR/png-3/#color-chunk-precendence
 */
export function readPngColours(file: ArrayBuffer): PngColours | undefined {
  const view = new DataView(file);
  if (view.byteLength < 8 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  const chunks = chunksBeforePixels(view);
  const coded = colourCodesIn(chunks.get('cICP'));
  if (coded) return coded;
  const profile = profileIn(chunks.get('iCCP'));
  if (profile) return profile;
  if (chunks.has('sRGB')) return 'srgb';
  return gammaIn(chunks.get('gAMA'), chunks.get('cHRM')) ?? 'srgb';
}

function chunksBeforePixels(view: DataView): Map<string, DataView> {
  const chunks = new Map<string, DataView>();
  for (let at = 8; at + 12 <= view.byteLength;) {
    const bytes = view.getUint32(at);
    const name = String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index)));
    if (name === 'IDAT' || at + 12 + bytes > view.byteLength) break;
    if (!chunks.has(name)) chunks.set(name, new DataView(view.buffer, at + 8, bytes));
    at += 12 + bytes;
  }
  return chunks;
}

/**
 * Reads an iCCP chunk: a name that ends with 0, the compression method 0, and the compressed profile.
 * @see https://www.w3.org/TR/png-3/#11iCCP
 */
function profileIn(chunk: DataView | undefined): Uint8Array | undefined {
  if (!chunk) return undefined;
  const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const name = bytes.indexOf(0);
  if (name === -1 || bytes[name + 1] !== 0) return undefined;
  try {
    const profile = inflateSync(bytes.subarray(name + 2), { maxOutputLength: maxProfileBytes });
    return isIccProfile(profile) ? profile : undefined;
  } catch {
    // A damaged profile is ignored, as in browsers.
    return undefined;
  }
}

/** Reads gAMA and cHRM, whose values are in 100 000ths. @see https://www.w3.org/TR/png-3/#11gAMA and #11cHRM */
function gammaIn(gamma: DataView | undefined, chromaticities: DataView | undefined): DeviceColours | undefined {
  if (gamma?.byteLength !== 4 || gamma.getUint32(0) === 0) return undefined;
  const fileGamma = gamma.getUint32(0) / 100_000;
  const curve = gammaCurve(1 / fileGamma);
  if (chromaticities?.byteLength === 32) {
    const primaries = Array.from({ length: 8 }, (_, at) => chromaticities.getUint32(at * 4) / 100_000);
    const toXyz = primariesToXyz(primaries as unknown as Primaries);
    return toXyz && { kind: 'matrix', curves: [curve, curve, curve], toXyz };
  }
  if (fileGamma >= minSrgbGamma && fileGamma <= maxSrgbGamma) return undefined;
  return { kind: 'matrix', curves: [curve, curve, curve], toXyz: srgbToXyz };
}

const d65 = [0.3127, 0.329] as const;
const illuminantC = [0.31, 0.316] as const;
const bt601: Primaries = [...d65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07];
/** Primaries by their code points. @see ITU-T H.273, table 2 */
const codedPrimaries: Readonly<Record<number, Primaries>> = {
  1: [...d65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06],
  4: [...illuminantC, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
  5: [...d65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: bt601,
  7: bt601,
  8: [...illuminantC, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
  9: [...d65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  10: [1 / 3, 1 / 3, 1, 0, 0, 1, 0, 0],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...d65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  22: [...d65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
};

/** The curve of BT.1886's reference display, by which the television curves are decoded. */
const displayCurve = gammaCurve(2.4);
/** Transfer curves by their code points. @see ITU-T H.273, table 3 */
const codedCurves: Readonly<Record<number, Curve>> = {
  1: displayCurve,
  4: gammaCurve(2.2),
  5: gammaCurve(2.8),
  6: displayCurve,
  7: (value) => (value < 0.0913 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: (value) => value,
  11: displayCurve,
  13: lightOf,
  14: displayCurve,
  15: displayCurve,
  17: (value) => (52.37 / 48) * value ** 2.6,
};

/**
 * Reads a cICP chunk. Its bytes are primaries, curve, matrix (0 is RGB) and the full-range flag.
 * @see https://www.w3.org/TR/png-3/#cICP-chunk
 */
function colourCodesIn(codes: DataView | undefined): DeviceColours | undefined {
  if (codes?.byteLength !== 4 || codes.getUint8(2) !== 0 || codes.getUint8(3) !== 1) return undefined;
  const curve = codedCurves[codes.getUint8(1)];
  const primaries = codedPrimaries[codes.getUint8(0)];
  const toXyz = primaries && primariesToXyz(primaries);
  return curve && toXyz && { kind: 'matrix', curves: [curve, curve, curve], toXyz };
}
