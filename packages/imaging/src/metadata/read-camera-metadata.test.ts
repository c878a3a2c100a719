import { describe, expect, test } from 'vitest';

import { readCameraMetadata } from './read-camera-metadata.ts';
import { writeExif } from './write-exif.ts';

type Field = readonly [tag: number, type: number, count: number, bytes: readonly number[]];

/** Builds a TIFF block by hand, with one directory for each list of fields. */
function tiffOf(image: readonly Field[], exif: readonly Field[], gps: readonly Field[], littleEndian: boolean) {
  const bytes = (value: number, count: number) => {
    const big = Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256);
    return littleEndian ? big.toReversed() : big;
  };
  const sizeOf = (fields: readonly Field[]) =>
    2 + fields.length * 12 + 4 + fields.reduce((sum, [, , , data]) => sum + (data.length > 4 ? data.length : 0), 0);
  const links = 2;
  const exifAt = 8 + sizeOf(image) + links * 12;
  const gpsAt = exifAt + sizeOf(exif);
  const directory = (start: number, fields: readonly Field[]) => {
    const behind: number[] = [];
    const entries = fields.flatMap(([tag, type, count, data]) => {
      const place = start + 2 + fields.length * 12 + 4 + behind.length;
      if (data.length > 4) behind.push(...data);
      const value = data.length > 4 ? bytes(place, 4) : [...data, 0, 0, 0, 0].slice(0, 4);
      return [...bytes(tag, 2), ...bytes(type, 2), ...bytes(count, 4), ...value];
    });
    return [...bytes(fields.length, 2), ...entries, 0, 0, 0, 0, ...behind];
  };
  const link = (tag: number, to: number): Field => [tag, 4, 1, bytes(to, 4)];
  return [
    ...(littleEndian ? [0x49, 0x49, 42, 0, 8, 0, 0, 0] : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]),
    ...directory(8, [...image, link(0x8769, exifAt), link(0x8825, gpsAt)]),
    ...directory(exifAt, exif),
    ...directory(gpsAt, gps),
  ];
}

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const text = (tag: number, value: string): Field => [tag, 2, value.length + 1, [...ascii(value), 0]];

const secrets = [
  'Ada Secretowner',
  'Artistname',
  'SN-0042-7731',
  'LENS-99-1234',
  'a private remark',
  '2024:05:06 07:08:09',
];

/** Builds the EXIF data of a camera, with harmless and with private fields. */
function cameraTiff(littleEndian: boolean): number[] {
  const number = (value: number, count: number) => {
    const big = Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256);
    return littleEndian ? big.toReversed() : big;
  };
  const ratio = (tag: number, type: number, top: number, bottom: number): Field => [
    tag,
    type,
    1,
    [...number(top, 4), ...number(bottom, 4)],
  ];
  const [owner = '', artist = '', body = '', lens = '', remark = '', date = ''] = secrets;
  return tiffOf(
    [
      text(0x010f, 'Canon'),
      text(0x0110, 'Canon EOS R5'),
      [0x0112, 3, 1, number(6, 2)],
      text(0x0132, date),
      text(0x013b, artist),
      text(0x8298, owner),
    ],
    [
      ratio(0x829a, 5, 1, 250),
      ratio(0x829d, 5, 28, 10),
      [0x8827, 3, 1, number(400, 2)],
      text(0x9003, date),
      // The value is −1⅓ EV.
      ratio(0x9204, 10, 4_294_967_292, 3),
      ratio(0x920a, 5, 50, 1),
      [0x927c, 7, remark.length, ascii(remark)],
      [0x9286, 7, remark.length, ascii(remark)],
      text(0xa430, owner),
      text(0xa431, body),
      text(0xa434, 'RF50mm F1.2 L USM'),
      text(0xa435, lens),
    ],
    [text(0x0001, 'N'), [0x0002, 5, 3, ascii('GPSGPSGPSGPSGPSGPSGPSGPS')]],
    littleEndian,
  );
}

const kept = {
  make: 'Canon',
  model: 'Canon EOS R5',
  exposureTime: [1, 250],
  fNumber: [28, 10],
  sensitivity: 400,
  exposureBias: [-4, 3],
  focalLength: [50, 1],
  lensModel: 'RF50mm F1.2 L USM',
};

