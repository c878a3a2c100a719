import { crc32 } from '../file/crc32.ts';
import { fileOf } from '../file/file-of.ts';
import { type ExifBlock, findExif } from '../file/find-exif.ts';
import { context2d } from './context-2d.ts';

/** An EXIF orientation: how stored pixels are rotated and mirrored to be upright. 1, which changes nothing, is left out. */
export type Orientation = 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface StoredOrientation {
  readonly orientation: Orientation;
  /** The same file with orientation 1, so that every browser decodes the pixels as they are stored. */
  readonly unturned: Blob;
}

/** Number of metadata bytes that are read. The orientation comes early, before thumbnails and makers' notes. */
const maxExifBytes = 1 << 16;

/**
 * Finds the EXIF orientation of a PNG or WebP, which browsers do not apply consistently: Chromium 156 ignores it in a WebP,
 * and in a PNG when it comes after the pixels. Every browser applies a JPEG's orientation, so this function ignores JPEGs.
 * @returns undefined when there is no orientation, it is 1, or the metadata does not follow EXIF 2.32 and TIFF 6.0.
 */
export async function findStoredOrientation(file: Blob): Promise<StoredOrientation | undefined> {
  const exif = await findExif(file);
  if (!exif || exif.format === 'jpeg') return undefined;
  const entry = orientationIn(await readStart(file, exif));
  if (entry?.orientation === undefined) return undefined;
  const parts: Patch[] = [{ at: exif.at + entry.at, bytes: entry.one }];
  if (exif.format === 'png') {
    // The checksum covers the chunk's name and its data.
    const nameAt = exif.chunkAt - 4;
    const bytes = new Uint8Array(await file.slice(nameAt, exif.at + exif.bytes).arrayBuffer());
    bytes.set(entry.one, exif.at + entry.at - nameAt);
    parts.push({ at: exif.at + exif.bytes, bytes: bigEndian(crc32(bytes)) });
  }
  return { orientation: entry.orientation, unturned: await patched(file, parts) };
}

/** Checks whether a file is a JPEG whose EXIF orientation is not 1. */
export async function isTurnedJpeg(file: Blob): Promise<boolean> {
  const exif = await findExif(file);
  return exif?.format === 'jpeg' && orientationIn(await readStart(file, exif))?.orientation !== undefined;
}

async function readStart(file: Blob, { at, bytes }: ExifBlock): Promise<DataView> {
  return new DataView(await file.slice(at, at + Math.min(bytes, maxExifBytes)).arrayBuffer());
}

/** Rotates and mirrors an image to be upright, copying each pixel exactly. */
export function turnUpright(stored: ImageBitmap, orientation: Orientation | 1): OffscreenCanvas {
  const { width, height } = stored;
  const isOnItsSide = orientation >= 5;
  const context = context2d(isOnItsSide ? height : width, isOnItsSide ? width : height);
  context.imageSmoothingEnabled = false;
  context.setTransform(...transformOf(orientation, width, height));
  context.drawImage(stored, 0, 0);
  return context.canvas;
}

/** Returns the canvas transformation for an orientation. @see CIPA DC-008 (EXIF 2.32), 4.6.4.A, Orientation */
function transformOf(
  orientation: Orientation | 1,
  width: number,
  height: number,
): [a: number, b: number, c: number, d: number, e: number, f: number] {
  switch (orientation) {
    case 1:
      return [1, 0, 0, 1, 0, 0];
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, height, 0];
    case 7:
      return [0, -1, -1, 0, height, width];
    case 8:
      return [0, -1, 1, 0, 0, width];
    default:
      return orientation satisfies never;
  }
}

const orientationTag = 0x0112;
const shortType = 3;

/**
 * Finds the orientation in the first directory of TIFF metadata.
 * @returns the offset of its value, and the bytes that encode 1 there; `orientation` is undefined for 1.
 */
function orientationIn(
  tiff: DataView,
):
  | { readonly at: number; readonly orientation: Orientation | undefined; readonly one: Uint8Array<ArrayBuffer> }
  | undefined {
  if (tiff.byteLength < 8) return undefined;
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  if (tiff.getUint16(2, isLittle) !== 42) return undefined;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return undefined;
  const count = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.byteLength) return undefined;
    if (tiff.getUint16(entry, isLittle) !== orientationTag) continue;
    const value = tiff.getUint16(entry + 8, isLittle);
    const isOne = tiff.getUint16(entry + 2, isLittle) === shortType && tiff.getUint32(entry + 4, isLittle) === 1;
    if (!isOne || value < 1 || value > 8) return undefined;
    return {
      at: entry + 8,
      orientation: value === 1 ? undefined : (value as Orientation),
      one: isLittle ? Uint8Array.of(1, 0) : Uint8Array.of(0, 1),
    };
  }
  return undefined;
}

interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns a copy of a file with some bytes replaced. */
async function patched(file: Blob, patches: readonly Patch[]): Promise<Blob> {
  const copy = new Uint8Array(await file.arrayBuffer());
  for (const { at, bytes } of patches) copy.set(bytes, at);
  return fileOf([copy], file.type);
}

function bigEndian(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
