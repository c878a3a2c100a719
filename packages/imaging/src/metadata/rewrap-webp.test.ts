import { expect, test } from 'vitest';

import { rewrapWebp } from './rewrap-webp.ts';

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const chunk = (type: string, data: readonly number[]) =>
  [...ascii(type), [data.length, 0, 0, 0], ...data, ...(data.length % 2 ? [0] : [])].flat();
const webp = (...chunks: readonly number[][]) => {
  const body = chunks.flat();
  return Uint8Array.from([...ascii('RIFF'), body.length + 4, 0, 0, 0, ...ascii('WEBP'), ...body]);
};
const exif = Uint8Array.of(0x49, 0x49, 42, 0, 5);
const size = { widthPx: 4000, heightPx: 300 };
/** 3999 = 0x0f9f and 299 = 0x012b. */
const sizeBytes = [0x9f, 0x0f, 0, 0x2b, 0x01, 0];
const added = (file: Uint8Array<ArrayBuffer>) => rewrapWebp(file, { exif }, size).flatMap((part) => [...part]);

test('a simple WebP becomes an extended one whose odd chunks are padded', () => {
  expect(added(webp(chunk('VP8 ', [1, 2, 3])))).toEqual(
    [
      [...ascii('RIFF'), 4 + 18 + 12 + 14, 0, 0, 0, ...ascii('WEBP')],
      [...ascii('VP8X'), 10, 0, 0, 0, 0x08, 0, 0, 0, ...sizeBytes],
      ...chunk('VP8 ', [1, 2, 3]),
      ...chunk('EXIF', [...exif]),
    ].flat(),
  );
});

test('an extended WebP keeps its alpha and loses its colour profile and that flag', () => {
  const extended = webp(
    chunk('VP8X', [0x30, 0, 0, 0, ...sizeBytes]),
    chunk('ICCP', [1, 2, 3, 4]),
    chunk('ALPH', [5]),
    chunk('VP8 ', [6, 7]),
    chunk('XMP ', [8]),
  );
  expect(added(extended)).toEqual(
    [
      [...ascii('RIFF'), 4 + 18 + 10 + 10 + 14, 0, 0, 0, ...ascii('WEBP')],
      [...ascii('VP8X'), 10, 0, 0, 0, 0x18, 0, 0, 0, ...sizeBytes],
      ...chunk('ALPH', [5]),
      ...chunk('VP8 ', [6, 7]),
      ...chunk('EXIF', [...exif]),
    ].flat(),
  );
});

test.each([
  ['with', 0x10, 0x18],
  ['without', 0x00, 0x08],
])('the flags of a lossless WebP %s alpha are correct', (_, alphaBit, flags) => {
  // RFC 9649, 3.4: the signature 0x2f, 14 bits of width, 14 bits of height, then the alpha bit.
  const file = added(webp(chunk('VP8L', [0x2f, 0, 0, 0, alphaBit])));
  expect(file[20]).toBe(flags);
});

test('without EXIF, rewrapWebp removes only the profile, and writes a single chunk in the simple format', () => {
  const tagged = webp(chunk('VP8X', [0x20, 0, 0, 0, ...sizeBytes]), chunk('ICCP', [1, 2]), chunk('VP8 ', [6, 7]));
  expect(rewrapWebp(tagged, {}, size).flatMap((part) => [...part])).toEqual([...webp(chunk('VP8 ', [6, 7]))]);
  const clear = webp(chunk('VP8X', [0x10, 0, 0, 0, ...sizeBytes]), chunk('ALPH', [5]), chunk('VP8 ', [6, 7]));
  expect(rewrapWebp(clear, {}, size).flatMap((part) => [...part])).toEqual([...clear]);
});
