/** A colour in the profile connection space: XYZ, relative to the white point D50. */
export type Xyz = readonly [x: number, y: number, z: number];

/** An RGB colour space as a profile describes it. */
export interface RgbSpace {
  /** Name in ASCII. */
  readonly name: string;
  /** Red, green and blue, adapted to D50 by Bradford's method. */
  readonly primaries: readonly [red: Xyz, green: Xyz, blue: Xyz];
  /** Returns the linear light of an encoded value; both 0…1. */
  readonly linear: (encoded: number) => number;
}

/** White point of the profile connection space, D50. */
const white: Xyz = [0.9642, 1, 0.8249];
/** Number of points of the transfer function's table. */
const curvePoints = 1024;
const headerBytes = 128;

/**
 * Writes the ICC profile of an RGB colour space. It is of version 2, which every print shop's software reads.
 * @example
 * writeRgbProfile(srgbSpace);
 * @see ICC.1:2001-04
 */
export function writeRgbProfile({ name, primaries: [red, green, blue], linear }: RgbSpace): Uint8Array<ArrayBuffer> {
  const curve = curveTag(linear);
  return joined([
    ['desc', descriptionTag(name)],
    ['cprt', tag('text', letters('Public domain\0'))],
    ['wtpt', xyzTag(white)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** Builds a profile of tags. Tags with the same data share one copy of it. */
function joined(tags: readonly (readonly [signature: string, data: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const unique = [...new Set(tags.map(([, data]) => data))];
  const places = new Map<Uint8Array, number>();
  let end = headerBytes + 4 + tags.length * 12;
  for (const data of unique) {
    places.set(data, end);
    end += aligned(data.length);
  }
  const profile = new Uint8Array(end);
  profile.set(header(end));
  const view = new DataView(profile.buffer);
  view.setUint32(headerBytes, tags.length);
  for (const [index, [signature, data]] of tags.entries()) {
    const at = headerBytes + 4 + index * 12;
    const place = places.get(data) ?? 0;
    profile.set(letters(signature), at);
    view.setUint32(at + 4, place);
    view.setUint32(at + 8, data.length);
    profile.set(data, place);
  }
  return profile;
}

function header(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(headerBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, sizeBytes);
  view.setUint32(8, 0x02100000);
  bytes.set(letters('mntrRGB XYZ '), 12);
  // A fixed date, so that equal results are equal files.
  for (const [index, part] of [2026, 1, 1].entries()) view.setUint16(24 + index * 2, part);
  bytes.set(letters('acsp'), 36);
  for (const [index, value] of white.entries()) view.setInt32(68 + index * 4, fixed(value));
  return bytes;
}

/** Writes the profile's name as ASCII. The empty Unicode and Macintosh names that follow have fixed sizes. */
function descriptionTag(name: string): Uint8Array {
  const ascii = letters(`${name}\0`);
  const data = new Uint8Array(4 + ascii.length + 8 + 3 + 67);
  new DataView(data.buffer).setUint32(0, ascii.length);
  data.set(ascii, 4);
  return tag('desc', data);
}

function xyzTag(xyz: Xyz): Uint8Array {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  for (const [index, value] of xyz.entries()) view.setInt32(index * 4, fixed(value));
  return tag('XYZ ', data);
}

function curveTag(linear: RgbSpace['linear']): Uint8Array {
  const data = new Uint8Array(4 + curvePoints * 2);
  const view = new DataView(data.buffer);
  view.setUint32(0, curvePoints);
  for (let point = 0; point < curvePoints; point += 1) {
    view.setUint16(4 + point * 2, Math.round(linear(point / (curvePoints - 1)) * 65_535));
  }
  return tag('curv', data);
}

function tag(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + data.length);
  bytes.set(letters(type));
  bytes.set(data, 8);
  return bytes;
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Returns a number in 16.16 fixed point. */
function fixed(value: number): number {
  return Math.round(value * 65_536);
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
