import { crc32 } from 'node:zlib';

import { expect, test } from 'vitest';

import { inspectImage } from './inspect-image.ts';

/** Returns a file of bytes. The bytes in this test follow each format's specification. A string's characters are bytes. */
const file = (...parts: (number | string)[]) =>
  new File(
    [Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...latin1(part)] : part)))],
    'photo.jpg',
    { type: 'image/jpeg' },
  );
const latin1 = (text: string) => Array.from(text, (char) => char.charCodeAt(0));
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const ftyp = (...brands: string[]) =>
  file(0, 0, 0, 12 + 4 * brands.length, 'ftyp', brands[0] ?? '', ...zeros(4), ...brands.slice(1), ...zeros(64));

const pngSignature = [0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a] as const;
function png(widthPx: number, heightPx: number) {
  const header = [...latin1('IHDR'), ...uint32(widthPx), ...uint32(heightPx), 8, 6, 0, 0, 0];
  return file(...pngSignature, 0, 0, 0, 13, ...header, ...uint32(crc32(Uint8Array.from(header))));
}
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

test.each([
  ['GIF', file('GIF89a', 16, 0, 16, 0, ...zeros(30))],
  ['GIF', file('GIF87a', 16, 0, 16, 0, ...zeros(30))],
  ['BMP', file('BM', 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, ...zeros(40))],
  ['ICO', file(0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, ...zeros(40))],
  ['TIFF', file('II', 42, 0, 8, 0, 0, 0, ...zeros(40))],
  ['TIFF', file('MM', 0, 42, 0, 0, 0, 8, ...zeros(40))],
  ['RAW', file('II', 42, 0, 16, 0, 0, 0, 'CR', 2, 0, ...zeros(40))],
  ['RAW', ftyp('crx ', 'crx ', 'isom')],
  ['HEIC', ftyp('heic', 'mif1', 'heic')],
  ['HEIC', ftyp('mif1', 'mif1', 'heic')],
  ['AVIF', ftyp('avif', 'mif1', 'miaf')],
  ['AVIF', ftyp('mif1', 'miaf', 'avif')],
  ['MP4', ftyp('isom', 'iso2', 'avc1', 'mp41')],
  ['MOV', ftyp('qt  ')],
  ['JPEG XL', file(0xff, 0x0a, ...zeros(20))],
  ['JPEG XL', file(0, 0, 0, 12, 'JXL ', 0x0d, 0x0a, 0x87, 0x0a, ...zeros(20))],
  ['JPEG 2000', file(0, 0, 0, 12, 'jP  ', 0x0d, 0x0a, 0x87, 0x0a, ...zeros(20))],
  ['JPEG 2000', file(0xff, 0x4f, 0xff, 0x51, ...zeros(20))],
  ['PDF', file('%PDF-1.7\n', ...zeros(20))],
  ['PSD', file('8BPS', 0, 1, ...zeros(40))],
  ['XCF', file('gimp xcf v011', ...zeros(20))],
  ['ZIP', file('PK', 3, 4, ...zeros(40))],
  ['SVG', file('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [
    'SVG',
    file(
      '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made by hand -->\n',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY a "b"> ]>\n<svg\n/>',
    ),
  ],
  ['HTML', file('\n<!doctype html><title>Not found</title>')],
  ['HTML', file('<html lang="en"></html>')],
] as const)('a %s file is recognised whatever its name and type are', async (format, blob) => {
  expect(await inspectImage(blob)).toEqual({ state: 'unsupported-format', format });
});

test.each([
  ['text', file('this is no picture')],
  ['text that begins like a BMP', file('BMW builds cars, and this is a text about them')],
  ['a WAVE file, which is RIFF like WebP,', file('RIFF', 36, 0, 0, 0, 'WAVEfmt ', ...zeros(30))],
  ['XML other than SVG', file('<?xml version="1.0"?><feed/>')],
  ['an HTML page about <svg>', file('about <svg> and more')],
  ['a single byte', file(0)],
] as const)('%s is unsupported, without a format', async (_, blob) => {
  expect(await inspectImage(blob)).toEqual({ state: 'unsupported-format', format: undefined });
});

test('a file without bytes is empty', async () => {
  expect(await inspectImage(new File([], 'photo.png', { type: 'image/png' }))).toEqual({ state: 'empty-file' });
});

/** Bytes from which each format would read a size of more than 64 megapixels. */
const noise = Array.from({ length: 64 }, (_, at) => 0x9b ^ ((at * 37) % 64));
const resized = file(...pngSignature, 0, 0, 0, 13, 'IHDR', 0, 0, 0x40, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, ...zeros(4));

test.each([
  ['image/jpeg', 'with only its magic bytes', file(0xff, 0xd8)],
  ['image/jpeg', 'cut off in a segment', file(0xff, 0xd8, 0xff, 0xe1, 0x10)],
  ['image/jpeg', 'cut off in its frame header', file(0xff, 0xd8, 0xff, 0xc0, 0x00, 0x11, 8, 0x0b, 0xb8, 0x0f)],
  ['image/jpeg', 'of height 0', file(0xff, 0xd8, 0xff, 0xc0, 0x00, 0x11, 8, 0, 0, 0, 7, 3, ...zeros(9))],
  ['image/png', 'with only its magic bytes', file(...pngSignature)],
  ['image/png', 'cut off in its header', file(...pngSignature, 0, 0, 0, 13, 'IHDR', 0)],
  [
    'image/png',
    'whose line breaks were changed by a transfer',
    file(0x89, 'PNG', 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 'IHDR'),
  ],
  ['image/png', 'whose bytes are random', file(...pngSignature, ...noise)],
  ['image/png', 'whose header does not match its checksum', resized],
  ['image/jpeg', 'whose bytes are random', file(0xff, 0xd8, ...noise, 0xff, 0xc0, ...noise)],
  ['image/webp', 'whose bytes are random', file('RIFF', 0, 0, 0, 0, 'WEBP', 'VP8 ', ...noise)],
  ['image/png', 'of width 0', png(0, 7)],
  ['image/png', 'of height 0', png(7, 0)],
  ['image/webp', 'with only its magic bytes', file('RIFF', 0, 0, 0, 0, 'WEBP')],
  ['image/webp', 'cut off in its first chunk', file('RIFF', 0, 0, 0, 0, 'WEBP', 'VP8X', 10, 0)],
  ['image/webp', 'with an unknown first chunk', file('RIFF', 0, 0, 0, 0, 'WEBP', 'ABCD', 10, 0, 0, 0, ...zeros(20))],
] as const)('%s %s is damaged', async (type, _, blob) => {
  expect(await inspectImage(blob)).toEqual({ state: 'damaged-image', type });
});

test.each([
  ['accepts exactly 64 megapixels', 8_000, 8_000, 'readable'],
  ['rejects 64 megapixels and one row', 8_000, 8_001, 'image-too-large'],
  ['accepts a side of exactly 16 384 px', 16_384, 1, 'readable'],
  ['rejects a width of 16 385 px', 16_385, 1, 'image-too-large'],
  ['rejects a height of 16 385 px', 1, 16_385, 'image-too-large'],
] as const)('inspectImage %s', async (_, widthPx, heightPx, state) => {
  expect(await inspectImage(png(widthPx, heightPx))).toEqual({
    state,
    header: { type: 'image/png', widthPx, heightPx, animated: false },
  });
});
