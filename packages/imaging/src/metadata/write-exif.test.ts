import { expect, test } from 'vitest';

import { readExifBlock } from './read-camera-metadata.ts';
import { writeExif } from './write-exif.ts';

test('a resolution alone is a directory of three entries', () => {
  // The bytes were assembled by hand from TIFF 6.0, sections 2 and 8.
  expect([...(writeExif(undefined, 300) ?? [])]).toEqual(
    [
      [0x49, 0x49, 42, 0, 8, 0, 0, 0],
      [3, 0],
      [0x1a, 1, 5, 0, 1, 0, 0, 0, 50, 0, 0, 0],
      [0x1b, 1, 5, 0, 1, 0, 0, 0, 58, 0, 0, 0],
      [0x28, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0],
      [0, 0, 0, 0],
      [0x2c, 1, 0, 0, 1, 0, 0, 0],
      [0x2c, 1, 0, 0, 1, 0, 0, 0],
    ].flat(),
  );
});

test('camera metadata is in the EXIF directory, sorted by tag number', () => {
  const block = writeExif({ model: 'EOS', exposureBias: [-1, 3], sensitivity: 400 }, undefined);
  expect([...(block ?? [])]).toEqual(
    [
      [0x49, 0x49, 42, 0, 8, 0, 0, 0],
      [2, 0],
      [0x10, 1, 2, 0, 4, 0, 0, 0, 0x45, 0x4f, 0x53, 0],
      [0x69, 0x87, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0],
      [0, 0, 0, 0],
      [4, 0],
      [0x27, 0x88, 3, 0, 1, 0, 0, 0, 0x90, 1, 0, 0],
      [0x00, 0x90, 7, 0, 4, 0, 0, 0, 0x30, 0x32, 0x33, 0x32],
      [0x04, 0x92, 10, 0, 1, 0, 0, 0, 92, 0, 0, 0],
      [0x01, 0xa0, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0],
      [0, 0, 0, 0],
      [0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0],
    ].flat(),
  );
});

test('values after a text of odd length start at even offsets', () => {
  const block = writeExif({ make: 'Olympus OM', model: 'E-M1 Mark III' }, 72) ?? new Uint8Array();
  const view = new DataView(block.buffer);
  const places = Array.from({ length: view.getUint16(8, true) }, (_, index) => view.getUint32(18 + index * 12, true));
  expect(places.filter((place) => place > 8).every((place) => place % 2 === 0)).toBe(true);
  expect(block.length % 2).toBe(0);
});

test('writeExif returns undefined without metadata and resolution', () => {
  expect(writeExif(undefined, undefined)).toBeUndefined();
});

test('the dates of a converted image are written and read again, and its colour space is left to the profile', () => {
  const metadata = {
    make: 'Apple',
    takenAt: '2026:05:06 07:08:09',
    takenAtOffset: '+02:00',
    modifiedAt: '2026:05:07 08:09:10',
  };
  const block = writeExif(metadata, undefined, { colorSpace: 'profile' }) ?? new Uint8Array();
  expect(readExifBlock(block)).toEqual(metadata);
  // The entry of the colour space (0xa001, one short) has the value 0xffff, uncalibrated.
  expect([...block].join(' ')).toContain([0x01, 0xa0, 3, 0, 1, 0, 0, 0, 0xff, 0xff, 0, 0].join(' '));
});