const sized = (length: number) => [length >> 8, length & 0xff];
const exifMark = [...ascii('Exif'), 0, 0];
const jpegOf = (tiff: readonly number[]) =>
  [
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    [0xff, 0xe1, ...sized(tiff.length + 8), ...exifMark, ...tiff],
    [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9],
  ].flat();
const pngOf = (tiff: readonly number[]) =>
  [
    [0x89, ...ascii('PNG'), 13, 10, 26, 10],
    [0, 0, 0, 1, ...ascii('IDAT'), 9, 0, 0, 0, 0],
    [0, 0, ...sized(tiff.length), ...ascii('eXIf'), ...tiff, 0, 0, 0, 0],
  ].flat();
const webpOf = (tiff: readonly number[]) =>
  [
    [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP')],
    // The odd length requires a padding byte after the data.
    [...ascii('VP8 '), 3, 0, 0, 0, 1, 2, 3, 0],
    [...ascii('EXIF'), ...sized(tiff.length).toReversed(), 0, 0, ...tiff],
  ].flat();
const read = (bytes: readonly number[]) => readCameraMetadata(new Blob([Uint8Array.from(bytes)]));

describe.each([
  ['JPEG', jpegOf],
  ['PNG', pngOf],
  ['WebP', webpOf],
  ['WebP whose metadata begins like a JPEG’s', (tiff: readonly number[]) => webpOf([...exifMark, ...tiff])],
])('a %s', (_, file) => {
  test.each([true, false])('has its camera, lens and exposure read (little-endian: %s)', async (littleEndian) => {
    expect(await read(file(cameraTiff(littleEndian)))).toEqual(kept);
  });

  test('has no byte of its private fields read', async () => {
    const metadata = await read(file(cameraTiff(false)));
    const written = String.fromCharCode(...(writeExif(metadata, 300) ?? []));
    expect(written).toContain('Canon EOS R5');
    for (const secret of [...secrets, 'GPS']) {
      expect(String.fromCharCode(...file(cameraTiff(false)))).toContain(secret);
      expect(written).not.toContain(secret.slice(0, 4));
    }
  });
});

test('images without metadata, and other files, have no camera metadata', async () => {
  const plain = tiffOf([[0x0112, 3, 1, [0, 6]]], [], [], false);
  for (const bytes of [jpegOf(plain), jpegOf([]), [0xff, 0xd8, 0xff, 0xd9], [], ascii('words, no picture')]) {
    expect(await read(bytes)).toBeUndefined();
  }
});

test('values are stripped of hidden and overlong content', async () => {
  const model = `Cam\u0007era${' '.repeat(3)}`;
  const metadata = await read(
    jpegOf(
      tiffOf(
        [text(0x010f, `Maker\0hidden behind a zero`), text(0x0110, model)],
        [text(0xa434, 'x'.repeat(500))],
        [],
        true,
      ),
    ),
  );
  expect(metadata).toEqual({ make: 'Maker', model: 'Camera', lensModel: 'x'.repeat(64) });
});

test('truncated and corrupted files are read without an error', async () => {
  for (const file of [jpegOf, pngOf, webpOf]) {
    const whole = file(cameraTiff(false));
    for (let length = 0; length <= whole.length; length += 1) await read(whole.slice(0, length));
    for (let at = 0; at < whole.length; at += 1) {
      for (const value of [0, 0xff]) await read(whole.with(at, value));
    }
  }
});

test('values that a camera writes as 0/0 because it does not know them are left out', async () => {
  const unknown = (tag: number, type: number): Field => [tag, type, 1, [0, 0, 0, 0, 0, 0, 0, 0]];
  const bias: Field = [0x9204, 10, 1, [0, 0, 0, 0, 0, 0, 0, 3]];
  const exif = [unknown(0x829a, 5), unknown(0x829d, 5), bias, unknown(0x920a, 5)];
  const tiff = tiffOf([text(0x0110, 'Model')], exif, [], false);
  expect(await read(jpegOf(tiff))).toEqual({ model: 'Model', exposureBias: [0, 3] });
});

test('a directory that points to itself is read once', async () => {
  const link = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...link, 0, 0, 0, 8];
  expect(await read(jpegOf(tiff))).toBeUndefined();
});
