import {
  type CameraMetadata,
  type CameraTag,
  cameraTags,
  dateTags,
  type ImageDates,
  tiffType,
} from './camera-metadata.ts';

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Bytes of the value, little-endian. */
  readonly bytes: Uint8Array;
}

const headerBytes = 8;
const inches = 2;
const sRgb = 1;
/** Value of the colour space for every other one, which the file's colour profile describes. */
const uncalibrated = 0xffff;
const tags: Readonly<Record<string, CameraTag>> = { ...cameraTags, ...dateTags };

/**
 * Writes a small EXIF block from scratch. It contains the given values and, next to EXIF values, the EXIF version and
 * the colour space; nothing else.
 * @param colorSpace `profile` when the file has a colour profile other than sRGB.
 * @returns a little-endian TIFF block; undefined when there is nothing to write.
 * @example
 * const block = writeExif({ make: 'Canon', takenAt: '2026:05:06 07:08:09' }, undefined);
 * @see TIFF 6.0 and CIPA DC-008, Exif 2.32
 */
export function writeExif(
  metadata: (CameraMetadata & ImageDates) | undefined,
  dotsPerInch: number | undefined,
  colorSpace: 'srgb' | 'profile' = 'srgb',
): Uint8Array<ArrayBuffer> | undefined {
  const exif = metadata
    ? [
        opaque(0x9000, '0232'),
        short(0xa001, colorSpace === 'srgb' ? sRgb : uncalibrated),
        ...entriesOf(metadata, 'exif'),
      ].toSorted(byTag)
    : [];
  const image = [
    ...(metadata ? entriesOf(metadata, 'image') : []),
    ...(dotsPerInch === undefined
      ? []
      : [rational(0x011a, [dotsPerInch, 1]), rational(0x011b, [dotsPerInch, 1]), short(0x0128, inches)]),
  ].toSorted(byTag);
  if (exif.length === 0 && image.length === 0) return undefined;
  const pointer = (to: number) => (exif.length > 0 ? [long(0x8769, to)] : []);
  const exifAt = headerBytes + sizeOf([...image, ...pointer(0)]);
  const block = new Uint8Array(exifAt + (exif.length > 0 ? sizeOf(exif) : 0));
  block.set([0x49, 0x49, 42, 0, headerBytes]);
  writeDirectory(block, headerBytes, [...image, ...pointer(exifAt)]);
  if (exif.length > 0) writeDirectory(block, exifAt, exif);
  return block;
}

/** Writes a directory. Values that do not fit into their entries follow the directory, each at an even offset. */
function writeDirectory(block: Uint8Array<ArrayBuffer>, start: number, entries: readonly Entry[]): void {
  const view = new DataView(block.buffer);
  let free = start + 2 + entries.length * 12 + 4;
  view.setUint16(start, entries.length, true);
  for (const [index, { tag, type, count, bytes }] of entries.entries()) {
    const at = start + 2 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    if (bytes.length <= 4) block.set(bytes, at + 8);
    else {
      view.setUint32(at + 8, free, true);
      block.set(bytes, free);
      free += even(bytes.length);
    }
  }
}

function sizeOf(entries: readonly Entry[]): number {
  const behind = entries.map(({ bytes }) => (bytes.length <= 4 ? 0 : even(bytes.length)));
  return 2 + entries.length * 12 + 4 + behind.reduce((sum, bytes) => sum + bytes, 0);
}

function entriesOf(metadata: CameraMetadata & ImageDates, directory: CameraTag['directory']): Entry[] {
  return Object.entries(tags).flatMap(([name, { tag, type, directory: own }]) => {
    const value = metadata[name as keyof (CameraMetadata & ImageDates)];
    if (own !== directory || value === undefined) return [];
    if (typeof value === 'string') return [text(tag, value)];
    return [typeof value === 'number' ? short(tag, value) : rational(tag, value, tiffType[type])];
  });
}

function text(tag: number, value: string): Entry {
  const bytes = new TextEncoder().encode(`${value}\0`);
  return { tag, type: tiffType.text, count: bytes.length, bytes };
}

function opaque(tag: number, value: string): Entry {
  return { tag, type: tiffType.opaque, count: value.length, bytes: new TextEncoder().encode(value) };
}

function short(tag: number, value: number): Entry {
  return { tag, type: tiffType.short, count: 1, bytes: Uint8Array.of(value & 0xff, value >> 8) };
}

function long(tag: number, value: number): Entry {
  return { tag, type: tiffType.long, count: 1, bytes: fourBytes(value) };
}

/**
 * Builds a rational entry. Signed numbers need no special case, because their two's complement is written bit by bit.
 */
function rational(tag: number, [numerator, denominator]: readonly number[], type: number = tiffType.rational): Entry {
  return { tag, type, count: 1, bytes: Uint8Array.of(...fourBytes(numerator ?? 0), ...fourBytes(denominator ?? 1)) };
}

function fourBytes(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24);
}

function byTag(one: Entry, other: Entry): number {
  return one.tag - other.tag;
}

function even(length: number): number {
  return length + (length % 2);
}
