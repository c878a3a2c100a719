import { Buffer } from 'node:buffer';

import sharp from 'sharp';

import { damaged, type HostileFile, opens, opensAs, opensGrey, pictureSize, tooManyPixels } from './hostile-file.ts';
import { turned } from './turned.ts';
import { bytes, cutAt, inserted, latin1, noise, replaced, uint16, uint32 } from './write/bytes.ts';
import { orientationData, tiffData } from './write/exif.ts';
import {
  drawnPicture,
  exifSegment,
  jpeg,
  profileSegments,
  segment,
  segmentAt,
  withoutSegments,
  withSegments,
} from './write/jpeg.ts';
import { rowsOf } from './write/png.ts';

const { widthPx, heightPx } = pictureSize;
const plain = await jpeg({ chromaSubsampling: '4:4:4' });
const progressive = await jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
const [frame, tables, scan] = [segmentAt(plain, 0xc0), segmentAt(plain, 0xdb), segmentAt(plain, 0xda)];
const scanBytes = plain.length - 2 - scan.end;

/** Returns the plain JPEG with another frame: its marker, precision, size or number of components. */
const reframed = (at: number, ...values: readonly number[]) => replaced(plain, frame.at + at, ...values);

const kinds: readonly HostileFile[] = [
  { name: 'jpeg-baseline.jpg', bytes: plain, expected: opens },
  { name: 'jpeg-progressive.jpg', bytes: progressive, expected: opens },
  { name: 'jpeg-halved-colours.jpg', bytes: await jpeg({ chromaSubsampling: '4:2:0' }), expected: opens },
  { name: 'jpeg-grey.jpg', bytes: await grey(), expected: opensGrey },
  {
    name: 'jpeg-cmyk.jpg',
    bytes: await drawnPicture().removeAlpha().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    // The inks of a CMYK file without a profile have no exact colours.
    expected: opensAs(widthPx, heightPx),
  },
  // The pixels are not coded arithmetically, as the frame says, which decoders cannot notice.
  { name: 'jpeg-arithmetic.jpg', bytes: reframed(1, 0xc9), expected: opensAs(widthPx, heightPx) },
  { name: 'jpeg-lossless.jpg', bytes: reframed(1, 0xc3), expected: damaged },
  { name: 'jpeg-hierarchical.jpg', bytes: reframed(1, 0xc5), expected: damaged },
  { name: 'jpeg-12-bit.jpg', bytes: replaced(reframed(1, 0xc1), frame.at + 4, 12), expected: damaged },
];

const sizes: readonly HostileFile[] = [
  { name: 'jpeg-1x1.jpg', bytes: await jpegOf(1, 1), expected: opensAs(1, 1) },
  { name: 'jpeg-16384x1.jpg', bytes: await jpegOf(16_384, 1), expected: opensAs(16_384, 1) },
  { name: 'jpeg-1x60000.jpg', bytes: await jpegOf(1, 60_000), expected: tooManyPixels },
  { name: 'jpeg-65535x65535.jpg', bytes: reframed(5, 0xff, 0xff, 0xff, 0xff), expected: tooManyPixels },
  { name: 'jpeg-no-height.jpg', bytes: reframed(5, 0, 0), expected: damaged },
  { name: 'jpeg-no-width.jpg', bytes: reframed(7, 0, 0), expected: damaged },
];

/** Files that end early, at each place of their structure. */
const truncated: readonly HostileFile[] = (
  [
    ['start', 2],
    ['first-marker', 3],
    ['first-length', 5],
    ['tables', tables.at + 10],
    ['frame', frame.at + 6],
    ['frame-components', frame.at + 12],
    ['scan-header', scan.at + 5],
    ['first-pixel', scan.end + 1],
    ['middle', scan.end + Math.round(scanBytes / 2)],
  ] as const
).map(([place, length]) => ({ name: `jpeg-cut-in-${place}.jpg`, bytes: plain.subarray(0, length), expected: damaged }));

