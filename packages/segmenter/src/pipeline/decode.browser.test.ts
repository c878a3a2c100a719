import { afterEach, describe, expect, test, vi } from 'vitest';

import { discPixels } from '../../test/picture-bytes.ts';
import { encoded } from '../../test/pictures.ts';
import { checkSource, decode, decodeImage } from './decode.ts';
import { readImageHeader } from './read-image-header.ts';

/** A JPEG of 8 × 8 px from Pillow, with Adobe's marker and no profile: no cyan, full magenta and yellow, no black. */
const cmykJpeg = [
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgW',
  'FBgSFBUU/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAAB',
  'fQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp',
  'anN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5',
  '+v/aAA4EQwBNAFkASwAAPwD9U6/Kqvyqr9U6/9k=',
].join('');
/** An animation of 8 × 8 px from Pillow: a red frame, then a blue one. */
const animatedWebp = [
  'UklGRoQAAABXRUJQVlA4WAoAAAACAAAABwAABwAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAcAAAcAAGQAAAJWUDhMDwAAAC8HwAEA',
  'BxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAcAAAcAAGQAAABWUDhMDwAAAC8HwAEABxDR//4HIqL/AQA=',
].join('');
const animatedPng = [
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAAIAAAACAAAAAAAAAAA',
  'AAEACgAA8k66YgAAABJJREFUeJxj/M+AHTDhEB+kEgDNQQEP6EHibwAAABpmY1RMAAAAAQAAAAgAAAAIAAAAAAAAAAAAAQAKAABpPVC2AAAA',
  'GGZkQVQAAAACeJxjZGD4z4ANMGEVHbQSAMtDAQ+LnnysAAAAAElFTkSuQmCC',
].join('');

const fileOf = (base64: string) => new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);

