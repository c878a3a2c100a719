import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';

import {
  damaged,
  greyQuarters,
  type HostileFile,
  opens,
  opensAs,
  opensGrey,
  opensTransparent,
  pictureQuarters,
  pictureSize,
  tooManyPixels,
} from './hostile-file.ts';
import { bytes, cutAt, latin1, noise, replaced, uint16, uint32 } from './write/bytes.ts';
import { turned } from './turned.ts';
import { orientationData, tiffData } from './write/exif.ts';
import { drawnPicture } from './write/jpeg.ts';
import { chunk, png, rowsOf } from './write/png.ts';

const { widthPx, heightPx } = pictureSize;
const plain = png();
const pixels = deflateSync(rowsOf(({ rgb }) => rgb));
const palette = chunk('PLTE', bytes(...pictureQuarters.flat()));
const indices = rowsOf(({ quarter }) => [quarter]);
const white = [255, 255, 255] as const;
const black = [0, 0, 0] as const;

/** A PNG keeps its pixels in every kind of sample. @see https://www.w3.org/TR/png-3/#table111 */
const kinds: readonly HostileFile[] = [
  { name: 'png-rgb.png', bytes: plain, expected: opens },
  { name: 'png-rgb-16-bit.png', bytes: png({ depth: 16, rows: rowsOf(({ rgb }) => rgb, 16) }), expected: opens },
  { name: 'png-rgba-clear.png', bytes: withAlpha(), expected: opensTransparent },
  {
    name: 'png-rgba-16-bit-clear.png',
    bytes: png({ type: 6, depth: 16, rows: rowsOf(({ rgb, alpha }) => [...rgb, alpha], 16, true) }),
    expected: opensTransparent,
  },
  { name: 'png-grey.png', bytes: png({ type: 0, rows: rowsOf(({ grey }) => [grey]) }), expected: opensGrey },
  {
    name: 'png-grey-16-bit.png',
    bytes: png({ type: 0, depth: 16, rows: rowsOf(({ grey }) => [grey], 16) }),
    expected: opensGrey,
  },
  {
    name: 'png-grey-alpha-clear.png',
    bytes: png({ type: 4, rows: rowsOf(({ grey, alpha }) => [grey, alpha], 8, true) }),
    expected: opensAs(widthPx, heightPx, [greyQuarters[0], greyQuarters[1], greyQuarters[2], undefined]),
  },
  {
    name: 'png-1-bit.png',
    bytes: png({ type: 0, depth: 1, rows: rowsOf(({ quarter }) => [quarter === 0 ? 1 : 0], 1) }),
    expected: opensAs(widthPx, heightPx, [white, black, black, black]),
  },
  {
    name: 'png-2-bit.png',
    bytes: png({ type: 0, depth: 2, rows: rowsOf(({ quarter }) => [3 - quarter], 2) }),
    expected: opensAs(widthPx, heightPx, [white, [170, 170, 170], [85, 85, 85], black]),
  },
  { name: 'png-palette.png', bytes: png({ type: 3, before: [palette], rows: indices }), expected: opens },
  {
    name: 'png-palette-2-bit.png',
    bytes: png({ type: 3, depth: 2, before: [palette], rows: rowsOf(({ quarter }) => [quarter], 2) }),
    expected: opens,
  },
  {
    name: 'png-palette-trns.png',
    bytes: png({ type: 3, before: [palette, chunk('tRNS', bytes(255, 255, 255, 0))], rows: indices }),
    expected: opensTransparent,
  },
  {
    name: 'png-palette-short-trns.png',
    bytes: png({ type: 3, before: [palette, chunk('tRNS', bytes(255))], rows: indices }),
    expected: opens,
  },
  {
    name: 'png-rgb-trns.png',
    bytes: png({ before: [chunk('tRNS', Buffer.concat(pictureQuarters[3].map(uint16)))] }),
    expected: opensTransparent,
  },
  {
    name: 'png-interlaced.png',
    bytes: await drawnPicture().removeAlpha().png({ progressive: true }).toBuffer(),
    expected: opens,
  },
  {
    name: 'png-all-clear.png',
    bytes: png({ type: 6, rows: rowsOf(() => [0, 0, 0, 0]) }),
    expected: opensAs(widthPx, heightPx, [undefined, undefined, undefined, undefined]),
  },
];

