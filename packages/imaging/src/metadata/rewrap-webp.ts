import type { Size } from '../geometry/rect.ts';

const alphaFlag = 0x10;
const exifFlag = 0x08;
const xmpFlag = 0x04;

export interface WebpNotes {
  /** EXIF data as a TIFF block. */
  readonly exif?: Uint8Array<ArrayBuffer> | undefined;
  /** XMP packet. */
  readonly xmp?: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Rewrites the container of a WebP: with or without EXIF and XMP, and always without a colour profile. The pixels are
 * sRGB, which is the default of a WebP without a profile. Chromium's profile takes half a kilobyte, which matters for a
 * small logo.
 * @param webp one image as a browser writes it, in the simple or the extended format.
 * @see RFC 9649, section 2
 */
export function rewrapWebp(
  webp: Uint8Array<ArrayBuffer>,
  { exif, xmp }: WebpNotes,
  { widthPx, heightPx }: Size,
): Uint8Array<ArrayBuffer>[] {
  const frame = chunksOf(webp).filter(({ type }) => type === 'ALPH' || type === 'VP8 ' || type === 'VP8L');
  const flags = (exif ? exifFlag : 0) | (xmp ? xmpFlag : 0) | (frame.some(hasAlpha) ? alphaFlag : 0);
  // A single chunk is written in the simple format, which has no flags.
  const isSimple = !exif && !xmp && frame.length === 1;
  const header = Uint8Array.of(flags, 0, 0, 0, ...threeBytes(widthPx - 1), ...threeBytes(heightPx - 1));
  const chunks = [
    ...(isSimple ? [] : chunk('VP8X', header)),
    ...frame.flatMap(({ type, data }) => chunk(type, data)),
    ...(exif ? chunk('EXIF', exif) : []),
    ...(xmp ? chunk('XMP ', xmp) : []),
  ];
  const size = 4 + chunks.reduce((sum, { length }) => sum + length, 0);
  return [Uint8Array.of(...letters('RIFF'), ...fourBytes(size), ...letters('WEBP')), ...chunks];
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

function chunksOf(webp: Uint8Array<ArrayBuffer>): Chunk[] {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= webp.length;) {
    const type = String.fromCharCode(...webp.subarray(at, at + 4));
    const end = at + 8 + view.getUint32(at + 4, true);
    chunks.push({ type, data: webp.subarray(at + 8, end) });
    at = end + (end % 2);
  }
  return chunks;
}

/**
 * Checks whether a chunk of an image contains alpha. In the lossless format, the alpha bit follows the signature and
 * two sizes of 14 bits.
 */
function hasAlpha({ type, data }: Chunk): boolean {
  return type === 'ALPH' || (type === 'VP8L' && ((data[4] ?? 0) & 0x10) !== 0);
}

/** Builds a chunk. Its size does not count the padding byte that makes the length even. */
function chunk(type: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  return [Uint8Array.of(...letters(type), ...fourBytes(data.length)), data, new Uint8Array(data.length % 2)];
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function threeBytes(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
}

function fourBytes(value: number): number[] {
  return [...threeBytes(value), value >>> 24];
}
