/** @module-tag long */
import { describe, expect, test } from 'vitest';

import { discPixels } from '../../test/picture-bytes.ts';
import { encoded } from '../../test/pictures.ts';
import { decodeImage, uprightImage } from './decode.ts';
import { pictureOf } from './canvas-platform.ts';
import { scalePixels } from './scale-pixels.ts';
import { turnUpright } from './stored-orientation.ts';

const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Colours of 3 × 2 squares of 16 px, row by row. */
const colours = [
  [230, 20, 20, 255],
  [20, 200, 20, 255],
  [20, 20, 230, 255],
  [230, 200, 20, 255],
  [20, 200, 230, 255],
  [250, 250, 250, 255],
] as const;
const squarePx = 16;

/** The upright squares by orientation, following EXIF's definitions of the first row and first column. */
const seen: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [
    [0, 1, 2],
    [3, 4, 5],
  ],
  2: [
    [2, 1, 0],
    [5, 4, 3],
  ],
  3: [
    [5, 4, 3],
    [2, 1, 0],
  ],
  4: [
    [3, 4, 5],
    [0, 1, 2],
  ],
  5: [
    [0, 3],
    [1, 4],
    [2, 5],
  ],
  6: [
    [3, 0],
    [4, 1],
    [5, 2],
  ],
  7: [
    [5, 2],
    [4, 1],
    [3, 0],
  ],
  8: [
    [2, 5],
    [1, 4],
    [0, 3],
  ],
};

function squares(): ImageData {
  const image = new ImageData(3 * squarePx, 2 * squarePx);
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      const square = Math.floor(y / squarePx) * 3 + Math.floor(x / squarePx);
      image.data.set(colours[square] ?? [], (y * image.width + x) * 4);
    }
  }
  return image;
}

/** Returns TIFF metadata of one directory with an orientation after another entry. @see TIFF 6.0, section 2 */
function tiff(orientation: number, order: 'II' | 'MM' = 'MM', type = 3): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(38));
  const isLittle = order === 'II';
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, 2, isLittle);
  for (const [index, [tag, value]] of [
    [0x0106, 2],
    [0x0112, orientation],
  ].entries()) {
    const at = 10 + index * 12;
    view.setUint16(at, tag ?? 0, isLittle);
    view.setUint16(at + 2, type, isLittle);
    view.setUint32(at + 4, 1, isLittle);
    if (type === 3) view.setUint16(at + 8, value ?? 0, isLittle);
    else view.setUint32(at + 8, value ?? 0, isLittle);
  }
  return new Uint8Array(view.buffer);
}

const text = (words: string) => new TextEncoder().encode(words);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function uint32(value: number, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, isLittle);
  return new Uint8Array(view.buffer);
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

const bytesOf = async (type: string) => new Uint8Array(await encoded(squares(), type).arrayBuffer());

async function jpegWith(exif: Uint8Array, of?: Blob): Promise<Blob> {
  const bytes = of ? new Uint8Array(await of.arrayBuffer()) : await bytesOf('image/jpeg');
  const body = joined(text('Exif\0\0'), exif);
  const head = Uint8Array.of(0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255);
  return new Blob([bytes.slice(0, 2), head, body, bytes.slice(2)]);
}

async function pngWith(exif: Uint8Array, place: 'before the pixels' | 'behind the pixels'): Promise<Blob> {
  const bytes = await bytesOf('image/png');
  const body = joined(text('eXIf'), exif);
  const chunk = joined(uint32(exif.length, false), body, uint32(crc(body), false));
  const at = place === 'before the pixels' ? 33 : bytes.length - 12;
  return new Blob([bytes.slice(0, at), chunk, bytes.slice(at)]);
}

const riff = (name: string, body: Uint8Array) =>
  joined(text(name), uint32(body.length, true), body, new Uint8Array(body.length % 2));

/** Returns the chunk with the pixels of a WebP that the browser has encoded. */
async function webpPixels(): Promise<Uint8Array> {
  const bytes = await bytesOf('image/webp');
  const view = new DataView(bytes.buffer);
  for (let at = 12; at < bytes.length;) {
    const size = view.getUint32(at + 4, true);
    if (String.fromCharCode(...bytes.slice(at, at + 3)) === 'VP8' && bytes[at + 3] !== 'X'.charCodeAt(0))
      return bytes.slice(at, at + 8 + size + (size % 2));
    at += 8 + size + (size % 2);
  }
  throw new Error('the browser has written no pixels');
}

const uint24 = (value: number) => Uint8Array.of(value & 255, (value >> 8) & 255, value >> 16);
const size24 = joined(uint24(3 * squarePx - 1), uint24(2 * squarePx - 1));
const icc = 0x20;
const exifFlag = 0x08;
const animation = 0x02;

/** @see https://developers.google.com/speed/webp/docs/riff_container#extended_file_format */
const webpOf = (flags: number, ...chunks: Uint8Array[]) => {
  const body = joined(text('WEBP'), riff('VP8X', joined(Uint8Array.of(flags, 0, 0, 0), size24)), ...chunks);
  return new Blob([joined(text('RIFF'), uint32(body.length, true), body)]);
};

/** An invalid profile, which browsers ignore. Its length is odd, so the chunk is padded. */
const profile = riff('ICCP', new Uint8Array(131).fill(7));

async function webpWith(exif: Uint8Array, neighbour: 'alone' | 'a profile' | 'frames' = 'alone'): Promise<Blob> {
  const pixels = await webpPixels();
  const chunk = riff('EXIF', exif);
  if (neighbour === 'alone') return webpOf(exifFlag, pixels, chunk);
  if (neighbour === 'a profile') return webpOf(exifFlag | icc, profile, pixels, chunk);
  const frame = riff('ANMF', joined(new Uint8Array(6), size24, uint24(100), Uint8Array.of(0), pixels));
  return webpOf(exifFlag | animation, riff('ANIM', new Uint8Array(6)), frame, frame, chunk);
}

