import { Buffer } from 'node:buffer';

import sharp from 'sharp';

import { damaged, type HostileFile, opens, opensAs, opensTransparent, tooManyPixels } from './hostile-file.ts';
import { turned } from './turned.ts';
import { bytes, latin1, noise, replaced, uint32Little } from './write/bytes.ts';
import { orientationData } from './write/exif.ts';
import { animatedWebp, chunksOf, extendedHeader, pixelsOf, riff, riffChunk, webp, webpFlags } from './write/webp.ts';

const lossy = await webp();
const lossless = await webp({ lossless: true });
const clear = await webp({ lossless: true }, true);
const lossyClear = await webp({}, true);
const animated = await animatedWebp();
const pixels = pixelsOf(lossy);

/** Returns the lossy picture in an extended file. */
const extended = (flags: number, before: readonly Buffer[] = [], after: readonly Buffer[] = []) =>
  riff([extendedHeader(flags), ...before, pixels, ...after]);

const kinds: readonly HostileFile[] = [
  { name: 'webp-lossy.webp', bytes: lossy, expected: opens },
  { name: 'webp-lossless.webp', bytes: lossless, expected: opens },
  { name: 'webp-lossless-clear.webp', bytes: clear, expected: opensTransparent },
  { name: 'webp-lossy-clear.webp', bytes: lossyClear, expected: opensTransparent },
  { name: 'webp-extended.webp', bytes: extended(0), expected: opens },
  { name: 'webp-animated.webp', bytes: animated, expected: opens },
];

const sizes: readonly HostileFile[] = [
  { name: 'webp-1x1.webp', bytes: await sized(1, 1), expected: opensAs(1, 1) },
  { name: 'webp-16383x1.webp', bytes: await sized(16_383, 1), expected: opensAs(16_383, 1) },
  {
    name: 'webp-16777216x1.webp',
    bytes: riff([extendedHeader(0, { widthPx: 1 << 24, heightPx: 1 }), pixels]),
    expected: tooManyPixels,
  },
  { name: 'webp-no-size.webp', bytes: replaced(lossy, 26, 0, 0, 0, 0), expected: damaged },
  {
    name: 'webp-header-larger-than-pixels.webp',
    bytes: riff([extendedHeader(0, { widthPx: 640, heightPx: 480 }), pixels]),
    expected: damaged,
  },
];

const truncated: readonly HostileFile[] = [
  ...[12, 16, 20, 24, 29, 31, 40].map((length) => ({
    name: `webp-cut-at-${length}.webp`,
    bytes: lossy.subarray(0, length),
    expected: damaged,
  })),
  { name: 'webp-cut-in-middle.webp', bytes: lossy.subarray(0, lossy.length >> 1), expected: damaged },
  { name: 'webp-lossless-cut-in-header.webp', bytes: lossless.subarray(0, 23), expected: damaged },
  { name: 'webp-lossless-cut-in-middle.webp', bytes: lossless.subarray(0, lossless.length >> 1), expected: damaged },
  { name: 'webp-clear-cut-in-alpha.webp', bytes: lossyClear.subarray(0, 44), expected: damaged },
  { name: 'webp-animated-cut-in-first-frame.webp', bytes: cutInFirstFrame(), expected: damaged },
];

const structure: readonly HostileFile[] = [
  { name: 'webp-only-header.webp', bytes: riff([extendedHeader(0)]), expected: damaged },
  { name: 'webp-no-chunks.webp', bytes: riff([]), expected: damaged },
  { name: 'webp-length-0.webp', bytes: riff([pixels], 0), expected: damaged },
  { name: 'webp-chunk-of-4-gigabytes.webp', bytes: replaced(lossy, 16, 255, 255, 255, 255), expected: damaged },
  { name: 'webp-unknown-chunk.webp', bytes: extended(0, [riffChunk('abcd', noise(50))]), expected: opens },
  {
    name: 'webp-1000-unknown-chunks.webp',
    bytes: extended(
      0,
      [],
      Array.from({ length: 1000 }, () => riffChunk('abcd', noise(3))),
    ),
    expected: opens,
  },
  { name: 'webp-start-code-wrong.webp', bytes: replaced(lossy, 23, 1, 2, 3), expected: damaged },
  { name: 'webp-signature-wrong.webp', bytes: replaced(lossless, 20, 0x2e), expected: damaged },
  { name: 'webp-version-7.webp', bytes: replaced(lossless, 24, (lossless[24] ?? 0) | 0xe0), expected: damaged },
  {
    name: 'webp-pixels-are-noise.webp',
    bytes: riff([riffChunk('VP8L', Buffer.concat([lossless.subarray(20, 25), noise(300)]))]),
    expected: damaged,
  },
  {
    name: 'webp-animation-without-frames.webp',
    bytes: riff([extendedHeader(webpFlags.animation), riffChunk('ANIM', bytes(0, 0, 0, 0, 0, 0))]),
    expected: damaged,
  },
  { name: 'webp-zip-behind.webp', bytes: Buffer.concat([lossy, latin1('PK\x03\x04'), noise(300)]), expected: opens },
];

const metadata: readonly HostileFile[] = [
  {
    name: 'webp-profile-is-noise.webp',
    bytes: extended(webpFlags.profile, [riffChunk('ICCP', noise(500))]),
    expected: opens,
  },
  { name: 'webp-profile-missing.webp', bytes: extended(webpFlags.profile), expected: opens },
  {
    name: 'webp-xmp-of-4-mb.webp',
    bytes: extended(webpFlags.xmp, [], [riffChunk('XMP ', noise(4 << 20))]),
    expected: opens,
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `webp-orientation-${orientation}.webp`,
    bytes: extended(webpFlags.exif, [], [riffChunk('EXIF', orientationData(orientation))]),
    expected: turned(orientation),
  })),
  {
    name: 'webp-orientation-with-prefix.webp',
    bytes: extended(
      webpFlags.exif,
      [],
      [riffChunk('EXIF', Buffer.concat([latin1('Exif\0\0'), orientationData(6, false)]))],
    ),
    expected: turned(6),
  },
  {
    name: 'webp-exif-loop.webp',
    bytes: extended(webpFlags.exif, [], [riffChunk('EXIF', orientationData(1, true, 8))]),
    expected: opens,
  },
  {
    name: 'webp-exif-is-noise.webp',
    bytes: extended(webpFlags.exif, [], [riffChunk('EXIF', noise(99))]),
    expected: opens,
  },
];

export const webpFiles: readonly HostileFile[] = [...kinds, ...sizes, ...truncated, ...structure, ...metadata];

function sized(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .webp({ lossless: true })
    .toBuffer();
}

/** Returns the animation up to the middle of its first frame. */
function cutInFirstFrame(): Buffer {
  const chunks = chunksOf(animated);
  const at = chunks.findIndex((each) => each.toString('latin1', 0, 4) === 'ANMF');
  const frame = chunks[at] ?? Buffer.alloc(0);
  const whole = Buffer.concat([
    latin1('RIFF'),
    uint32Little(animated.length - 8),
    latin1('WEBP'),
    ...chunks.slice(0, at),
    frame,
  ]);
  return whole.subarray(0, whole.length - (frame.length >> 1));
}
