export interface FileNotes {
  readonly dotsPerInch?: number | undefined;
  /** EXIF data as a TIFF block. */
  readonly exif?: Uint8Array<ArrayBuffer> | undefined;
  /** ICC profile in place of the file's own one. */
  readonly profile?: Uint8Array | undefined;
  /** XMP packet. */
  readonly xmp?: Uint8Array<ArrayBuffer> | undefined;
}

const jfifMark = [0x4a, 0x46, 0x49, 0x46, 0];
const exifMark = [0x45, 0x78, 0x69, 0x66, 0, 0];
const xmpMark = new TextEncoder().encode('http://ns.adobe.com/xap/1.0/\0');
const version = [1, 2];
const perInch = 1;
const noThumbnail = [0, 0];
const profileMark = [0x49, 0x43, 0x43, 0x5f, 0x50, 0x52, 0x4f, 0x46, 0x49, 0x4c, 0x45, 0];
/** Bytes of a profile in one segment, after its mark, its number and the number of all parts. */
const profilePartBytes = 65_535 - 2 - profileMark.length - 2;

/**
 * Writes the print resolution and an EXIF block at the beginning of a JPEG, in place of those that the browser wrote. A
 * colour profile is preserved: unlike WebP, JPEG defines no default colour space, and print shops require a profile.
 * @param jpeg a JPEG as a browser writes it.
 * @example
 * const parts = addToJpeg(jpeg, { exif: writeExif(metadata, undefined), profile });
 * @see JPEG File Interchange Format, version 1.02, and CIPA DC-008, Exif 2.32, 4.5.4
 */
export function addToJpeg(
  jpeg: Uint8Array<ArrayBuffer>,
  { dotsPerInch, exif, xmp, profile }: FileNotes,
): Uint8Array<ArrayBuffer>[] {
  const jfif = dotsPerInch === undefined ? ownJfif(jpeg) : jfifOf(dotsPerInch);
  return [
    jpeg.subarray(0, 2),
    jfif,
    ...(exif ? [segment(0xe1, [...exifMark, ...exif])] : []),
    ...(xmp ? [segment(0xe1, [...xmpMark, ...xmp])] : []),
    ...(profile ? profileSegments(profile) : []),
    ...segmentsOf(jpeg).flatMap(({ marker, bytes }) => {
      const isReplaced = marker === 0xe0 || isExif(marker, bytes) || (profile && isProfile(marker, bytes));
      return isReplaced ? [] : [bytes];
    }),
  ];
}

/** Splits a profile into segments. @see ICC.1:2022, B.4, Embedding ICC profiles in JFIF files */
function profileSegments(profile: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(profile.length / profilePartBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * profilePartBytes, (index + 1) * profilePartBytes);
    return segment(0xe2, [...profileMark, index + 1, count, ...part]);
  });
}

function jfifOf(dotsPerInch: number): Uint8Array<ArrayBuffer> {
  const density = [dotsPerInch >> 8, dotsPerInch & 0xff];
  return segment(0xe0, [...jfifMark, ...version, perInch, ...density, ...density, ...noThumbnail]);
}

/** Returns the browser's JFIF segment, or no bytes when the file has none. */
function ownJfif(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return segmentsOf(jpeg).find(({ marker }) => marker === 0xe0)?.bytes ?? new Uint8Array();
}

function isProfile(marker: number, bytes: Uint8Array): boolean {
  return marker === 0xe2 && profileMark.every((byte, at) => bytes[at + 4] === byte);
}

function isExif(marker: number, bytes: Uint8Array): boolean {
  return marker === 0xe1 && exifMark.every((byte, at) => bytes[at + 4] === byte);
}

interface Segment {
  readonly marker: number;
  /** Bytes of the segment, including its marker. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns the segments after the first marker. The first scan and everything after it count as one segment. */
function segmentsOf(jpeg: Uint8Array<ArrayBuffer>): Segment[] {
  const segments: Segment[] = [];
  for (let at = 2; at < jpeg.length;) {
    const marker = jpeg[at + 1] ?? 0;
    const end = marker === 0xda ? jpeg.length : at + 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    segments.push({ marker, bytes: jpeg.subarray(at, end) });
    at = end;
  }
  return segments;
}

function segment(marker: number, data: readonly number[]): Uint8Array<ArrayBuffer> {
  const length = data.length + 2;
  return Uint8Array.from([0xff, marker, length >> 8, length & 0xff, ...data]);
}
