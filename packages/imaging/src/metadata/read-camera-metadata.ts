import { findExif } from './find-exif.ts';
import { type CameraMetadata, type CameraTag, cameraTags, tiffType } from './camera-metadata.ts';

const exifDirectory = 0x8769;
/** Longer than any camera's or lens's name. */
const maxLetters = 64;

/**
 * Reads the camera metadata that may be copied into a result. Each value is parsed, not copied as bytes: nothing
 * can hide beside it.
 * @param original a JPEG, PNG or WebP; any other file, broken or hostile, has no notes.
 * @returns undefined where there is none of them.
 * @see `cameraTags` for what is copied, and what never is.
 */
export async function readCameraMetadata(original: Blob): Promise<CameraMetadata | undefined> {
  const tiff = findExif(new Uint8Array(await original.arrayBuffer()));
  const metadata = tiff && metadataOf(tiff);
  return metadata && Object.keys(metadata).length > 0 ? metadata : undefined;
}

/** @see TIFF 6.0, section 2 */
function metadataOf(tiff: Uint8Array<ArrayBuffer>): CameraMetadata | undefined {
  if (tiff.length < 8) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const order = view.getUint16(0);
  const littleEndian = order === 0x4949;
  if ((!littleEndian && order !== 0x4d4d) || view.getUint16(2, littleEndian) !== 42) return undefined;
  const image = readDirectory(view, view.getUint32(4, littleEndian), littleEndian);
  // Only the pointer of the first directory to EXIF's is followed, so that a file with an endless chain does no harm.
  const pointer = image.get(exifDirectory);
  const exif =
    pointer?.type === tiffType.long
      ? readDirectory(view, view.getUint32(pointer.at, littleEndian), littleEndian)
      : none;
  const entries = Object.entries(cameraTags).flatMap(([name, tag]) => {
    const entry = (tag.directory === 'image' ? image : exif).get(tag.tag);
    const value = entry && valueOf(view, entry, tag, littleEndian);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as CameraMetadata;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Where its values are. */
  readonly at: number;
}

const none: ReadonlyMap<number, Entry> = new Map();

/** @returns the entries whose values are within the block; of the same tag, the first. */
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

/** @returns a ratio; undefined for 0/0, which a camera writes for a value that it cannot know, such as the aperture of a lens without contacts. */
function ratioOf(numerator: number, denominator: number): readonly [number, number] | undefined {
  return denominator === 0 ? undefined : [numerator, denominator];
}

/** Up to the first zero, and only what EXIF allows: the letters of ASCII that can be seen. */
function textOf(view: DataView, at: number, count: number): string | undefined {
  const letters: string[] = [];
  for (let index = 0; index < Math.min(count, maxLetters); index += 1) {
    const letter = view.getUint8(at + index);
    if (letter === 0) break;
    if (letter >= 0x20 && letter < 0x7f) letters.push(String.fromCharCode(letter));
  }
  return letters.join('').trim() || undefined;
}
