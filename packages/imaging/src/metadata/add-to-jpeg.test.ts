import { expect, test } from 'vitest';

import { addToJpeg } from './add-to-jpeg.ts';

const mark = [0x4a, 0x46, 0x49, 0x46, 0];
const scan = [0xff, 0xda, 0, 3, 9, 1, 2, 0xff, 0, 0xff, 0xd9];
const table = [0xff, 0xdb, 0, 4, 7, 7];
const profile = [0xff, 0xe2, 0, 4, 1, 1];
/** JFIF segment as Chromium writes it: version 1.01, density 1 × 1 without a unit. */
const browsers = [0xff, 0xe0, 0, 16, ...mark, 1, 1, 0, 0, 1, 0, 1, 0, 0];
const exif = Uint8Array.of(0x49, 0x49, 42, 0);

const added = (jpeg: readonly number[], notes: Parameters<typeof addToJpeg>[1]) =>
  addToJpeg(Uint8Array.from(jpeg), notes).flatMap((part) => [...part]);

test('addToJpeg writes the resolution in dots per inch into the JFIF segment', () => {
  expect(added([0xff, 0xd8, ...browsers, ...table, ...scan], { dotsPerInch: 300 })).toEqual(
    [
      [0xff, 0xd8],
      // JFIF 1.02: length 16, unit 1 (inch), density 300 = 0x012c across and down, no thumbnail.
      [0xff, 0xe0, 0, 16, ...mark, 1, 2, 1, 0x01, 0x2c, 0x01, 0x2c, 0, 0],
      ...table,
      ...scan,
    ].flat(),
  );
});

test('addToJpeg replaces the browser’s EXIF block with the given one', () => {
  const browsersExif = [0xff, 0xe1, 0, 10, 0x45, 0x78, 0x69, 0x66, 0, 0, 1, 2];
  expect(added([0xff, 0xd8, ...browsers, ...browsersExif, ...profile, ...table, ...scan], { exif })).toEqual(
    [
      [0xff, 0xd8, ...browsers],
      [0xff, 0xe1, 0, 12, 0x45, 0x78, 0x69, 0x66, 0, 0, ...exif],
      ...profile,
      ...table,
      ...scan,
    ].flat(),
  );
});

test('addToJpeg puts a JFIF segment first when the file has none', () => {
  const bytes = added([0xff, 0xd8, ...table, ...scan], { dotsPerInch: 2400, exif });
  expect(bytes.slice(2, 20)).toEqual([0xff, 0xe0, 0, 16, ...mark, 1, 2, 1, 0x09, 0x60, 0x09, 0x60, 0, 0]);
  expect(bytes.slice(20, 24)).toEqual([0xff, 0xe1, 0, 12]);
  expect(bytes.slice(-scan.length)).toEqual(scan);
});

test('addToJpeg replaces the browser’s colour profile, and splits a large one into numbered segments', () => {
  const name = [0x49, 0x43, 0x43, 0x5f, 0x50, 0x52, 0x4f, 0x46, 0x49, 0x4c, 0x45, 0];
  const browsersProfile = [0xff, 0xe2, 0, 17, ...name, 1, 1, 9];
  const profile = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
  const bytes = added([0xff, 0xd8, ...browsers, ...browsersProfile, ...table, ...scan], { profile });
  // ICC.1:2022, B.4: a segment of 65535 bytes contains 65519 of the profile.
  const first = [0xff, 0xe2, 0xff, 0xff, ...name, 1, 2, ...profile.subarray(0, 65_519)];
  const rest = 70_000 - 65_519;
  const second = [0xff, 0xe2, (rest + 16) >> 8, (rest + 16) & 0xff, ...name, 2, 2, ...profile.subarray(65_519)];
  expect(bytes).toEqual([[0xff, 0xd8], browsers, first, second, table, scan].flat());
});
