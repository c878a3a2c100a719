const exifMark = 'Exif\0\0';

/**
 * Finds an image's EXIF block.
 * @param bytes a JPEG, PNG or WebP. Other and malformed data is safe.
 * @returns the TIFF block, as a view on the same memory; undefined when there is none.
 */
export function findExif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (textAt(bytes, 0, 2) === '\xff\xd8') return inJpeg(bytes, view);
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return inChunks(bytes, view, pngChunks);
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return inChunks(bytes, view, webpChunks);
  return undefined;
}

/** Searches the segments before the first scan. @see ITU-T T.81, annex B */
function inJpeg(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer> | undefined {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      // A marker may be preceded by any number of fill bytes.
      at += 1;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return undefined;
    const end = at + 2 + view.getUint16(at + 2);
    const data = at + 4 + exifMark.length;
    if (marker === 0xe1 && data <= end && textAt(bytes, at + 4, exifMark.length) === exifMark) {
      return bytes.subarray(data, end);
    }
    // A valid length includes its own two bytes. The minimum step keeps a smaller, invalid length from leading
    // backwards.
    at = Math.max(end, at + 4);
  }
  return undefined;
}

interface ChunkFormat {
  readonly first: number;
  readonly exif: string;
  readonly lengthAt: 0 | 4;
  readonly typeAt: 0 | 4;
  readonly littleEndian: boolean;
  /** Returns the number of bytes between a chunk's data and the next chunk. */
  readonly tail: (length: number) => number;
}

/** @see https://www.w3.org/TR/png-3/#5Chunk-layout */
const pngChunks: ChunkFormat = {
  first: 8,
  exif: 'eXIf',
  lengthAt: 0,
  typeAt: 4,
  littleEndian: false,
  tail: () => 4,
};

/** @see https://developers.google.com/speed/webp/docs/riff_container */
const webpChunks: ChunkFormat = {
  first: 12,
  exif: 'EXIF',
  lengthAt: 4,
  typeAt: 0,
  littleEndian: true,
  tail: (length) => length % 2,
};

function inChunks(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  format: ChunkFormat,
): Uint8Array<ArrayBuffer> | undefined {
  for (let at = format.first; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + format.lengthAt, format.littleEndian);
    if (textAt(bytes, at + format.typeAt, 4) === format.exif) {
      const data = bytes.subarray(at + 8, at + 8 + length);
      // The mark `Exif` belongs in JPEGs only, but some programs also write it into other files.
      return textAt(data, 0, exifMark.length) === exifMark ? data.subarray(exifMark.length) : data;
    }
    at += 8 + length + format.tail(length);
  }
  return undefined;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
