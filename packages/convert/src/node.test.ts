import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';

import { codedColors, rotation, withProperty } from '../test/edit-heif.ts';
import { readHeif } from './container/read-heif.ts';
import { convertToPng } from './node.ts';

const [widthPx, heightPx] = [61, 43];

/** A picture with a different colour in each pixel, and no symmetry. */
const rgb = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => {
  const [x, y] = [Math.floor(at / 3) % widthPx, Math.floor(at / 3 / widthPx)];
  return [x * 4, y * 5, (x * y) % 256][at % 3] ?? 0;
});
const rgba = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) =>
  at % 4 < 3 ? (rgb[Math.floor(at / 4) * 3 + (at % 4)] ?? 0) : Math.floor(at / 4) % 256,
);

const picture = () => sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } });
const fileOf = (name: string) => readFileSync(join(import.meta.dirname, '../test/files', name));

async function bytesOf(file: Sharp | Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array('toBuffer' in file ? await file.toBuffer() : file);
}

/** Returns the values of a file, as they are stored. */
async function valuesOf(file: Sharp | Uint8Array) {
  const decoder = sharp(await bytesOf(file), { ignoreIcc: true });
  const { data, info } = await decoder.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), size: [info.width, info.height] };
}

async function converted(file: Sharp | Uint8Array) {
  const png = await convertToPng(await bytesOf(file));
  if (!png) throw new Error('the file was not converted');
  return { ...(await valuesOf(png)), png, icc: (await sharp(png).metadata()).icc };
}

/** Returns the mean and the largest difference between two lists of values. */
function difference(one: Uint8Array, other: Uint8Array): { readonly mean: number; readonly most: number } {
  expect(one.length).toBe(other.length);
  const all = Array.from(one, (value, at) => Math.abs(value - (other[at] ?? 0)));
  return { mean: all.reduce((sum, value) => sum + value, 0) / all.length, most: Math.max(...all) };
}

const refusal = async (file: Sharp | Uint8Array) =>
  convertToPng(await bytesOf(file)).then(
    () => 'converted',
    ({ code, detail }: { code?: string; detail?: string }) => ({ code, detail }),
  );