const onePixel = (width: number, height: number, samples = width * height) =>
  png({
    type: 0,
    widthPx: width,
    heightPx: height,
    rows: Buffer.alloc(height * (1 + width), 0).subarray(0, samples + height),
  });

/** Sizes up to 64 megapixels and 16 384 px are accepted; larger ones are refused by their header alone. */
const sizes: readonly HostileFile[] = [
  { name: 'png-1x1.png', bytes: onePixel(1, 1), expected: opensAs(1, 1) },
  { name: 'png-1x16384.png', bytes: onePixel(1, 16_384), expected: opensAs(1, 16_384) },
  { name: 'png-1x60000.png', bytes: onePixel(1, 60_000), expected: tooManyPixels },
  { name: 'png-60000x1.png', bytes: onePixel(60_000, 1), expected: tooManyPixels },
  { name: 'png-bomb-20000x20000.png', bytes: bomb(20_000, 20_000), expected: tooManyPixels },
  { name: 'png-2147483647-wide.png', bytes: png({ widthPx: 0x7fff_ffff }), expected: tooManyPixels },
  { name: 'png-4294967295-wide.png', bytes: png({ widthPx: 0xffff_ffff }), expected: tooManyPixels },
  { name: 'png-no-width.png', bytes: png({ widthPx: 0 }), expected: damaged },
  { name: 'png-no-height.png', bytes: png({ heightPx: 0 }), expected: damaged },
  { name: 'png-taller-than-its-pixels.png', bytes: png({ heightPx: 4800 }), expected: damaged },
];

const headerEnd = 33;
/** Files that end early. Everything before the last chunk is needed. */
const truncated: readonly HostileFile[] = (
  [
    ['signature', 8],
    ['header-length', 12],
    ['header-name', 16],
    ['header-width', 18],
    ['header', headerEnd - 4],
    ['header-checksum', headerEnd],
    ['pixels-length', headerEnd + 4],
    ['pixels-name', headerEnd + 8],
    ['first-pixel', headerEnd + 12],
    ['middle', headerEnd + 8 + Math.round(pixels.length / 2)],
    ['pixels', headerEnd + 8 + Math.round(pixels.length * 0.9)],
  ] as const
).map(([place, length]) => ({ name: `png-cut-in-${place}.png`, bytes: plain.subarray(0, length), expected: damaged }));

const animationControl = (frames: number) => chunk('acTL', Buffer.concat([uint32(frames), uint32(0)]));
const frameControl = (sequence: number, width = widthPx, height = heightPx) =>
  chunk('fcTL', Buffer.concat([...[sequence, width, height, 0, 0].map(uint32), uint16(1), uint16(10), bytes(0, 0)]));
const whiteFrame = (sequence: number) =>
  chunk('fdAT', Buffer.concat([uint32(sequence), deflateSync(rowsOf(() => white))]));

