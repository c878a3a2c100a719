import { findExif } from './find-exif.ts';
import {
  type CameraMetadata,
  type CameraTag,
  cameraTags,
  dateTags,
  type ImageDates,
  tiffType,
} from './camera-metadata.ts';

const exifDirectory = 0x8769;
/** Largest number of letters of a text. No camera or lens has a longer name. */
const maxLetters = 64;

/**
 * Reads the camera metadata that may be copied into a result. Each value is parsed rather than copied as bytes, so that
 * no hidden data can be copied with it.
 * @param original a JPEG, PNG or WebP. Any other file, and a broken or hostile one, has no metadata.
 * @returns undefined when the file contains no such metadata.
 * @see `cameraTags` for the values that are copied, and for those that never are.
 */
export async function readCameraMetadata(original: Blob): Promise<CameraMetadata | undefined> {
  const tiff = findExif(new Uint8Array(await original.arrayBuffer()));
  return tiff && valuesOf(tiff, cameraTags);
}

/**
 * Reads the camera metadata and the dates of an EXIF block. They are meant for a source image that is converted on the
 * device.
 * @param tiff the block, starting at `II` or `MM`; a TIFF file is such a block. Malformed data is safe.
 * @returns undefined when the block contains none of them.
 * @example
 * const metadata = readExifBlock(tiff);
 * console.log(metadata?.model, metadata?.takenAt);
 */
export function readExifBlock(tiff: Uint8Array<ArrayBuffer>): (CameraMetadata & ImageDates) | undefined {
  return valuesOf(tiff, { ...cameraTags, ...dateTags });
}

/** Parses the values of these tags in a TIFF block. @see TIFF 6.0, section 2 */
function valuesOf(
  tiff: Uint8Array<ArrayBuffer>,
  tags: Readonly<Record<string, CameraTag>>,
): (CameraMetadata & ImageDates) | undefined {
  if (tiff.length < 8) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const order = view.getUint16(0);
  const littleEndian = order === 0x4949;
  if ((!littleEndian && order !== 0x4d4d) || view.getUint16(2, littleEndian) !== 42) return undefined;
  const image = readDirectory(view, view.getUint32(4, littleEndian), littleEndian);
  // Only the first directory's pointer to the EXIF directory is followed, so an endless chain of directories is
  // harmless.
  const pointer = image.get(exifDirectory);
  const exif =
    pointer?.type === tiffType.long
      ? readDirectory(view, view.getUint32(pointer.at, littleEndian), littleEndian)
      : none;
  const entries = Object.entries(tags).flatMap(([name, tag]) => {
    const entry = (tag.directory === 'image' ? image : exif).get(tag.tag);
    const value = entry && valueOf(view, entry, tag, littleEndian);
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Byte offset of the values. */
  readonly at: number;
}

const none: ReadonlyMap<number, Entry> = new Map();

/** Returns the entries whose values lie within the block. When a tag occurs twice, the first entry counts. */
function readDirectory(view: DataView, first: number, littleEndian: boolean): ReadonlyMap<number, Entry> {
  if (first + 2 > view.byteLength) return none;
  const entries = new Map<number, Entry>();
  const count = view.getUint16(first, littleEndian);
  for (let at = first + 2; at + 12 <= view.byteLength && at < first + 2 + count * 12; at += 12) {
    const tag = view.getUint16(at, littleEndian);
    const type = view.getUint16(at + 2, littleEndian);
    const valueCount = view.getUint32(at + 4, littleEndian);
    const bytes = valueCount * (sizes[type] ?? 1);
    const valueAt = bytes <= 4 ? at + 8 : view.getUint32(at + 8, littleEndian);
    if (valueCount > 0 && valueAt + bytes <= view.byteLength && !entries.has(tag)) {
      entries.set(tag, { type, count: valueCount, at: valueAt });
    }
  }
  return entries;
}

const sizes: Record<number, number> = {
  [tiffType.text]: 1,
  [tiffType.short]: 2,
  [tiffType.long]: 4,
  [tiffType.rational]: 8,
  [tiffType.signedRational]: 8,
};

function valueOf(
  view: DataView,
  { type, count, at }: Entry,
  tag: CameraTag,
  littleEndian: boolean,
): CameraMetadata[keyof CameraMetadata] {
  if (type !== tiffType[tag.type]) return undefined;
  switch (tag.type) {
    case 'text':
      return textOf(view, at, count);
    case 'short':
      return view.getUint16(at, littleEndian);
    case 'rational':
      return ratioOf(view.getUint32(at, littleEndian), view.getUint32(at + 4, littleEndian));
    case 'signedRational':
      return ratioOf(view.getInt32(at, littleEndian), view.getInt32(at + 4, littleEndian));
    default:
      return tag.type satisfies never;
  }
}

/**
 * Returns a ratio, or undefined for 0/0. A camera writes 0/0 for a value that it cannot know, such as the aperture of a
 * lens without contacts.
 */
function ratioOf(numerator: number, denominator: number): readonly [number, number] | undefined {
  return denominator === 0 ? undefined : [numerator, denominator];
}

/** Reads text up to the first zero, limited to the printable ASCII letters that EXIF allows. */
function textOf(view: DataView, at: number, count: number): string | undefined {
  const letters: string[] = [];
  for (let index = 0; index < Math.min(count, maxLetters); index += 1) {
    const letter = view.getUint8(at + index);
    if (letter === 0) break;
    if (letter >= 0x20 && letter < 0x7f) letters.push(String.fromCharCode(letter));
  }
  return letters.join('').trim() || undefined;
}