describe('TIFF', () => {
  test.each([
    ['without compression', { compression: 'none' }],
    ['with LZW', { compression: 'lzw' }],
    ['with LZW and differences', { compression: 'lzw', predictor: 'horizontal' }],
    ['with Deflate', { compression: 'deflate' }],
    ['with Deflate and differences', { compression: 'deflate', predictor: 'horizontal' }],
    ['with PackBits', { compression: 'packbits' }],
    ['in tiles', { compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }],
  ] as const)('%s keeps every pixel', async (_, options) => {
    const { data, size } = await converted(picture().tiff(options));
    expect(size).toEqual([widthPx, heightPx]);
    expect(data).toEqual((await valuesOf(picture().png())).data);
  });

  test('the LZW of a photograph, whose codes grow to 12 bits and start again, keeps every pixel', async () => {
    const photo = () => sharp(join(import.meta.dirname, '../../../pictures/small/mug.jpg'));
    const { data } = await converted(photo().tiff({ compression: 'lzw' }));
    expect(Buffer.compare(data, (await valuesOf(photo().png())).data)).toBe(0);
  });

  test('straight alpha is kept with the colours under it', async () => {
    const source = () => sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } });
    expect((await converted(source().tiff({ compression: 'deflate' }))).data).toEqual(rgba);
  });

  test('16 bits become the nearest 8 bits', async () => {
    const deep = Uint16Array.from(rgb, (value, at) => value * 257 + ((at % 3) - 1) * 100).map((value) =>
      Math.min(65_000, value),
    );
    const source = sharp(deep, { raw: { width: widthPx, height: heightPx, channels: 3 } }).toColourspace('rgb16');
    const { data } = await converted(source.tiff({ compression: 'lzw' }));
    const expected = Uint8Array.from({ length: data.length }, (_, at) =>
      at % 4 === 3 ? 255 : Math.round((deep[Math.floor(at / 4) * 3 + (at % 4)] ?? 0) / 257),
    );
    expect(difference(data, expected).most).toBeLessThanOrEqual(1);
  });

  test('greys are kept, and a black and white page has two values', async () => {
    const grey = () => picture().toColourspace('b-w');
    for (const tiff of [
      await bytesOf(grey().tiff({ compression: 'lzw' })),
      await bytesOf(grey().threshold(128).tiff({ bitdepth: 1, compression: 'none', predictor: 'none' })),
      await bytesOf(
        grey().threshold(128).tiff({ bitdepth: 1, compression: 'lzw', predictor: 'none', miniswhite: true }),
      ),
    ]) {
      expect((await converted(tiff)).data).toEqual((await valuesOf(tiff)).data);
    }
  });

  test('a JPEG within a TIFF has its colours', async () => {
    const photo = () => sharp(fileOf('mug.png'));
    const { data } = await converted(photo().tiff({ compression: 'jpeg', quality: 95 }));
    expect(difference(data, (await valuesOf(photo())).data).mean).toBeLessThan(3);
  });

  test('CMYK is converted to near colours, and its profile is not attached to the RGB values', async () => {
    // Half of the light of cyan, and no other ink, leaves (128, 255, 255) without a profile.
    const inks = Uint8Array.from({ length: 20 * 20 * 4 }, (_, at) => (at % 4 === 0 ? 127 : 0));
    const source = sharp(inks, { raw: { width: 20, height: 20, channels: 4 } });
    const tiff = await cmykTiff(source);
    const { data, icc } = await converted(tiff);
    expect([...data.subarray(0, 4)]).toEqual([128, 255, 255, 255]);
    expect(icc).toBeUndefined();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is applied once', async (orientation) => {
    const tiff = await bytesOf(picture().withMetadata({ orientation }).tiff({ compression: 'lzw' }));
    const upright = await valuesOf(await sharp(tiff).autoOrient().png().toBuffer());
    const { data, size } = await converted(tiff);
    expect(size).toEqual(upright.size);
    expect(data).toEqual(upright.data);
  });

  test('the first page is used, and the profile of Display P3 is kept byte by byte', async () => {
    const pages = await sharp([fileOf('mug.png'), fileOf('mug.png')], { join: { animated: true } })
      .withIccProfile('p3')
      .tiff()
      .toBuffer();
    const { size, icc } = await converted(pages);
    expect(size).toEqual([96, 72]);
    expect(icc).toEqual((await sharp(pages).metadata()).icc);
  });

  test('kinds that cannot be converted are named', async () => {
    expect(
      await refusal(
        picture().toColourspace('b-w').threshold().tiff({ bitdepth: 1, compression: 'ccittfax4', predictor: 'none' }),
      ),
    ).toEqual({
      code: 'unsupported-variant',
      detail: 'CCITT G4',
    });
    expect(await refusal(withValue(await bytesOf(picture().tiff()), 262, 8))).toEqual({
      code: 'unsupported-variant',
      detail: 'CIELab',
    });
    const raw = await bytesOf(picture().tiff());
    // The tag of the compression (259) becomes that of the DNG version (50706).
    expect(await refusal(retagged(raw, 259, 50_706))).toEqual({ code: 'unsupported-variant', detail: 'camera raw' });
  });

  test('hostile files are refused before they fill the memory', async () => {
    const tiff = await bytesOf(picture().tiff({ compression: 'deflate' }));
    expect(await refusal(tiff.subarray(0, 100))).toMatchObject({ code: 'damaged-image' });
    expect(await refusal(tiff.subarray(0, 9))).toMatchObject({ code: 'damaged-image' });
    expect(await refusal(withSides(tiff, 65_536, 65_536))).toMatchObject({ code: 'image-too-large' });
    expect(await refusal(withSides(tiff, 0, 5))).toMatchObject({ code: 'damaged-image' });
    // 64 MB of zeros, packed in 64 kB, where the header announces 1 × 1 px.
    const bomb = await sharp({ create: { width: 8000, height: 2600, channels: 3, background: 'black' } })
      .tiff({ compression: 'deflate' })
      .toBuffer();
    expect(bomb.length).toBeLessThan(600_000);
    expect(await refusal(withSides(new Uint8Array(bomb), 1, 1))).toMatchObject({ code: 'damaged-image' });
    for (const compression of ['lzw', 'deflate', 'packbits', 'jpeg'] as const) {
      const whole = await bytesOf(sharp(fileOf('mug.png')).tiff({ compression }));
      const broken = whole.map((value, at) => (at > 40 && at < 2000 ? value ^ 0x5a : value));
      const answer = await refusal(broken);
      // Some compressions cannot notice it. Then the result is a picture with wrong pixels, as in every viewer.
      expect(answer === 'converted' || (typeof answer === 'object' && answer.code !== 'processing-failed')).toBe(true);
    }
  });
});

