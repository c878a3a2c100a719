import { fourCc, isJpeg, isPng, isWebp } from './signatures.ts';

/** Location of EXIF metadata in its file. */
export interface ExifBlock {
  readonly format: 'jpeg' | 'png' | 'webp';
  /** Offset of the TIFF data, in bytes. */
  readonly at: number;
  /** Length of the TIFF data, in bytes. */
  readonly bytes: number;
  /** Offset of the chunk's or segment's data. It is smaller than `at` when the prefix `Exif` precedes the TIFF data. */
  readonly chunkAt: number;
}

/**
 * Finds the EXIF metadata of a JPEG, PNG or WebP, and reads only the file's structure.
 * @returns undefined for a file without complete metadata, and for other, damaged and hostile files.
 * @example
 * const exif = await findExif(file);
 * const tiff = exif && (await file.slice(exif.at, exif.at + exif.bytes).arrayBuffer());
 */
export async function findExif(file: Blob): Promise<ExifBlock | undefined> {
  const read = readerOf(file);
  const start = await read(0, 12);
  if (!start) return undefined;
  if (isJpeg(start)) return findInJpeg(read);
  if (isPng(start)) return findInChunks(read, 'png');
  return isWebp(start) ? findInChunks(read, 'webp') : undefined;
}

/** Reads a number of bytes at an offset. @returns undefined when the file ends before. */
type Read = (at: number, bytes: number) => Promise<DataView | undefined>;

const windowBytes = 1 << 20;

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

/**
 * Searches the segments before the first scan. Fill bytes before a marker, which cameras do not write, end the search:
 * a hostile file could consist of millions of them.
 * @see CIPA DC-008 (EXIF 2.32), 4.5.2, and ITU-T T.81, annex B
 */
async function findInJpeg(read: Read): Promise<ExifBlock | undefined> {
  for (let at = 2; ;) {
    const header = await read(at, 4);
    const marker = header?.getUint8(1);
    if (header?.getUint8(0) !== 0xff || marker === 0xda || marker === 0xd9 || marker === 0xff) return undefined;
    const bytes = header.getUint16(2) - 2;
    // An APP1 segment without the prefix contains XMP.
    const block = marker === 0xe1 ? await blockAt(read, 'jpeg', at + 4, bytes) : undefined;
    if (block && block.at > block.chunkAt) return block;
    at += 4 + Math.max(bytes, 0);
  }
}

/**
 * Searches all chunks, because the metadata may come before or after the pixels.
 * @see https://www.w3.org/TR/png-3/#5Chunk-layout and https://developers.google.com/speed/webp/docs/riff_container
 */
async function findInChunks(read: Read, format: 'png' | 'webp'): Promise<ExifBlock | undefined> {
  const isPng = format === 'png';
  for (let at = isPng ? 8 : 12; ;) {
    const header = await read(at, 8);
    if (!header) return undefined;
    // A PNG's chunk begins with its length, a WebP's with its name.
    const bytes = header.getUint32(isPng ? 0 : 4, !isPng);
    if (fourCc(header, isPng ? 4 : 0) === (isPng ? 'eXIf' : 'EXIF')) return blockAt(read, format, at + 8, bytes);
    // A checksum follows a PNG's data. A WebP's chunks begin at even offsets.
    at += 8 + bytes + (isPng ? 4 : bytes % 2);
  }
}

/** Returns the metadata in a chunk, without the prefix that JPEGs require and some programs write into other files. */
async function blockAt(
  read: Read,
  format: ExifBlock['format'],
  chunkAt: number,
  chunkBytes: number,
): Promise<ExifBlock | undefined> {
  if (chunkBytes < prefixBytes) return undefined;
  const [prefix, last] = [await read(chunkAt, prefixBytes), await read(chunkAt + chunkBytes - 1, 1)];
  if (!prefix || !last) return undefined;
  const skipped = fourCc(prefix, 0) === 'Exif' ? prefixBytes : 0;
  return { format, at: chunkAt + skipped, bytes: chunkBytes - skipped, chunkAt };
}

/** Length of `Exif` and two zero bytes. TIFF data is longer as well. */
const prefixBytes = 6;
