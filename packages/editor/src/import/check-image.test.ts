import { crc32 } from 'node:zlib';

import { expect, test } from 'vitest';

import { checkImage } from './check-image.ts';

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

test.each([
  ['a small photo', png(800, 600), undefined],
  ['exactly 64 megapixels', png(8_000, 8_000), undefined],
  ['one row more', png(8_000, 8_001), { code: 'image-too-large' }],
  ['exactly 16 384 px a side', png(16_384, 1), undefined],
  ['one more across', png(16_385, 1), { code: 'image-too-large' }],
  ['one more down', png(1, 16_385), { code: 'image-too-large' }],
  ['exactly 10 MB', png(8, 8, 10 * mebibyte), undefined],
  ['one byte more', png(8, 8, 10 * mebibyte + 1), { code: 'file-too-large' }],
  ['no width', png(0, 8), { code: 'damaged-image' }],
  ['no bytes', new Blob(), { code: 'empty-file' }],
  ['a large film', new Blob([new Uint8Array(11 * mebibyte)]), { code: 'unsupported-format', format: undefined }],
  ['a GIF named .jpg', new File(['GIF89a'], 'photo.jpg'), { code: 'unsupported-format', format: 'GIF' }],
] as const)('%s', async (_, file, refusal) => {
  expect(await checkImage(file)).toEqual(refusal);
});