/** Returns the TIFF that sharp has written with further directories after it. Each leads to the next one. */
function withDirectories(
  tiff: Uint8Array,
  directories: number,
  entries: readonly (readonly number[])[],
  next?: number,
) {
  const size = 2 + entries.length * 12 + 4;
  const file = new Uint8Array(tiff.length + directories * size);
  file.set(tiff);
  const view = new DataView(file.buffer);
  let link = view.getUint32(4, true);
  link += 2 + view.getUint16(link, true) * 12;
  for (let index = 0; index < directories; index += 1) {
    const at = tiff.length + index * size;
    view.setUint32(link, at, true);
    view.setUint16(at, entries.length, true);
    for (const [place, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
      const entry = at + 2 + place * 12;
      view.setUint16(entry, tag, true);
      view.setUint16(entry + 2, type, true);
      view.setUint32(entry + 4, count, true);
      view.setUint32(entry + 8, value, true);
    }
    link = at + size - 4;
  }
  view.setUint32(link, next ?? 0, true);
  return file;
}

describe('hostile lists', () => {
  test('of a TIFF whose directories lead back to the first one, the first page is used', async () => {
    const tiff = await bytesOf(picture().tiff({ compression: 'none', predictor: 'none' }));
    const first = new DataView(tiff.buffer).getUint32(4, true);
    const { data } = await converted(withDirectories(tiff, 3, [], first));
    expect(data).toEqual((await valuesOf(picture().png())).data);
  });

  test('four thousand pages that share a list of a million values do not fill the memory', async () => {
    const tiff = await bytesOf(picture().tiff({ compression: 'none', predictor: 'none' }));
    const shared = new Uint8Array(tiff.length + 4_000_000);
    shared.set(tiff);
    // Tags 258, 273, 279, 320 and 338 with 32 bits each: the lists would take more than 100 GB.
    const lists = [258, 273, 279, 320, 338].map((tag) => [tag, 4, 1_000_000, tiff.length]);
    const { data } = await converted(withDirectories(shared, 4000, lists));
    expect(data).toEqual((await valuesOf(picture().png())).data);
  });

  test('references of a HEIC end with their box', async () => {
    const heic = fileOf('mug-alpha.heic');
    const file = Uint8Array.from(heic);
    const view = new DataView(file.buffer);
    // The first box within `iref`: its size, its type, the item, and the number of references.
    const first = heic.indexOf('iref') + 8;
    view.setUint16(first + 10, 65_535);
    expect(readHeif(file).images).toBe(readHeif(Uint8Array.from(heic)).images);
  });
});

describe('HEIC', () => {
  test('a photograph has the colours of the picture that was encoded', async () => {
    const { data, size, icc } = await converted(fileOf('mug.heic'));
    expect(size).toEqual([96, 72]);
    expect(difference(data, (await valuesOf(fileOf('mug.png'))).data).mean).toBeLessThan(2);
    expect(icc).toBeUndefined();
  });

  test('alpha is kept', async () => {
    const { data, size } = await converted(fileOf('mug-alpha.heic'));
    expect(size).toEqual([80, 60]);
    const alphas = (all: Uint8Array) => all.filter((_, at) => at % 4 === 3);
    expect(difference(alphas(data), alphas((await valuesOf(fileOf('mug-alpha.png'))).data)).mean).toBeLessThan(2);
  });

  test('the profile of Display P3 is kept, so that the colours are not dulled', async () => {
    const { png, icc } = await converted(fileOf('mug-p3.heic'));
    expect(icc?.length).toBeGreaterThan(100);
    // sharp converts by the profile.
    const seen = await sharp(png).toColourspace('srgb').ensureAlpha().raw().toBuffer();
    expect(difference(new Uint8Array(seen), (await valuesOf(fileOf('mug.png'))).data).mean).toBeLessThan(2.5);
  });

  test.each([1, 2, 3])('a rotation by %i quarters is applied once', async (quarters) => {
    const turned = withProperty(fileOf('mug.heic'), rotation(quarters));
    const expected = await valuesOf(
      await sharp(fileOf('mug.png'))
        .rotate(360 - quarters * 90)
        .png()
        .toBuffer(),
    );
    const { data, size } = await converted(turned);
    expect(size).toEqual(expected.size);
    expect(difference(data, expected.data).mean).toBeLessThan(2);
  });

  test('code points of Display P3 become its profile, and HDR is refused by name', async () => {
    const { png } = await converted(withProperty(fileOf('mug.heic'), codedColors(12, 13, 6)));
    const { data } = await valuesOf(png);
    const seen = await sharp(png).toColourspace('srgb').ensureAlpha().raw().toBuffer();
    expect(difference(new Uint8Array(seen), srgbOfP3(data)).mean).toBeLessThan(0.6);
    expect(await refusal(withProperty(fileOf('mug.heic'), codedColors(9, 16, 9)))).toEqual({
      code: 'unsupported-variant',
      detail: 'HDR',
    });
  });

  test('the primary image of several is used', async () => {
    const { size } = await converted(fileOf('two-images.heic'));
    expect(size).toEqual([96, 72]);
  });

  test('damaged and hostile files are refused', async () => {
    const heic = new Uint8Array(fileOf('mug.heic'));
    for (const length of [40, 200, 500, heic.length - 800]) {
      expect(await refusal(heic.subarray(0, length)), `${length} bytes`).toMatchObject({ code: 'damaged-image' });
    }
    const at = Buffer.from(heic).indexOf('ispe') + 8;
    const huge = Uint8Array.from(heic);
    new DataView(huge.buffer).setUint32(at, 65_536);
    expect(await refusal(huge)).toMatchObject({ code: 'image-too-large' });
    // The header claims another size than the coded picture.
    const small = Uint8Array.from(heic);
    new DataView(small.buffer).setUint32(at, 16);
    expect(['damaged-image', undefined]).toContain(((await refusal(small)) as { code?: string }).code);
  });
});

describe('AVIF and BMP', () => {
  test('an AVIF has the colours of the picture that was encoded, and keeps its profile', async () => {
    const { data } = await converted(fileOf('mug.avif'));
    expect(difference(data, (await valuesOf(fileOf('mug.png'))).data).mean).toBeLessThan(4);
    expect((await converted(fileOf('mug-p3.avif'))).icc).toEqual((await sharp(fileOf('mug-p3.avif')).metadata()).icc);
  });

  test('an AVIF without a profile keeps the colours that it states as code points, and HDR is refused', async () => {
    // ITU-T H.273: primaries 12 (P3) with transfer 13 (sRGB), and primaries 9 with transfer 16 (PQ).
    const stating = (primaries: number, transfer: number) =>
      withProperty(fileOf('mug.avif'), codedColors(primaries, transfer, 6));
    const { icc } = await converted(stating(12, 13));
    expect(icc?.toString('latin1')).toContain('XYZ ');
    expect((await converted(fileOf('mug.avif'))).icc).toBeUndefined();
    expect(await refusal(stating(9, 16))).toMatchObject({ code: 'unsupported-variant', detail: 'HDR' });
  });

  test('a BMP keeps every pixel', async () => {
    expect((await converted(bmpOf(rgb))).data).toEqual((await valuesOf(picture().png())).data);
  });

  test('an AVIF and a BMP that are cut short are damaged', async () => {
    const avif = new Uint8Array(fileOf('mug.avif'));
    for (const length of [200, 600, avif.length - 100]) {
      expect(await refusal(avif.subarray(0, length)), `${length} bytes`).toMatchObject({ code: 'damaged-image' });
    }
    expect(await refusal(bmpOf(rgb).subarray(0, 40))).toMatchObject({ code: 'damaged-image' });
  });

  test('a wrong byte in an AVIF’s list of places or in a BMP’s headers is never an unexpected failure', async () => {
    const avif = await bytesOf(fileOf('mug.avif'));
    const bmp = bmpOf(rgb);
    const places = Buffer.from(avif).indexOf('iloc') + 4;
    const codes = new Set<string | undefined>();
    for (const [file, from, to] of [
      [avif, places, places + 24],
      [bmp, 10, 54],
    ] as const) {
      for (let at = from; at < to; at += 1) {
        const found = await refusal(file.with(at, 0x41));
        codes.add(typeof found === 'string' ? found : found.code);
      }
    }
    for (const code of codes)
      expect(['converted', 'damaged-image', 'image-too-large', 'unsupported-variant', 'unsupported-format']).toContain(
        code,
      );
    expect(codes).toContain('damaged-image');
  });

  test('a GIF, whose frames the segmenter cuts out one by one, and a JPEG are not converted', async () => {
    expect(await convertToPng(await bytesOf(picture().gif()))).toBeUndefined();
    expect(await convertToPng(await bytesOf(picture().jpeg()))).toBeUndefined();
  });
});

/** Converts values of Display P3 to sRGB. @see CSS Color 4, 18, Sample code for color conversions */
function srgbOfP3(values: Uint8Array): Uint8Array {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const curve = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
  const rows = [
    [1.2249401, -0.2249402, 0],
    [-0.0420569, 1.0420571, 0],
    [-0.0196376, -0.0786361, 1.0982735],
  ];
  return Uint8Array.from(values, (value, at) => {
    const row = rows[at % 4];
    if (!row) return value;
    const light = row.reduce(
      (sum, share, channel) => sum + share * linear((values[at - (at % 4) + channel] ?? 0) / 255),
      0,
    );
    return Math.round(Math.min(1, Math.max(0, curve(Math.max(0, light)))) * 255);
  });
}

/** Builds a CMYK TIFF without a profile by hand. @param source four channels of 8 bits. */
async function cmykTiff(source: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, 3, 1, info.width],
    [257, 3, 1, info.height],
    [258, 3, 4, 8 + 2 + 9 * 12 + 4],
    [259, 3, 1, 1],
    [262, 3, 1, 5],
    [273, 4, 1, 8 + 2 + 9 * 12 + 4 + 8],
    [277, 3, 1, 4],
    [278, 3, 1, info.height],
    [279, 4, 1, data.length],
  ];
  const head = new DataView(new ArrayBuffer(8 + 2 + entries.length * 12 + 4 + 8));
  head.setUint32(0, 0x49492a00);
  head.setUint32(4, 8, true);
  head.setUint16(8, entries.length, true);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    head.setUint16(at, tag, true);
    head.setUint16(at + 2, type, true);
    head.setUint32(at + 4, count, true);
    head.setUint32(at + 8, value, true);
  }
  for (let channel = 0; channel < 4; channel += 1)
    head.setUint16(8 + 2 + entries.length * 12 + 4 + channel * 2, 8, true);
  return Uint8Array.from([...new Uint8Array(head.buffer), ...data]);
}

