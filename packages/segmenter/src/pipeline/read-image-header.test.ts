import { expect, test } from 'vitest';

import { readImageHeader } from './read-image-header.ts';

const file = (...bytes: (number | string)[]) =>
  new Blob([
    Uint8Array.from(bytes.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part))),
  ]);
const zeros = (count: number) => Array.from({ length: count }, () => 0);

const pngSignature = [0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a];

// The bytes follow each format's specification.
test('the size of a PNG is read from its first chunk', async () => {
  const png = file(
    ...pngSignature,
    0,
    0,
    0,
    13,
    'IHDR',
    0,
    0,
    0x40,
    0x01,
    0,
    0,
    0,
    7,
    8,
    6,
    0,
    0,
    0,
    0x1f,
    0x04,
    0x3e,
    0x7b,
  );
  expect(await readImageHeader(png)).toEqual({ type: 'image/png', widthPx: 0x4001, heightPx: 7, animated: false });
});

test('the size of a JPEG is read from its frame header, after any metadata', async () => {
  const exif = [0xff, 0xe1, 0x00, 0x06, 'Exif'];
  const huffmanTable = [0xff, 0xc4, 0x00, 0x03, 0x00];
  const fill = [0xff, 0xff];
  const progressiveFrame = [0xc2, 0x00, 0x11, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3];
  const jpeg = file(0xff, 0xd8, ...exif, ...huffmanTable, ...fill, ...progressiveFrame);
  expect(await readImageHeader(jpeg)).toEqual({ type: 'image/jpeg', widthPx: 4000, heightPx: 3000, animated: false });
});

test.each([1, 20, 40])('the size of a JPEG is read after %i full segments of metadata', async (count) => {
  // Each segment has the largest length, 0xffff, like the segments of a depth map.
  const segment = new Blob([Uint8Array.of(0xff, 0xe1, 0xff, 0xff), new Uint8Array(0xfffd).fill(0xc0)]);
  const frame = Uint8Array.of(0xff, 0xc0, 0x00, 0x11, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3);
  const jpeg = new Blob([Uint8Array.of(0xff, 0xd8), ...Array.from({ length: count }, () => segment), frame]);
  expect(await readImageHeader(jpeg)).toEqual({ type: 'image/jpeg', widthPx: 4000, heightPx: 3000, animated: false });
});

test('a zero after FF is skipped like any other byte between segments, and hides no frame header', async () => {
  const [largeFrame, smallFrame] = [
    [0xff, 0xc0, 0x00, 0x11, 8, 0xea, 0x60, 0xea, 0x60, 3],
    [0xff, 0xc0, 0x00, 0x11, 8, 0x00, 0x30, 0x00, 0x40, 3],
  ];
  // Taken as a segment, FF 00 would have the first bytes of the frame as its length, and end before the small frame.
  const hidden = file(0xff, 0xd8, 0xff, 0x00, ...largeFrame, ...zeros(0xffc0 - largeFrame.length), ...smallFrame);
  expect(await readImageHeader(hidden)).toMatchObject({ widthPx: 60_000, heightPx: 60_000 });
});

test.each([
  ['extended', ['VP8X', 10, 0, 0, 0, 0x10, 0, 0, 0, 0xff, 0x03, 0x01, 0x1f, 0x00, 0x00], 66_560, 32],
  ['lossless', ['VP8L', 9, 0, 0, 0, 0x2f, 0xff, 0xc0, 0x03, 0x00, 0, 0, 0, 0, 0], 256, 16],
  ['lossy', ['VP8 ', 20, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02], 800, 600],
] as const)('the size of a WebP (%s) is read from its first chunk', async (_, chunk, widthPx, heightPx) => {
  const webp = file('RIFF', 0, 0, 0, 0, 'WEBP', ...chunk, ...zeros(8));
  expect(await readImageHeader(webp)).toEqual({ type: 'image/webp', widthPx, heightPx, animated: false });
});

const apng = (...chunks: (number | string)[]) =>
  file(...pngSignature, 0, 0, 0, 13, 'IHDR', 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, ...chunks);
const gamma = [0, 0, 0, 4, 'gAMA', 0, 0, 0, 1, ...zeros(4)];
const control = [0, 0, 0, 8, 'acTL', 0, 0, 0, 2, ...zeros(4), ...zeros(4)];
const pixels = [0, 0, 0, 1, 'IDAT', 0, ...zeros(4)];

test.each([
  ['a PNG with a control chunk before its pixels is animated', apng(...gamma, ...control, ...pixels), true],
  [
    'a PNG with a control chunk after its pixels, which browsers ignore, is still',
    apng(...gamma, ...pixels, ...control),
    false,
  ],
  [
    'a PNG whose control chunk counts no frames, which is invalid, is still',
    apng(0, 0, 0, 8, 'acTL', ...zeros(12), ...pixels),
    false,
  ],
  [
    'a WebP with the flag for animation is animated',
    file('RIFF', 0, 0, 0, 0, 'WEBP', 'VP8X', 10, 0, 0, 0, 0x12, ...zeros(9)),
    true,
  ],
  [
    'a WebP with only the flag for alpha is still',
    file('RIFF', 0, 0, 0, 0, 'WEBP', 'VP8X', 10, 0, 0, 0, 0x10, ...zeros(9)),
    false,
  ],
] as const)('%s', async (_, blob, animated) => {
  expect(await readImageHeader(blob)).toMatchObject({ animated });
});

test.each([
  ['an empty file', file()],
  ['text', file('this is not a picture, whatever its name says')],
  ['a GIF', file('GIF89a', 16, 0, 16, 0, ...zeros(30))],
  ['a HEIC', file(0, 0, 0, 24, 'ftypheic', ...zeros(30))],
  ['a WAVE file, which is RIFF like WebP,', file('RIFF', 36, 0, 0, 0, 'WAVEfmt ', ...zeros(30))],
  ['a JPEG cut off in its header', file(0xff, 0xd8, 0xff, 0xe1, 0x10)],
  ['a JPEG cut off in its frame header', file(0xff, 0xd8, 0xff, 0xc0, 0x00, 0x11, 8, 0x0b, 0xb8, 0x0f)],
  ['a PNG cut off in its header', file(...pngSignature, 0, 0, 0, 13)],
])('%s has no image header', async (_, blob) => {
  expect(await readImageHeader(blob)).toBeUndefined();
});
