import { crc32 } from '../file/crc32.ts';
import { fourCc, isJpeg, isPng, isWebp } from '../file/signatures.ts';

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

export interface ImageHeader {
  readonly type: ImageType;
  /** Width as stored. An EXIF orientation may swap width and height when the image is shown. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** True for an animation. Only its first frame is decoded. */
  readonly animated: boolean;
}

/** Number of bytes that are read at once. */
const windowBytes = 1 << 20;
/** A JPEG that does not state its size within this many bytes is rejected. */
const maxMetadataBytes = 1 << 26;

/**
 * Reads an image's format and size from its first bytes, without decoding it. For a JPEG it reads up to the end of the
 * metadata.
 * @param blob any file; its name and declared type are ignored.
 * @returns undefined when the bytes are not the beginning of a JPEG, PNG or WebP.
 * @example
 * const { type, widthPx, heightPx } = (await readImageHeader(file)) ?? {};
 */
export async function readImageHeader(blob: Blob): Promise<ImageHeader | undefined> {
  const view = await windowOf(blob, 0);
  try {
    return readPng(view) ?? readWebp(view) ?? (isJpeg(view) ? await readJpeg(blob, view) : undefined);
  } catch (error) {
    // A RangeError means that the file ends inside its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function windowOf(blob: Blob, start: number): Promise<DataView> {
  return new DataView(await blob.slice(start, start + windowBytes).arrayBuffer());
}

/**
 * Reads a PNG's size. The header's checksum must be right, because damaged bytes would give an arbitrary size.
 * @see https://www.w3.org/TR/png-3/#5PNG-file-signature and #11IHDR
 */
function readPng(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 33 || !isPng(view)) return undefined;
  // The checksum covers the chunk's name and its data.
  const header = new Uint8Array(view.buffer, view.byteOffset + 12, 17);
  if (view.getUint32(8) !== 13 || fourCc(view, 12) !== 'IHDR' || view.getUint32(29) !== crc32(header)) return undefined;
  return { type: 'image/png', widthPx: view.getUint32(16), heightPx: view.getUint32(20), animated: isApng(view) };
}

/**
 * Checks whether a PNG is animated: its animation control chunk comes before the first pixels and counts at least one frame.
 * @see https://www.w3.org/TR/png-3/#acTL-chunk
 */
function isApng(view: DataView): boolean {
  for (let chunk = 8; chunk + 8 <= view.byteLength; chunk += 12 + view.getUint32(chunk)) {
    const name = fourCc(view, chunk + 4);
    if (name === 'acTL') return chunk + 12 > view.byteLength || view.getUint32(chunk + 8) > 0;
    if (name === 'IDAT') return false;
  }
  return false;
}

/**
 * Number of bytes read from a frame header (SOF): marker, length, precision, image size and number of channels.
 */
const frameHeaderBytes = 10;

/**
 * Walks the segments of a JPEG up to the frame header, reading further windows when needed. The depth maps and provenance
 * data that some cameras write before it take megabytes.
 * @see ITU-T T.81, annex B
 */
async function readJpeg(blob: Blob, first: DataView): Promise<ImageHeader | undefined> {
  const end = Math.min(blob.size, maxMetadataBytes);
  let [view, start, offset] = [first, 0, 2];
  while (start + offset + frameHeaderBytes <= end) {
    if (offset + frameHeaderBytes > view.byteLength) {
      start += offset;
      offset = 0;
      view = await windowOf(blob, start);
    }
    const marker = view.getUint8(offset + 1);
    if (view.getUint8(offset) !== 0xff || isNoMarker(marker)) offset += 1;
    else if (isFrameHeader(marker)) {
      // A frame header with any other length is damaged, so its size cannot be trusted.
      if (view.getUint16(offset + 2) !== 8 + 3 * view.getUint8(offset + 9)) return undefined;
      const [heightPx, widthPx] = [view.getUint16(offset + 5), view.getUint16(offset + 7)];
      return { type: 'image/jpeg', widthPx, heightPx, animated: false };
    } else offset += 2 + (hasNoLength(marker) ? 0 : view.getUint16(offset + 2));
  }
  return undefined;
}

/**
 * Checks for a byte after FF that makes no marker: another fill byte, or the zero of FF 00, which decoders skip everywhere. If it
 * counted as a marker with a length, a file could hide its frame header from this function and show it another one.
 */
function isNoMarker(byte: number): boolean {
  return byte === 0xff || byte === 0x00;
}

/** Checks for a frame header's marker: C0 to CF except DHT (C4), JPG (C8) and DAC (CC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Checks for a marker without a length: TEM, the restart markers and the start marker. */
function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 30 || !isWebp(view)) return undefined;
  const still = { type: 'image/webp', animated: false } as const;
  switch (fourCc(view, 12)) {
    case 'VP8X': {
      if (view.getUint32(16, true) !== 10) return undefined;
      // The second bit of the flags marks an animation.
      const animated = (view.getUint8(20) & 2) !== 0;
      return { ...still, animated, widthPx: 1 + uint24(view, 24), heightPx: 1 + uint24(view, 27) };
    }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { ...still, widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >> 14) & 0x3fff) };
    }
    case 'VP8 ':
      if (uint24(view, 23) !== 0x2a019d) return undefined;
      return { ...still, widthPx: view.getUint16(26, true) & 0x3fff, heightPx: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}