/** Structure that breaks a rule of the specification. Critical chunks must be right, ancillary ones are ignored. */
const structure: readonly HostileFile[] = [
  { name: 'png-header-checksum.png', bytes: replaced(plain, 29, 1, 2, 3, 4), expected: damaged },
  { name: 'png-pixels-checksum.png', bytes: png({ pixels: [chunk('IDAT', pixels, 0)] }), expected: damaged },
  {
    name: 'png-palette-checksum.png',
    bytes: png({ type: 3, before: [chunk('PLTE', bytes(...pictureQuarters.flat()), 0)], rows: indices }),
    expected: damaged,
  },
  { name: 'png-text-checksum.png', bytes: png({ before: [chunk('tEXt', latin1('a\0b'), 0)] }), expected: opens },
  { name: 'png-depth-3.png', bytes: png({ depth: 3 }), expected: damaged },
  { name: 'png-colour-type-5.png', bytes: png({ type: 5 }), expected: damaged },
  { name: 'png-palette-16-bit.png', bytes: png({ type: 3, depth: 16, before: [palette] }), expected: damaged },
  { name: 'png-compression-1.png', bytes: png({ methods: [1, 0, 0] }), expected: damaged },
  { name: 'png-filter-method-1.png', bytes: png({ methods: [0, 1, 0] }), expected: damaged },
  { name: 'png-interlace-9.png', bytes: png({ methods: [0, 0, 9] }), expected: damaged },
  {
    name: 'png-row-filter-7.png',
    bytes: png({
      rows: replaced(
        rowsOf(({ rgb }) => rgb),
        0,
        7,
      ),
    }),
    expected: damaged,
  },
  { name: 'png-no-palette.png', bytes: png({ type: 3, rows: indices }), expected: damaged },
  // Chromium takes the whole colours of such a palette.
  {
    name: 'png-palette-of-4-bytes.png',
    bytes: png({ type: 3, before: [chunk('PLTE', bytes(1, 2, 3, 4))], rows: indices }),
    expected: opensAs(widthPx, heightPx),
    inNode: damaged,
  },
  { name: 'png-no-pixels.png', bytes: png({ pixels: [] }), expected: damaged },
  { name: 'png-empty-pixels.png', bytes: png({ pixels: [chunk('IDAT')] }), expected: damaged },
  { name: 'png-pixels-are-noise.png', bytes: png({ pixels: [chunk('IDAT', noise(500))] }), expected: damaged },
  {
    name: 'png-pixels-in-single-bytes.png',
    bytes: png({ pixels: Array.from(pixels, (byte) => chunk('IDAT', bytes(byte))) }),
    expected: opens,
  },
  {
    name: 'png-20000-empty-chunks.png',
    bytes: png({ before: Array.from({ length: 20_000 }, () => chunk('teSt')) }),
    expected: opens,
  },
  { name: 'png-unknown-critical-chunk.png', bytes: png({ before: [chunk('ABCD', bytes(1))] }), expected: damaged },
  { name: 'png-unknown-ancillary-chunk.png', bytes: png({ before: [chunk('abCd', bytes(1))] }), expected: opens },
  {
    name: 'png-chunk-of-4-gigabytes.png',
    bytes: png({ pixels: [Buffer.concat([uint32(0xffff_ffff), latin1('IDAT'), pixels])] }),
    expected: damaged,
  },
  { name: 'png-line-breaks-changed.png', bytes: withLineBreaks(), expected: damaged },
  {
    name: 'png-header-twice.png',
    bytes: Buffer.concat([plain.subarray(0, headerEnd), plain.subarray(8)]),
    expected: damaged,
  },
];

/** Metadata that is broken, huge or hostile, and does not concern the pixels. */
const metadata: readonly HostileFile[] = [
  { name: 'png-profile-is-noise.png', bytes: png({ before: [chunk('iCCP', noise(400))] }), expected: opens },
  {
    name: 'png-profile-bomb.png',
    bytes: png({ before: [chunk('iCCP', Buffer.concat([latin1('p\0\0'), deflateSync(Buffer.alloc(50 << 20))]))] }),
    expected: opens,
  },
  {
    name: 'png-text-bomb.png',
    bytes: png({
      before: [chunk('zTXt', Buffer.concat([latin1('Comment\0\0'), deflateSync(Buffer.alloc(50 << 20))]))],
    }),
    expected: opens,
  },
  { name: 'png-text-of-4-mb.png', bytes: png({ before: [chunk('tEXt', noise(4 << 20))] }), expected: opens },
  {
    name: 'png-text-is-a-script.png',
    bytes: png({ before: [chunk('tEXt', latin1('Comment\0<script>document.title="hostile"</script>'))] }),
    expected: opens,
  },
  { name: 'png-gamma-0.png', bytes: png({ before: [chunk('gAMA', uint32(0))] }), expected: opens },
  {
    name: 'png-primaries-0.png',
    bytes: png({ before: [chunk('cHRM', Buffer.alloc(32))] }),
    expected: opens,
  },
  {
    name: 'png-time-invalid.png',
    bytes: png({ before: [chunk('tIME', bytes(255, 255, 99, 99, 99, 99, 99))] }),
    expected: opens,
  },
  {
    name: 'png-zip-behind.png',
    bytes: Buffer.concat([plain, latin1('PK\x03\x04'), noise(300)]),
    expected: opens,
  },
  {
    name: 'png-page-behind.png',
    bytes: Buffer.concat([plain, latin1('<!doctype html><script>1</script>')]),
    expected: opens,
  },
];