const structure: readonly HostileFile[] = [
  { name: 'jpeg-no-tables.jpg', bytes: withoutSegments(plain, 0xdb), expected: damaged },
  { name: 'jpeg-no-frame.jpg', bytes: withoutSegments(plain, 0xc0), expected: damaged },
  { name: 'jpeg-no-components.jpg', bytes: reframed(9, 0), expected: damaged },
  { name: 'jpeg-99-components.jpg', bytes: reframed(9, 99), expected: damaged },
  { name: 'jpeg-sampling-0.jpg', bytes: reframed(11, 0), expected: damaged },
  { name: 'jpeg-sampling-15x15.jpg', bytes: reframed(11, 0xff), expected: damaged },
  { name: 'jpeg-frame-length-0.jpg', bytes: reframed(2, 0, 0), expected: damaged },
  { name: 'jpeg-frame-length-65535.jpg', bytes: reframed(2, 0xff, 0xff), expected: damaged },
  {
    name: 'jpeg-frame-twice.jpg',
    bytes: inserted(plain, frame.end, plain.subarray(frame.at, frame.end)),
    expected: damaged,
  },
  { name: 'jpeg-start-twice.jpg', bytes: Buffer.concat([bytes(0xff, 0xd8), plain]), expected: damaged },
  {
    name: 'jpeg-table-of-17-codes.jpg',
    bytes: replaced(plain, segmentAt(plain, 0xc4).at + 5, ...Array<number>(16).fill(255)),
    expected: damaged,
  },
  { name: 'jpeg-fill-bytes.jpg', bytes: inserted(plain, 2, Buffer.alloc(100, 0xff)), expected: opens },
  { name: 'jpeg-8-mb-of-fill-bytes.jpg', bytes: inserted(plain, 2, Buffer.alloc(8 << 20, 0xff)), expected: opens },
  {
    name: 'jpeg-500000-empty-comments.jpg',
    bytes: inserted(plain, 2, Buffer.alloc(2_000_000, bytes(0xff, 0xfe, 0, 2))),
    expected: opens,
  },
  // A length below 2 is wrong. libjpeg, which browsers and libvips use, searches the next marker.
  { name: 'jpeg-segment-length-0.jpg', bytes: withSegments(plain, segment(0xfe, latin1('ab'), 0)), expected: opens },
  { name: 'jpeg-stuffed-zero.jpg', bytes: inserted(plain, 2, bytes(0xff, 0)), expected: opens },
  { name: 'jpeg-bomb-behind-stuffed-zero.jpg', bytes: hiddenBomb(), expected: tooManyPixels },
  { name: 'jpeg-only-markers.jpg', bytes: Buffer.alloc(100_000, bytes(0xff, 0xd8)), expected: damaged },
  { name: 'jpeg-then-noise.jpg', bytes: Buffer.concat([bytes(0xff, 0xd8), noise(5000)]), expected: damaged },
];

/** A marker and a segment of a camera that points to a second image behind the first. @see CIPA DC-007 (MPO) */
const manyImages = segment(
  0xe2,
  Buffer.concat([latin1('MPF\0'), tiffData([{ tag: 0xb001, type: 4, count: 1, value: 2 }], false)]),
);
const profile = Buffer.concat([
  uint32(3_000_000),
  latin1('lcms'),
  uint32(0x0210_0000),
  latin1('mntrRGB XYZ '),
  noise(3_000_000),
]);
const xmp = segment(0xe1, latin1('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta tiff:Orientation="6"/>'));
/** A segment of the largest length. */
const fullSegment = segment(0xea, Buffer.alloc(65_533, 0x41));

const metadata: readonly HostileFile[] = [
  { name: 'jpeg-profile-is-noise.jpg', bytes: withSegments(plain, ...profileSegments(noise(600))), expected: opens },
  { name: 'jpeg-profile-of-3-mb.jpg', bytes: withSegments(plain, ...profileSegments(profile)), expected: opens },
  {
    name: 'jpeg-profile-numbered-wrongly.jpg',
    bytes: withSegments(plain, ...profileSegments(profile.subarray(0, 200_000), () => [200, 0])),
    expected: opens,
  },
  {
    name: 'jpeg-two-images.mpo',
    bytes: Buffer.concat([withSegments(plain, manyImages), await jpeg({ quality: 20 })]),
    expected: opens,
  },
  {
    name: 'jpeg-film-behind.jpg',
    bytes: Buffer.concat([plain, uint32(24), latin1('ftypmp42'), noise(3000)]),
    expected: opens,
  },
  { name: 'jpeg-zip-behind.jpg', bytes: Buffer.concat([plain, latin1('PK\x03\x04'), noise(300)]), expected: opens },
  {
    name: 'jpeg-comment-is-a-script.jpg',
    bytes: withSegments(plain, segment(0xfe, latin1('*/=1;document.title="hostile"/*'))),
    expected: opens,
  },
  {
    name: 'jpeg-metadata-of-60-mb.jpg',
    bytes: withSegments(plain, ...Array.from({ length: 915 }, () => fullSegment)),
    expected: opens,
  },
  {
    name: 'jpeg-metadata-of-8-mb.jpg',
    bytes: withSegments(plain, ...Array.from({ length: 122 }, () => fullSegment)),
    expected: opens,
  },
];

