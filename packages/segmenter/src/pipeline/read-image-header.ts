export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

export interface ImageHeader {
  readonly type: ImageType;
  /** As stored: an EXIF orientation may swap the two when the picture is shown. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether it moves, and what is decoded is its first frame. */
  readonly animated: boolean;
}

/** A JPEG keeps its size behind its metadata; profiles and previews of more than this are not seen in pictures. */
const headerBytes = 1 << 20;

/**
 * Reads what a picture is, and its size, from its first bytes; nothing is decoded.
 * @param blob any file, whatever its name says.
 * @returns undefined when the bytes are not the beginning of a JPEG, PNG or WebP.
 */
export async function readImageHeader(blob: Blob): Promise<ImageHeader | undefined> {
  const bytes = new Uint8Array(await blob.slice(0, headerBytes).arrayBuffer());
  const view = new DataView(bytes.buffer);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view);
  } catch (error) {
    // Reading past the end: the file stops inside its own header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @see https://www.w3.org/TR/png-3/#5PNG-file-signature and #11IHDR */
function readPng(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  return { type: 'image/png', widthPx: view.getUint32(16), heightPx: view.getUint32(20), animated: isApng(view) };
}

/** Its control chunk stands before the first pixels. @see https://www.w3.org/TR/png-3/#acTL-chunk */
function isApng(view: DataView): boolean {
  for (let chunk = 8; chunk + 8 <= view.byteLength; chunk += 12 + view.getUint32(chunk)) {
    const name = fourCc(view, chunk + 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** Walks the segments to the frame header (SOF). @see ITU-T T.81, annex B */
function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let offset = 2;
  for (;;) {
    while (view.getUint8(offset) !== 0xff) offset += 1;
    while (view.getUint8(offset) === 0xff) offset += 1;
    const marker = view.getUint8(offset);
    const segment = offset + 1;
    if (isFrameHeader(marker)) {
      const [heightPx, widthPx] = [view.getUint16(segment + 3), view.getUint16(segment + 5)];
      return { type: 'image/jpeg', widthPx, heightPx, animated: false };
    }
    offset = hasNoLength(marker) ? segment : segment + view.getUint16(segment);
  }
}

/** C0 to CF, but for the tables DHT (C4), JPG (C8) and DAC (CC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** TEM and the restart and start markers stand alone. */
function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 30 || fourCc(view, 0) !== 'RIFF' || fourCc(view, 8) !== 'WEBP') return undefined;
  const still = { type: 'image/webp', animated: false } as const;
  switch (fourCc(view, 12)) {
    case 'VP8X': {
      // The second bit of its flags.
      const animated = (view.getUint8(20) & 2) !== 0;
      return { ...still, animated, widthPx: 1 + uint24(view, 24), heightPx: 1 + uint24(view, 27) };
    }
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { ...still, widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { ...still, widthPx: view.getUint16(26, true) & 0x3fff, heightPx: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}

function fourCc(view: DataView, offset: number): string {
  return String.fromCharCode(...Array.from({ length: 4 }, (_, index) => view.getUint8(offset + index)));
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}