/** Builds a BMP of 24 bits by hand, its last row first. @see [MS-WMF] 2.2.2.3 */
function bmpOf(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil((widthPx * 3) / 4) * 4;
  const file = new Uint8Array(54 + rowBytes * heightPx);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(2, file.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, widthPx, true);
  view.setInt32(22, heightPx, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const from = ((heightPx - 1 - y) * widthPx + x) * 3;
      file.set([pixels[from + 2] ?? 0, pixels[from + 1] ?? 0, pixels[from] ?? 0], 54 + y * rowBytes + x * 3);
    }
  }
  return file;
}

function changed(
  tiff: Uint8Array,
  change: (view: DataView, entry: number, tag: number) => void,
): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(tiff);
  const view = new DataView(copy.buffer);
  const directory = view.getUint32(4, true);
  for (let index = 0; index < view.getUint16(directory, true); index += 1) {
    const entry = directory + 2 + index * 12;
    change(view, entry, view.getUint16(entry, true));
  }
  return copy;
}

const withValue = (tiff: Uint8Array, changedTag: number, value: number) =>
  changed(tiff, (view, entry, tag) => {
    if (tag === changedTag) view.setUint16(entry + 8, value, true);
  });

/** Writes other sides into a little-endian TIFF. */
const withSides = (tiff: Uint8Array, width: number, height: number) =>
  changed(tiff, (view, entry, tag) => {
    if (tag !== 256 && tag !== 257) return;
    view.setUint16(entry + 2, 4, true);
    view.setUint32(entry + 8, tag === 256 ? width : height, true);
  });

const retagged = (tiff: Uint8Array, from: number, to: number) =>
  changed(tiff, (view, entry, tag) => {
    if (tag === from) view.setUint16(entry, to, true);
  });