const apng: readonly HostileFile[] = [
  {
    name: 'apng-two-frames.png',
    bytes: png({ before: [animationControl(2), frameControl(0)], after: [frameControl(1), whiteFrame(2)] }),
    expected: opens,
  },
  // The first frame is white. libvips reads the still image, which is no part of the animation.
  {
    name: 'apng-still-image-apart.png',
    bytes: png({ before: [animationControl(1)], after: [frameControl(0), whiteFrame(1)] }),
    expected: opensAs(widthPx, heightPx, [white, white, white, white]),
    inNode: opens,
    convertedInNode: opensAs(widthPx, heightPx),
  },
  {
    name: 'apng-no-frames.png',
    bytes: png({ before: [animationControl(0), frameControl(0)] }),
    expected: opens,
  },
];

/** @see CIPA DC-008 (EXIF 2.32), 4.6.4.A, and the PNG specification's eXIf chunk */
const exif: readonly HostileFile[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `png-orientation-${orientation}.png`,
    bytes: png({ before: [chunk('eXIf', orientationData(orientation))] }),
    expected: turned(orientation),
  })),
  { name: 'png-orientation-0.png', bytes: png({ before: [chunk('eXIf', orientationData(0))] }), expected: opens },
  { name: 'png-orientation-9.png', bytes: png({ before: [chunk('eXIf', orientationData(9))] }), expected: opens },
  {
    name: 'png-orientation-big-endian.png',
    bytes: png({ before: [chunk('eXIf', orientationData(3, false))] }),
    expected: turned(3),
  },
  {
    name: 'png-exif-loop.png',
    bytes: png({ before: [chunk('eXIf', orientationData(1, true, 8))] }),
    expected: opens,
  },
  {
    name: 'png-exif-far-away.png',
    bytes: png({
      before: [chunk('eXIf', tiffData([{ tag: 0x9286, type: 2, count: 0xffff_ffff, value: 0xffff_fff0 }]))],
    }),
    expected: opens,
  },
  {
    name: 'png-exif-cut.png',
    bytes: png({ before: [chunk('eXIf', cutAt(orientationData(6), 0.6))] }),
    expected: opens,
  },
];

export const pngFiles: readonly HostileFile[] = [
  ...kinds,
  ...sizes,
  ...truncated,
  ...structure,
  ...metadata,
  ...apng,
  ...exif,
];

function withAlpha(): Buffer {
  return png({ type: 6, rows: rowsOf(({ rgb, alpha }) => [...rgb, alpha], 8, true) });
}

/** Returns a PNG of 50 kB whose pixels are 50 megabytes with one bit each, and 1.6 gigabytes once decoded. */
function bomb(width: number, height: number): Buffer {
  return png({
    type: 0,
    depth: 1,
    widthPx: width,
    heightPx: height,
    rows: Buffer.alloc(height * (1 + Math.ceil(width / 8))),
  });
}

/** Returns the PNG as a transfer in text mode changes it. */
function withLineBreaks(): Buffer {
  return latin1(plain.toString('latin1').replaceAll('\r\n', '\n'));
}
