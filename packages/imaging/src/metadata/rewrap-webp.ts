import type { Size } from '../geometry/rect.ts';

const alphaFlag = 0x10;
const exifFlag = 0x08;

/**
 * Rewrites a WebP's container: with an EXIF block or without, and always without a colour profile. The pixels are sRGB,
 * which is what a WebP without a profile is; Chromium's profile weighs half a kilobyte, which is much to a small logo.
 * @param webp as a browser writes it: one image, in the simple format or the extended.
 * @see RFC 9649, section 2
 */
export function rewrapWebp(
  webp: Uint8Array<ArrayBuffer>,
  exif: Uint8Array<ArrayBuffer> | undefined,
  { widthPx, heightPx }: Size,
): Uint8Array<ArrayBuffer>[] {
  const frame = chunksOf(webp).filter(({ type }) => type === 'ALPH' || type === 'VP8 ' || type === 'VP8L');
  const flags = (exif ? exifFlag : 0) | (frame.some(hasAlpha) ? alphaFlag : 0);
  // One chunk alone is the simple format, which knows of no flags.
  const isSimple = !exif && frame.length === 1;
  const header = Uint8Array.of(flags, 0, 0, 0, ...threeBytes(widthPx - 1), ...threeBytes(heightPx - 1));
  const chunks = [
    ...(isSimple ? [] : chunk('VP8X', header)),
    ...frame.flatMap(({ type, data }) => chunk(type, data)),
    ...(exif ? chunk('EXIF', exif) : []),
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

/** Tells whether an image has alpha. In the lossless format, a bit behind the signature and twice fourteen bits of size says so. */
function hasAlpha({ type, data }: Chunk): boolean {
  return type === 'ALPH' || (type === 'VP8L' && ((data[4] ?? 0) & 0x10) !== 0);
}

/** The size does not count the byte that makes it even. */
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
