import { context2d } from './context-2d.ts';

/** An EXIF orientation: how stored pixels are rotated and mirrored to be upright. 1, which changes nothing, is left out. */
export type Orientation = 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface StoredOrientation {
  readonly orientation: Orientation;
  /** The same file with orientation 1, so that every browser decodes the pixels as they are stored. */
  readonly unturned: Blob;
}

const windowBytes = 1 << 20;
/** Number of metadata bytes that are read. The orientation comes early, before thumbnails and makers' notes. */
const maxExifBytes = 1 << 16;

/**
 * Finds the EXIF orientation of a PNG or WebP, which browsers do not apply consistently: Chromium 156 ignores it in a WebP,
 * and in a PNG when it comes after the pixels. Every browser applies a JPEG's orientation, so this function ignores JPEGs.
 * @returns undefined when there is no orientation, it is 1, or the metadata does not follow EXIF 2.32 and TIFF 6.0.
 */
export async function findStoredOrientation(file: Blob): Promise<StoredOrientation | undefined> {
  const read = readerOf(file);
  const chunk = (await findPngExif(read)) ?? (await findWebpExif(read));
  const payload = chunk && (await read(chunk.at, Math.min(chunk.bytes, maxExifBytes)));
  const entry = payload && orientationIn(payload);
  if (!chunk || !entry || entry.orientation === undefined) return undefined;
  const parts: Patch[] = [{ at: chunk.at + entry.at, bytes: entry.one }];
  if (chunk.isChecked) {
    const whole = await read(chunk.at - 4, chunk.bytes + 4);
    if (!whole) return undefined;
    const bytes = new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength).slice();
    bytes.set(entry.one, 4 + entry.at);
    parts.push({ at: chunk.at + chunk.bytes, bytes: bigEndian(crc32(bytes)) });
  }
  return { orientation: entry.orientation, unturned: patched(file, parts) };
}

/** Checks whether a file is a JPEG whose EXIF orientation is not 1. */
export async function isTurnedJpeg(file: Blob): Promise<boolean> {
  const read = readerOf(file);
  const segment = await findJpegExif(read);
  const payload = segment && (await read(segment.at, segment.bytes));
  return payload !== undefined && orientationIn(payload)?.orientation !== undefined;
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

/** Reads a number of bytes at an offset. @returns undefined when the file ends before. */
type Read = (at: number, bytes: number) => Promise<DataView | undefined>;

function readerOf(file: Blob): Read {
  let window = new ArrayBuffer(0);
  let start = 0;
  return async (at, bytes) => {
    if (at + bytes > file.size) return undefined;
    if (at < start || at + bytes > start + window.byteLength) {
      start = at;
      window = await file.slice(at, at + Math.max(bytes, windowBytes)).arrayBuffer();
    }
    return new DataView(window, at - start, bytes);
  };
}

/** Location of the metadata in its file, without the chunk's header. */
interface Chunk {
  /** Offset in bytes. */
  readonly at: number;
  /** Length in bytes. */
  readonly bytes: number;
  /** True when a checksum of the chunk's name and bytes follows. */
  readonly isChecked: boolean;
}

/**
 * Finds a JPEG's EXIF metadata in the segments before the first scan.
 * @see CIPA DC-008 (EXIF 2.32), 4.5.2, and ITU-T T.81, annex B
 */
async function findJpegExif(read: Read): Promise<Chunk | undefined> {
  if ((await read(0, 2))?.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  for (;;) {
    const header = await read(at, 4);
    if (!header || header.getUint8(0) !== 0xff || header.getUint8(1) === 0xda) return undefined;
    const bytes = header.getUint16(2) - 2;
    const name = header.getUint8(1) === 0xe1 && bytes > 6 ? await read(at + 4, 6) : undefined;
    if (name && nameAt(name, 0) === 'Exif') return { at: at + 10, bytes: bytes - 6, isChecked: false };
    at += 4 + Math.max(bytes, 0);
  }
}

/** Finds a PNG's EXIF metadata, which may come before or after the pixels. @see https://www.w3.org/TR/png-3/#eXIf */
async function findPngExif(read: Read): Promise<Chunk | undefined> {
  const signature = await read(0, 8);
  if (signature?.getUint32(0) !== 0x89504e47 || signature.getUint32(4) !== 0x0d0a1a0a) return undefined;
  let at = 8;
  for (;;) {
    const header = await read(at, 8);
    if (!header) return undefined;
    const bytes = header.getUint32(0);
    if (nameAt(header, 4) === 'eXIf') return { at: at + 8, bytes, isChecked: true };
    at += 12 + bytes;
  }
}

/**
 * Finds a WebP's EXIF metadata. In an animation it comes after the last frame.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
async function findWebpExif(read: Read): Promise<Chunk | undefined> {
  const start = await read(0, 16);
  if (!start || nameAt(start, 0) !== 'RIFF' || nameAt(start, 8) !== 'WEBP' || nameAt(start, 12) !== 'VP8X') {
    return undefined;
  }
  let at = 12;
  for (;;) {
    const header = await read(at, 8);
    if (!header) return undefined;
    const bytes = header.getUint32(4, true);
    if (nameAt(header, 0) === 'EXIF') {
      // Some programs begin the chunk with the name that a JPEG's segment has.
      const prefix = bytes > 6 ? await read(at + 8, 6) : undefined;
      const skipped = prefix && nameAt(prefix, 0) === 'Exif' ? 6 : 0;
      return { at: at + 8 + skipped, bytes: bytes - skipped, isChecked: false };
    }
    // Chunks begin at even offsets.
    at += 8 + bytes + (bytes % 2);
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

/** Returns a copy of a file with some bytes replaced. @param patches in ascending order of their offsets. */
function patched(file: Blob, patches: readonly Patch[]): Blob {
  const parts: BlobPart[] = [];
  let from = 0;
  for (const { at, bytes } of patches) {
    parts.push(file.slice(from, at), bytes);
    from = at + bytes.length;
  }
  return new Blob([...parts, file.slice(from)], { type: file.type });
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

function bigEndian(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** @see https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return ~rest >>> 0;
}
