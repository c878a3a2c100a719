import { crc32 } from 'node:zlib';

import { expect, test } from 'vitest';

import { checkImage } from './check-image.ts';
import { mainPicture } from './main-picture.ts';

function png(widthPx: number, heightPx: number, sizeBytes = 33): Blob {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, widthPx);
  new DataView(bytes.buffer).setUint32(20, heightPx);
  bytes.set([8, 6], 24);
  new DataView(bytes.buffer).setUint32(29, crc32(bytes.subarray(12, 29)));
  return new Blob([bytes]);
}

const mebibyte = 1024 * 1024;

/**
 * Returns a JPEG whose header says 8 × 8 px. A thumbnail in its metadata ends with an EOI marker, like the image
 * itself.
 * @param filling Bytes of metadata before the end of the image.
 * @param after Bytes after the end of the image.
 */
function jpeg(filling: number, after: number): Blob {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
  const thumbnail = segment(0xe1, 0x45, 0x78, 0x69, 0x66, 0, 0, 0xff, 0xd8, 0xff, 0xd9);
  const frame = segment(0xc0, 8, 0, 8, 0, 8, 1, 1, 0x11, 0);
  const scan = [...segment(0xda, 1, 1, 0, 0, 63, 0), 0x12, 0xff, 0, 0xff, 0xd0, 0x34];
  const comments = Array.from({ length: Math.ceil(filling / 65_537) }, () => {
    const comment = new Uint8Array(65_537);
    comment.set([0xff, 0xfe, 0xff, 0xff]);
    return comment;
  });
  const parts = [Uint8Array.of(0xff, 0xd8, ...thumbnail), ...comments, Uint8Array.of(...frame, ...scan, 0xff, 0xd9)];
  return new Blob([...parts, new Uint8Array(after)]);
}

test.each([
  ['a small photo', png(800, 600), undefined],
  ['exactly 64 megapixels', png(8_000, 8_000), undefined],
  ['64 megapixels and one row', png(8_000, 8_001), { code: 'image-too-large' }],
  ['a side of exactly 16 384 px', png(16_384, 1), undefined],
  ['a width of 16 385 px', png(16_385, 1), { code: 'image-too-large' }],
  ['a height of 16 385 px', png(1, 16_385), { code: 'image-too-large' }],
  ['exactly 10 MB', png(8, 8, 10 * mebibyte), undefined],
  ['10 MB and one byte', png(8, 8, 10 * mebibyte + 1), { code: 'file-too-large' }],
  ['a JPEG of 100 kB that is followed by a video of 10.5 MB', jpeg(100_000, 10_500_000), undefined],
  ['a JPEG that is over the limit itself', jpeg(11_000_000, 0), { code: 'file-too-large' }],
  ['a JPEG over the limit that is followed by a video', jpeg(11_000_000, 11_000_000), { code: 'file-too-large' }],
  ['a JPEG without an end marker', jpeg(0, 0).slice(0, -2), undefined],
  [
    'a large JPEG without an end marker',
    new Blob([jpeg(0, 0).slice(0, -2), png(8, 8, 11 * mebibyte)]),
    { code: 'file-too-large' },
  ],
  ['a PNG of width 0', png(0, 8), { code: 'damaged-image' }],
  ['an empty file', new Blob(), { code: 'empty-file' }],
  [
    'a large file of an unknown format',
    new Blob([new Uint8Array(11 * mebibyte)]),
    { code: 'unsupported-format', format: undefined },
  ],
  ['a GIF named .jpg', new File(['GIF89a'], 'photo.jpg'), { code: 'unsupported-format', format: 'GIF' }],
] as const)('checkImage returns the expected refusal, or none, for %s', async (_, file, refusal) => {
  expect(await checkImage(file)).toEqual(refusal);
});

test('removes a video after a JPEG only if the whole file is over the limit', async () => {
  const picture = jpeg(100_000, 0);
  const withFilm = new Blob([picture, new Uint8Array(10_500_000)], { type: 'image/jpeg' });
  const found = await mainPicture(withFilm);
  expect(new Uint8Array(await found.arrayBuffer())).toEqual(new Uint8Array(await picture.arrayBuffer()));
  expect(found.type).toBe('image/jpeg');
  for (const whole of [picture, jpeg(100_000, 1_000_000), jpeg(11_000_000, 5)])
    expect(await mainPicture(whole)).toBe(whole);
});