const exif: readonly HostileFile[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `jpeg-orientation-${orientation}.jpg`,
    bytes: withSegments(plain, exifSegment(orientationData(orientation))),
    expected: turned(orientation),
  })),
  { name: 'jpeg-orientation-0.jpg', bytes: withSegments(plain, exifSegment(orientationData(0))), expected: opens },
  { name: 'jpeg-orientation-9.jpg', bytes: withSegments(plain, exifSegment(orientationData(9))), expected: opens },
  {
    name: 'jpeg-orientation-big-endian.jpg',
    bytes: withSegments(plain, exifSegment(orientationData(8, false))),
    expected: turned(8),
  },
  {
    name: 'jpeg-orientation-behind-xmp.jpg',
    bytes: withSegments(plain, xmp, exifSegment(orientationData(6))),
    expected: turned(6),
  },
  { name: 'jpeg-orientation-in-xmp-alone.jpg', bytes: withSegments(plain, xmp), expected: opens },
  {
    name: 'jpeg-exif-loop.jpg',
    bytes: withSegments(plain, exifSegment(orientationData(1, true, 8))),
    expected: opens,
  },
  {
    name: 'jpeg-exif-points-to-itself.jpg',
    bytes: withSegments(plain, exifSegment(tiffData([{ tag: 0x8769, type: 4, count: 1, value: 8 }]))),
    expected: opens,
  },
  {
    name: 'jpeg-exif-of-4-gigabytes.jpg',
    bytes: withSegments(plain, exifSegment(tiffData([{ tag: 0x927c, type: 1, count: 0xffff_ffff, value: 26 }]))),
    expected: opens,
  },
  {
    name: 'jpeg-exif-cut.jpg',
    bytes: withSegments(plain, exifSegment(cutAt(orientationData(6), 0.5))),
    expected: opens,
  },
  { name: 'jpeg-exif-empty.jpg', bytes: withSegments(plain, exifSegment(Buffer.alloc(0))), expected: opens },
];

/** A progressive JPEG sends its pixels in scans. Each repeated scan costs a decoder as much as the whole image. */
const scans: readonly HostileFile[] = [
  { name: 'jpeg-1000-scans.jpg', bytes: withRepeatedScan(1000), expected: damaged },
  // Decoders continue after a marker in the pixels. What follows is lost, and only its size is known.
  {
    name: 'jpeg-restart-marker.jpg',
    bytes: inserted(plain, scan.end + 20, bytes(0xff, 0xd3)),
    expected: opensAs(widthPx, heightPx),
  },
];

export const jpegFiles: readonly HostileFile[] = [
  ...kinds,
  ...sizes,
  ...truncated,
  ...structure,
  ...metadata,
  ...exif,
  ...scans,
];

/**
 * Returns a JPEG of 60 000 × 60 000 px whose comment contains the frame of a small one. A reader that takes FF 00 for a segment
 * skips the large frame and finds the small one: decoders skip the two bytes.
 */
function hiddenBomb(): Buffer {
  const start = Buffer.concat([bytes(0xff, 0xd8, 0xff, 0), plain.subarray(frame.at, frame.end)]);
  const large = replaced(start, 4 + 5, ...uint16(60_000), ...uint16(60_000));
  const comment = segment(0xfe, Buffer.alloc(65_533, 0x41));
  // The marker of the frame, FF C0, would be the length.
  const at = 4 + 0xffc0 - large.length;
  const hidden = replaced(comment, at, ...plain.subarray(frame.at, frame.end));
  return Buffer.concat([large, hidden, withoutSegments(plain, 0xc0).subarray(2)]);
}

/** Returns the picture as a JPEG of one channel. */
function grey(): Promise<Buffer> {
  const rows = rowsOf((pixel) => [pixel.grey]);
  const values = Buffer.concat(
    Array.from({ length: heightPx }, (_, y) => rows.subarray(y * (widthPx + 1) + 1, (y + 1) * (widthPx + 1))),
  );
  return sharp(values, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Returns a grey JPEG of this size. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const file = await drawnPicture()
    .removeAlpha()
    .resize(width, Math.min(height, 16_384), { fit: 'fill' })
    .jpeg()
    .toBuffer();
  const { at } = segmentAt(file, 0xc0);
  return height > 16_384 ? replaced(file, at + 5, ...uint16(height)) : file;
}

/** Returns the progressive JPEG with its last scan many times. */
function withRepeatedScan(times: number): Buffer {
  const at = progressive.lastIndexOf(bytes(0xff, 0xda));
  const last = progressive.subarray(at, -2);
  return Buffer.concat([
    progressive.subarray(0, at),
    ...Array.from({ length: times }, () => last),
    progressive.subarray(-2),
  ]);
}