/** Returns the indices of the squares that an image shows, row by row. */
function squaresOf(bitmap: ImageBitmap): number[][] {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return Array.from({ length: bitmap.height / squarePx }, (_, row) =>
    Array.from({ length: bitmap.width / squarePx }, (__, column) => {
      const [x, y] = [(column + 0.5) * squarePx, (row + 0.5) * squarePx];
      const { data } = context.getImageData(x, y, 1, 1);
      const far = colours.map((colour) => Math.hypot(...[0, 1, 2].map((at) => (colour[at] ?? 0) - (data[at] ?? 0))));
      return far.indexOf(Math.min(...far));
    }),
  );
}

async function seenOf(file: Blob): Promise<number[][]> {
  const bitmap = await decodeImage(file);
  const result = squaresOf(bitmap);
  bitmap.close();
  return result;
}

describe.each(orientations)('orientation %i is applied once', (orientation) => {
  test.each([
    ['a JPEG', () => jpegWith(tiff(orientation))],
    ['a PNG before its pixels', () => pngWith(tiff(orientation), 'before the pixels')],
    ['a PNG after its pixels', () => pngWith(tiff(orientation, 'II'), 'behind the pixels')],
    ['a WebP', () => webpWith(tiff(orientation))],
    ['a WebP in little-endian byte order', () => webpWith(tiff(orientation, 'II'))],
    ['a WebP whose metadata begins like a JPEG’s', () => webpWith(joined(text('Exif\0\0'), tiff(orientation)))],
    ['a WebP with a colour profile', () => webpWith(tiff(orientation), 'a profile')],
    ['a WebP after its frames', () => webpWith(tiff(orientation), 'frames')],
  ])('in %s', async (_, file) => {
    expect(await seenOf(await file())).toEqual(seen[orientation]);
  });

  test.each([
    ['a PNG', () => pngWith(tiff(orientation), 'behind the pixels')],
    ['a WebP', () => webpWith(tiff(orientation))],
  ])('in the copy of %s that the browser itself shows', async (_, make) => {
    const file = await make();
    const upright = await uprightImage(file);
    if (orientation === 1) expect(upright).toBe(file);
    const bitmap = await createImageBitmap(upright);
    expect(squaresOf(bitmap)).toEqual(seen[orientation]);
    bitmap.close();
  });
});

test.each([
  ['with orientation 0', tiff(0)],
  ['with orientation 9', tiff(9)],
  ['whose orientation is of another type', tiff(6, 'MM', 4)],
  ['without a valid byte order', joined(text('XX'), tiff(6).slice(2))],
  ['with a wrong magic number', joined(tiff(6).slice(0, 2), Uint8Array.of(0, 43), tiff(6).slice(4))],
  ['whose directory is beyond its end', joined(tiff(6).slice(0, 4), Uint8Array.of(0, 1, 0, 0), tiff(6).slice(8))],
  ['that ends within its directory', tiff(6).slice(0, 25)],
  ['of only six bytes', text('Exif\0\0')],
  ['without bytes', new Uint8Array()],
])('metadata %s is ignored', async (_, exif) => {
  expect(await seenOf(await webpWith(exif))).toEqual(seen[1]);
  expect(await seenOf(await pngWith(exif, 'behind the pixels'))).toEqual(seen[1]);
});

test('rotating keeps every pixel exactly, including partly transparent ones', async () => {
  const image = new ImageData(5, 3);
  for (let at = 0; at < 60; at += 4) image.data.set([at * 3, 255 - at, 120, at % 8 ? 255 : 128], at);
  const stored = new Uint8Array(await encoded(image).arrayBuffer());
  const body = joined(text('eXIf'), tiff(6));
  const chunk = joined(uint32(body.length - 4, false), body, uint32(crc(body), false));
  const [straight, turned] = await Promise.all([
    decodeImage(new Blob([stored])),
    decodeImage(new Blob([stored.slice(0, 33), chunk, stored.slice(33)])),
  ]);
  const pixels = [straight, turned].map((bitmap) => {
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
  });
  const [before = new Uint8ClampedArray(), after = new Uint8ClampedArray()] = pixels;
  expect([turned.width, turned.height]).toEqual([3, 5]);
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      // An upright row is a stored column, read from the bottom.
      const from = ((2 - x) * 5 + y) * 4;
      const at = (y * 3 + x) * 4;
      expect(after.slice(at, at + 4)).toEqual(before.slice(from, from + 4));
    }
  }
});

test.each(orientations)(
  'a JPEG of orientation %i is scaled to the same pixels as the upright image',
  async (orientation) => {
    const size = { widthPx: 1800, heightPx: 1300 };
    const stored = encoded(new ImageData(discPixels(size), size.widthPx, size.heightPx), 'image/jpeg');
    const bitmap = await decodeImage(stored);
    const upright = turnUpright(bitmap, orientation).transferToImageBitmap();
    const bitmaps = [upright, await decodeImage(await jpegWith(tiff(orientation), stored))];
    const working = { widthPx: 1152, heightPx: 896 };
    const scaled = await Promise.all(bitmaps.map((each) => scalePixels(pictureOf(each), working)));
    expect(scaled[1]?.length).toBe(scaled[0]?.length);
    expect(scaled[1]?.findIndex((value, at) => value !== scaled[0]?.[at])).toBe(-1);
  },
);