/** Returns a PNG of 4 × 4 px, in which each row has the same bytes. */
async function png(depth: number, colourType: number, row: readonly number[], extra: readonly Uint8Array[] = []) {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, 4);
  header.setUint32(4, 4);
  header.setUint8(8, depth);
  header.setUint8(9, colourType);
  const rows = Uint8Array.from(Array.from({ length: 4 }, () => [0, ...row]).flat());
  const deflated = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Blob([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', new Uint8Array(header.buffer)),
    ...extra.map((each) => Uint8Array.from(each)),
    chunk('IDAT', new Uint8Array(await new Response(deflated).arrayBuffer())),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** @see https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

/** Decodes a file and returns its middle pixel as a canvas shows it. */
async function pixelOf(file: Blob): Promise<number[]> {
  const bitmap = await decode(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return [...(context?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data ?? [])];
}

const four = (pixel: readonly number[]) => [pixel, pixel, pixel, pixel].flat();

/**
 * Converts a colour from Display P3 to sRGB, which has the same curve.
 * @see https://www.w3.org/TR/css-color-4/#color-conversion-code
 */
function displayP3ToSrgb(colour: readonly number[]): number[] {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const linear = [
    1.2249402 * red - 0.2249402 * green,
    -0.0420569 * red + 1.0420569 * green,
    -0.0196376 * red - 0.0786361 * green + 1.0982736 * blue,
  ];
  return linear.map((share) =>
    Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)),
  );
}

test('a wide-gamut PNG is converted to sRGB', async () => {
  const inside = [180, 120, 90];
  // These code points mean Display P3's primaries, the curve of sRGB, RGB, and full range.
  const file = await png(8, 2, four(inside), [chunk('cICP', Uint8Array.of(12, 13, 0, 1))]);
  const [red = 0, green = 0, blue = 0] = await pixelOf(file);
  const expected = displayP3ToSrgb(inside);
  expect(expected).not.toEqual(inside);
  for (const [channel, value] of [red, green, blue].entries()) {
    expect(Math.abs(value - (expected[channel] ?? 0)), String(channel)).toBeLessThanOrEqual(2);
  }
});

test.each([
  ['16 bits per channel', () => png(16, 2, four([0x80, 0x80, 0x40, 0x40, 0xff, 0xff])), [128, 64, 255, 255]],
  ['16 bits per channel with alpha', () => png(16, 6, four([0xff, 0xff, 0, 0, 0, 0, 0x80, 0x80])), [255, 0, 0, 128]],
  ['grey', () => png(8, 0, four([77])), [77, 77, 77, 255]],
  ['1 bit per pixel', () => png(1, 0, [0xf0]), [255, 255, 255, 255]],
  [
    'a palette with a transparent colour',
    () =>
      png(8, 3, four([1]), [chunk('PLTE', Uint8Array.of(1, 2, 3, 200, 100, 50)), chunk('tRNS', Uint8Array.of(255, 0))]),
    [0, 0, 0, 0],
  ],
  [
    'a palette',
    () => png(4, 3, [0x11, 0x11], [chunk('PLTE', Uint8Array.of(1, 2, 3, 200, 100, 50))]),
    [200, 100, 50, 255],
  ],
] as const)('a PNG of %s is decoded correctly', async (_, make, expected) => {
  expect(await pixelOf(await make())).toEqual([...expected]);
});

test('a JPEG in CMYK is decoded', async () => {
  const [red = 0, green = 255, blue = 255] = await pixelOf(fileOf(cmykJpeg));
  expect(red).toBeGreaterThan(220);
  expect(Math.max(green, blue)).toBeLessThan(60);
});

test.each([
  ['WebP', animatedWebp],
  ['PNG', animatedPng],
])('an animated %s is decoded to its first frame, and its header is read as animated', async (_, base64) => {
  expect(await readImageHeader(fileOf(base64))).toMatchObject({ widthPx: 8, heightPx: 8, animated: true });
  expect(await pixelOf(fileOf(base64))).toEqual([255, 0, 0, 255]);
});

test.each([
  ['64 megapixels', 10_000, 6_401],
  ['16 384 px per side', 16_385, 1],
])('a file of more than %s is rejected by its header', async (_, widthPx, heightPx) => {
  const bytes = new Uint8Array(await (await png(8, 2, four([0, 0, 0]))).arrayBuffer());
  const view = new DataView(bytes.buffer);
  view.setUint32(16, widthPx);
  view.setUint32(20, heightPx);
  view.setUint32(29, crc(bytes.subarray(12, 29)));
  await expect(checkSource(new Blob([bytes]))).rejects.toMatchObject({ code: 'image-too-large' });
});

/** Returns a file from the browser's encoder, with enough detail that half of the file is not a complete image. */
async function whole(type: string): Promise<Uint8Array<ArrayBuffer>> {
  const size = { widthPx: 200, heightPx: 150 };
  const image = new ImageData(discPixels(size), size.widthPx, size.heightPx);
  return new Uint8Array(await encoded(image, type).arrayBuffer());
}

/** Returns the offset of a PNG's chunk, which begins with its length. */
function chunkAt(png: Uint8Array, name: string): number {
  const view = new DataView(png.buffer);
  let at = 8;
  while (String.fromCharCode(...png.subarray(at + 4, at + 8)) !== name) at += 12 + view.getUint32(at);
  return at;
}

function edited(png: Uint8Array<ArrayBuffer>, at: number): Blob {
  const copy = png.slice();
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return new Blob([copy]);
}

describe('a damaged file', () => {
  test.each(['image/jpeg', 'image/png', 'image/webp'])(
    'of type %s rejects with damaged-image wherever it is cut off',
    async (type) => {
      const bytes = await whole(type);
      await decodeImage(new Blob([bytes])).then((bitmap) => bitmap.close());
      for (const length of [2, 12, 20, 30, 60, Math.floor(bytes.length / 2), Math.floor(bytes.length * 0.9)]) {
        if (type === 'image/webp' && length < 12) continue;
        if (type === 'image/png' && length < 4) continue;
        await expect(decodeImage(new Blob([bytes.slice(0, length)])), `${length} bytes`).rejects.toMatchObject({
          name: 'SegmenterError',
          code: 'damaged-image',
        });
      }
    },
  );

  test.each([
    ['the checksum of its header', (png: Uint8Array) => chunkAt(png, 'IHDR') + 8 + 13],
    ['the checksum of its pixels', (png: Uint8Array) => chunkAt(png, 'IEND') - 1],
    ['a byte of its pixels', (png: Uint8Array) => chunkAt(png, 'IDAT') + 30],
  ])('rejects with damaged-image when %s of a PNG is wrong', async (_, at) => {
    const bytes = await whole('image/png');
    await expect(decodeImage(edited(bytes, at(bytes)))).rejects.toMatchObject({ code: 'damaged-image' });
  });

  test('rejects with damaged-image when the width of a PNG is 0', async () => {
    const header = new DataView(new ArrayBuffer(13));
    header.setUint32(4, 150);
    header.setUint8(8, 8);
    header.setUint8(9, 6);
    const bytes = await whole('image/png');
    const rest = bytes.slice(chunkAt(bytes, 'IHDR') + 25);
    const narrow = new Blob([bytes.slice(0, 8), chunk('IHDR', new Uint8Array(header.buffer)), rest]);
    await expect(decodeImage(narrow)).rejects.toMatchObject({ code: 'damaged-image' });
  });
});

describe('a file that cannot be decoded has its own error code when', () => {
  const [empty, gif] = [new Blob([]), new File(['GIF89a', new Uint8Array(40)], 'photo.jpg', { type: 'image/jpeg' })];

  test.each([
    ['is empty', empty, { code: 'empty-file' }],
    ['is a GIF', gif, { code: 'unsupported-format', detail: 'the file is GIF' }],
  ])('it %s', async (_, file, error) => {
    await expect(decodeImage(file)).rejects.toMatchObject(error);
  });

  afterEach(() => vi.unstubAllGlobals());

  test('the memory for its pixels is refused', async () => {
    // This is Chromium's message.
    const refusal = new DOMException('The ImageBitmap could not be allocated.', 'InvalidStateError');
    const file = new Blob([await whole('image/png')]);
    vi.stubGlobal('createImageBitmap', () => Promise.reject(refusal));
    await expect(decodeImage(file)).rejects.toMatchObject({ code: 'out-of-memory', cause: refusal });
  });

  test('it is deleted before it is decoded', async () => {
    const file = new Blob([await whole('image/jpeg')]);
    vi.stubGlobal('createImageBitmap', () => {
      const gone = new DOMException('The requested file could not be read.', 'NotReadableError');
      vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(gone) } as unknown as Blob);
      return Promise.reject(new DOMException('The source image could not be decoded.', 'InvalidStateError'));
    });
    await expect(decodeImage(file)).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  test('its caller aborts, and the image is closed when it arrives', async () => {
    const file = new Blob([await whole('image/png')]);
    const bitmap = await createImageBitmap(file);
    const late = Promise.withResolvers<ImageBitmap>();
    const stop = new AbortController();
    vi.stubGlobal('createImageBitmap', () => {
      stop.abort(new Error('enough'));
      return late.promise;
    });
    await expect(decodeImage(file, { signal: stop.signal })).rejects.toThrow('enough');
    late.resolve(bitmap);
    await vi.waitUntil(() => bitmap.width === 0);
  });
});

test('a closed bitmap is rejected with its own message', async () => {
  const bitmap = await createImageBitmap(new ImageData(4, 4));
  bitmap.close();
  await expect(checkSource(bitmap)).rejects.toMatchObject({
    code: 'unsupported-format',
    detail: 'the bitmap has been closed',
  });
});
