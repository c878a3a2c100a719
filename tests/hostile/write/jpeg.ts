import { Buffer } from 'node:buffer';

import sharp, { type JpegOptions } from 'sharp';

import { pictureSize, picturePixels } from '../hostile-file.ts';
import { bytes, latin1, uint16 } from './bytes.ts';

/** The picture’s pixels as an input of sharp. */
export const drawnPicture = (isClear = false) =>
  sharp(picturePixels(isClear), {
    raw: { width: pictureSize.widthPx, height: pictureSize.heightPx, channels: 4 },
  });

/** Writes a JPEG of the picture with libvips. */
export const jpeg = (options: JpegOptions = {}): Promise<Buffer> =>
  drawnPicture()
    .removeAlpha()
    .jpeg({ quality: 95, mozjpeg: false, ...options })
    .toBuffer();

/** Writes a segment. @param length overrides the right length. */
export const segment = (marker: number, data: Buffer, length = data.length + 2): Buffer =>
  Buffer.concat([bytes(0xff, marker), uint16(length), data]);

interface Segment {
  readonly marker: number;
  /** Offset of the marker. */
  readonly at: number;
  /** Offset of what follows the segment. */
  readonly end: number;
}

/** Lists the segments of a JPEG up to its first scan. @see ITU-T T.81, annex B */
export function segmentsOf(file: Buffer): readonly Segment[] {
  const segments: Segment[] = [];
  for (let at = 2; at + 4 <= file.length;) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    const marker = file[at + 1] ?? 0;
    segments.push({ marker, at, end });
    if (marker === 0xda) break;
    at = end;
  }
  return segments;
}

/** Returns the first segment with this marker. @throws when there is none. */
export function segmentAt(file: Buffer, marker: number): Segment {
  const found = segmentsOf(file).find((each) => each.marker === marker);
  if (!found) throw new Error(`the JPEG has no segment ${marker.toString(16)}`);
  return found;
}

/** Returns the JPEG with segments after its first marker. */
export const withSegments = (file: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);

export const withoutSegments = (file: Buffer, marker: number): Buffer => {
  const { at } = segmentAt(file, 0xda);
  const kept = segmentsOf(file).filter((each) => each.marker !== marker && each.marker !== 0xda);
  return Buffer.concat([
    file.subarray(0, 2),
    ...kept.map((each) => file.subarray(each.at, each.end)),
    file.subarray(at),
  ]);
};

export const exifSegment = (tiff: Buffer): Buffer => segment(0xe1, Buffer.concat([latin1('Exif\0\0'), tiff]));

/** Writes a colour profile in as many segments as it needs. @param numbering returns number and count of a segment. */
export function profileSegments(
  profile: Buffer,
  numbering: (at: number, count: number) => readonly [number, number] = (at, count) => [at + 1, count],
): readonly Buffer[] {
  const maxBytes = 65_519;
  const count = Math.ceil(profile.length / maxBytes);
  return Array.from({ length: count }, (_, at) =>
    segment(
      0xe2,
      Buffer.concat([
        latin1('ICC_PROFILE\0'),
        bytes(...numbering(at, count)),
        profile.subarray(at * maxBytes, (at + 1) * maxBytes),
      ]),
    ),
  );
}
