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
  if (start?.getUint16(0) === 0xffd8) return findInJpeg(read);
  if (start?.getUint32(0) === 0x89504e47 && start.getUint32(4) === 0x0d0a1a0a) return findInChunks(read, pngChunks);
  if (start && nameAt(start, 0) === 'RIFF' && nameAt(start, 8) === 'WEBP') return findInChunks(read, webpChunks);
  return undefined;
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
 * Searches the segments before the first scan. A marker may be preceded by any number of fill bytes.
 * @see CIPA DC-008 (EXIF 2.32), 4.5.2, and ITU-T T.81, annex B
 */
async function findInJpeg(read: Read): Promise<ExifBlock | undefined> {
  for (let at = 2; ;) {
    const header = await read(at, 4);
    const marker = header?.getUint8(1);
    if (header?.getUint8(0) !== 0xff || marker === 0xda || marker === 0xd9) return undefined;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const bytes = header.getUint16(2) - 2;
    // An APP1 segment without the prefix contains XMP.
    const block = marker === 0xe1 ? await blockAt(read, 'jpeg', at + 4, bytes) : undefined;
    if (block && block.at > block.chunkAt) return block;
    at += 4 + Math.max(bytes, 0);
  }
}

interface ChunkFormat {
  readonly format: 'png' | 'webp';
  readonly first: number;
  readonly exif: string;
  readonly lengthAt: 0 | 4;
  readonly nameAt: 0 | 4;
  readonly littleEndian: boolean;
  /** Returns the number of bytes between a chunk's data and the next chunk. */
  readonly tail: (length: number) => number;
}

/** Chunks of a PNG, each with a checksum. @see https://www.w3.org/TR/png-3/#5Chunk-layout */
const pngChunks: ChunkFormat = {
  format: 'png',
  first: 8,
  exif: 'eXIf',
  lengthAt: 0,
  nameAt: 4,
  littleEndian: false,
  tail: () => 4,
};

/** Chunks of a WebP, which begin at even offsets. @see https://developers.google.com/speed/webp/docs/riff_container */
const webpChunks: ChunkFormat = {
  format: 'webp',
  first: 12,
  exif: 'EXIF',
  lengthAt: 4,
  nameAt: 0,
  littleEndian: true,
  tail: (length) => length % 2,
};

/** Searches all chunks, because the metadata may come before or after the pixels. */
async function findInChunks(read: Read, format: ChunkFormat): Promise<ExifBlock | undefined> {
  for (let at = format.first; ;) {
    const header = await read(at, 8);
    if (!header) return undefined;
    const bytes = header.getUint32(format.lengthAt, format.littleEndian);
    if (nameAt(header, format.nameAt) === format.exif) return blockAt(read, format.format, at + 8, bytes);
    at += 8 + bytes + format.tail(bytes);
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
  const skipped = nameAt(prefix, 0) === 'Exif' ? prefixBytes : 0;
  return { format, at: chunkAt + skipped, bytes: chunkBytes - skipped, chunkAt };
}

/** Length of `Exif` and two zero bytes. TIFF data is longer as well. */
const prefixBytes = 6;

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
