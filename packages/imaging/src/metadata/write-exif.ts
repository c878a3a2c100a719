import {
  type CameraMetadata,
  type CameraTag,
  cameraTags,
  dateTags,
  type ImageDates,
  tiffType,
} from './camera-metadata.ts';
import type { Credit } from './credit.ts';
import {
  byTag,
  directoryBytes,
  longEntry,
  opaqueEntry,
  rationalEntry,
  shortEntry,
  textEntry,
  type TiffEntry,
  tiffHeader,
  tiffHeaderBytes,
  writeDirectory,
} from './tiff-directory.ts';

const inches = 2;
const sRgb = 1;
/** Value of the colour space for every other one, which the file's colour profile describes. */
const uncalibrated = 0xffff;
const tags: Readonly<Record<string, CameraTag>> = { ...cameraTags, ...dateTags };
const exifPointer = 0x8769;
const artistTag = 0x013b;
const copyrightTag = 0x8298;

/** The two directories of an EXIF block. */
export interface ExifEntries {
  readonly image: readonly TiffEntry[];
  readonly exif: readonly TiffEntry[];
}

export interface ExifOptions extends Credit {
  /** `profile` when the file has a colour profile other than sRGB. Default: `srgb`. */
  readonly colorSpace?: 'srgb' | 'profile';
}

/**
 * Writes a small EXIF block from scratch. It contains the given values and, next to EXIF values, the EXIF version and
 * the colour space; nothing else.
 * @returns a little-endian TIFF block; undefined when there is nothing to write.
 * @example
 * const block = writeExif({ make: 'Canon', takenAt: '2026:05:06 07:08:09' }, undefined);
 * @see TIFF 6.0 and CIPA DC-008, Exif 2.32
 */
export function writeExif(
  metadata: (CameraMetadata & ImageDates) | undefined,
  dotsPerInch: number | undefined,
  options: ExifOptions = {},
): Uint8Array<ArrayBuffer> | undefined {
  const { image, exif } = exifEntries(metadata, dotsPerInch, options);
  if (exif.length === 0 && image.length === 0) return undefined;
  const pointer = (to: number) => (exif.length > 0 ? [longEntry(exifPointer, to)] : []);
  const exifAt = tiffHeaderBytes + directoryBytes([...image, ...pointer(0)]);
  const block = new Uint8Array(exifAt + (exif.length > 0 ? directoryBytes(exif) : 0));
  block.set(tiffHeader());
  writeDirectory(block, tiffHeaderBytes, [...image, ...pointer(exifAt)]);
  if (exif.length > 0) writeDirectory(block, exifAt, exif);
  return block;
}

/** Returns the entries of an EXIF block, for a file that has directories of its own. */
export function exifEntries(
  metadata: (CameraMetadata & ImageDates) | undefined,
  dotsPerInch: number | undefined,
  { colorSpace = 'srgb', author, copyright }: ExifOptions = {},
): ExifEntries {
  const exif = metadata
    ? [
        opaqueEntry(0x9000, new TextEncoder().encode('0232')),
        shortEntry(0xa001, colorSpace === 'srgb' ? sRgb : uncalibrated),
        ...entriesOf(metadata, 'exif'),
      ].toSorted(byTag)
    : [];
  const image = [
    ...(metadata ? entriesOf(metadata, 'image') : []),
    ...(dotsPerInch === undefined
      ? []
      : [rationalEntry(0x011a, [dotsPerInch, 1]), rationalEntry(0x011b, [dotsPerInch, 1]), shortEntry(0x0128, inches)]),
    // The standard allows ASCII only, but programs write and read UTF-8.
    ...(author ? [textEntry(artistTag, author)] : []),
    ...(copyright ? [textEntry(copyrightTag, copyright)] : []),
  ].toSorted(byTag);
  return { image, exif };
}

function entriesOf(metadata: CameraMetadata & ImageDates, directory: CameraTag['directory']): TiffEntry[] {
  return Object.entries(tags).flatMap(([name, { tag, type, directory: own }]) => {
    const value = metadata[name as keyof (CameraMetadata & ImageDates)];
    if (own !== directory || value === undefined) return [];
    if (typeof value === 'string') return [textEntry(tag, value)];
    return [typeof value === 'number' ? shortEntry(tag, value) : rationalEntry(tag, value, tiffType[type])];
  });
}
