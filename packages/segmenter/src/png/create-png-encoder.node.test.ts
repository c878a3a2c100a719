/** @module-tag long */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

import { PNG } from 'pngjs';
import { describe, expect, test, vi } from 'vitest';

import { createRandom, type Random } from '../../test/random.ts';
import { createPngEncoder, type PngChannels, type PngOptions } from './create-png-encoder.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/png.wasm', import.meta.url)));

interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA values. */
  readonly pixels: Uint8ClampedArray;
}

describe('the file contains the given pixels of', () => {
  const sizes = [1, 2, 3, 4, 5, 7, 8, 16, 17, 63, 64, 65, 66, 129, 130].flatMap((sidePx) => [
    [sidePx, 1],
    [1, sidePx],
    [sidePx, 5],
  ]);
  const random = createRandom(1);
  const noise = () => random.integer(0, 255);

  test.each(sizes)('an image of %i × %i px', async (widthPx, heightPx) => {
    for (const channel of [noise, () => random.integer(0, 1), () => 0]) {
      await expectSame(paint(widthPx ?? 1, heightPx ?? 1, () => [channel(), channel(), channel(), channel()]));
    }
  });

  test.each([
    ['a fully transparent image', () => [0, 0, 0, 0]],
    ['one opaque colour', () => [200, 100, 50, 255]],
    ['gradients', (x, y) => [x & 255, y & 255, (x + y) & 255, 255]],
    ['colours with every low alpha', (x, y) => [x & 255, y & 255, (x ^ y) & 255, (x >> 2) & 7]],
    ['coloured pixels with alpha 0', (x, y) => [x & 255, y & 255, 77, 0]],
    ['noise', () => [noise(), noise(), noise(), noise()]],
    ['a chequerboard', (x, y) => ((x ^ y) & 1 ? [255, 255, 255, 255] : [0, 0, 0, 255])],
    [
      'stripes that repeat at a distance beyond the window of deflate',
      (x) => [(x * 7919) & 255, (x * 104_729) >> 8, 3, 255],
    ],
    [
      'a disc on a transparent background',
      (x, y) => (Math.hypot(x - 300, y - 100) < 90 ? [noise(), y & 255, x & 255, 255] : [0, 0, 0, 0]),
    ],
  ] satisfies [string, Paint][])('%s', async (_, paintPixel) => {
    await expectSame(paint(701, 203, paintPixel));
  });

  test.each([1, 2, 8, 255, 256, 257, 258, 259, 260, 261, 514, 516, 517, 519, 1032, 1033].map((length) => [length]))(
    'a run of %i equal pixels, ended by each of a pixel’s bytes',
    async (length) => {
      for (const changed of [0, 1, 2, 3]) {
        const colours = [9, 9, 9, 9];
        // From the second row on the filter turns the whole run into zeros; in the first row, all of it except its
        // first pixel.
        await expectSame(
          paint(length + 3, 3, (x) =>
            colours.map((value, channel) => (x >= length && channel >= changed ? 90 : value)),
          ),
        );
      }
    },
  );

  test('rows that exceed a strip', async () => {
    await expectSame(paint(150_000, 3, (x, y) => [x & 255, x >> 8, noise() & 3, y * 100]));
  });

  test('an image of 3000 × 2000 px', { tags: ['long'] }, async () => {
    await expectSame(likeACutOut(3000, 2000));
  });

  test('four hundred small images, patched together from noise, runs and copies', { tags: ['long'] }, async () => {
    const seeded = createRandom(20);
    for (let nth = 0; nth < 400; nth += 1) {
      await expectSame(patchwork(seeded, seeded.integer(1, 90), seeded.integer(1, 60)));
    }
  });

  test('wide images, patched together', async () => {
    const seeded = createRandom(21);
    for (let nth = 0; nth < 8; nth += 1) {
      await expectSame(patchwork(seeded, seeded.integer(8000, 17_000), seeded.integer(2, 40)));
    }
  });
});

describe.each(['rgb', 'grey'] as const)('a %s file contains the requested channels', (channels) => {
  test('at every small size', async () => {
    const random = createRandom(6);
    for (const channel of [() => random.integer(0, 255), () => random.integer(0, 1), () => 0]) {
      for (const widthPx of [1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 21, 22, 64, 65]) {
        for (const heightPx of [1, 2, 5]) {
          await expectSame(
            paint(widthPx, heightPx, () => [channel(), channel(), channel(), channel()]),
            channels,
          );
        }
      }
    }
  });

  test('with runs of every length, ended by each of a pixel’s bytes', async () => {
    for (const length of [1, 2, 3, 4, 5, 8, 85, 86, 87, 171, 255, 256, 257, 258, 259, 260, 262, 516, 520]) {
      for (const changed of [0, 1, 2]) {
        const at = (x: number) => [9, 9, 9].map((value, each) => (x >= length && each >= changed ? 90 : value));
        await expectSame(
          paint(length + 3, 3, (x) => [...at(x), 255]),
          channels,
        );
      }
    }
  });

  test('with repetitions of one to five bytes, some of them nearer than the shortest distance in use', async () => {
    for (const period of [1, 2, 3, 4, 5]) {
      await expectSame(
        paint(900, 20, (x, y) =>
          Array.from({ length: 4 }, (_, each) => (((x * 4 + each) % period) * 71 + y * y) & 255),
        ),
        channels,
      );
    }
  });

  test('with images patched together, small and wide', async () => {
    const seeded = createRandom(22);
    for (let nth = 0; nth < 200; nth += 1) {
      await expectSame(patchwork(seeded, seeded.integer(1, 90), seeded.integer(1, 60)), channels);
    }
    for (let nth = 0; nth < 4; nth += 1) {
      await expectSame(patchwork(seeded, seeded.integer(8000, 17_000), seeded.integer(2, 40)), channels);
    }
  });

  test('whatever the portions in which the rows are passed', async () => {
    const picture = likeACutOut(641, 480);
    const whole = await encode(picture, { channels });
    for (const portion of [() => 1, () => 7, () => 479]) {
      expect((await encode(picture, { channels }, portion)).equals(whole)).toBe(true);
    }
  });

  test('and declares them in its header', async () => {
    const [header] = chunksOf(await encode(likeACutOut(20, 20), { channels }));
    expect(header?.data[9]).toBe(channels === 'rgb' ? 2 : 0);
  });
});

test('an opaque image is smaller without its alpha', async () => {
  const picture = likeACutOut(1500, 1000);
  for (let at = 3; at < picture.pixels.length; at += 4) picture.pixels[at] = 255;
  expect((await encode(picture, { channels: 'rgb' })).length).toBeLessThan((await encode(picture)).length);
});

test('a matte with one channel is smaller than with zlib’s level 3', async () => {
  const random = createRandom(7);
  const disc = paint(1500, 1000, (x, y) => {
    const alpha = Math.min(255, Math.max(0, (400 - Math.hypot(x - 750, y - 500)) * 13 + random.integer(-9, 9)));
    return [alpha, alpha, alpha, 255];
  });
  const ofZlib = deflateSync(differencesToAbove(disc, 1), { level: 3 });
  expect((await encode(disc, { channels: 'grey' })).length).toBeLessThan(ofZlib.length);
});

test('the file does not depend on the portions in which the rows are passed', async () => {
  const picture = likeACutOut(640, 480);
  const whole = await encode(picture);
  const random = createRandom(3);
  for (const portion of [() => 1, () => 7, () => random.integer(0, 100), () => 479]) {
    expect((await encode(picture, {}, portion)).equals(whole)).toBe(true);
  }
});

test('the chunks are those of a PNG, each with the right checksum', async () => {
  const chunks = chunksOf(await encode(likeACutOut(640, 480), { dotsPerInch: 300 }));
  const kinds = chunks.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  expect(kinds).toEqual(['IHDR', 'sRGB', 'pHYs', 'IDAT', 'IEND']);
  for (const { typeAndData, check } of chunks) expect(check).toBe(crc32(typeAndData));
  const data = (type: string) => [...(chunks.find((chunk) => chunk.type === type)?.data ?? [])];
  expect(data('IHDR')).toEqual([0, 0, 2, 0x80, 0, 0, 1, 0xe0, 8, 6, 0, 0, 0]);
  expect(data('sRGB')).toEqual([0]);
  // 300 ÷ 0.0254 = 11 811 dots per metre.
  expect(data('pHYs')).toEqual([0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]);
});

test.each([8, 6_000_000])('the camera’s data precede the pixels, unchanged (%d bytes)', async (length) => {
  const exif = Uint8Array.from({ length }, (_, index) => (index * 7) & 255);
  const chunks = chunksOf(await encode(likeACutOut(20, 20), { exif }));
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'sRGB', 'eXIf', 'IDAT', 'IDAT', 'IDAT', 'IEND']);
  expect(chunks[2]?.data.equals(exif)).toBe(true);
  expect(chunks[2]?.check).toBe(crc32(chunks[2]?.typeAndData ?? ''));
});

test('the print size is omitted unless it is given', async () => {
  expect(chunksOf(await encode(likeACutOut(20, 20))).map(({ type }) => type)).not.toContain('pHYs');
});

test('a cutout is smaller than its differences to the row above that zlib compresses at level 3, as canvases do', async () => {
  const picture = likeACutOut(1500, 1000);
  const { length } = await encode(picture);
  expect(length).toBeLessThan(deflateSync(differencesToAbove(picture), { level: 3 }).length);
});

test('incompressible pixels hardly grow', async () => {
  const random = createRandom(4);
  const noise = () => random.integer(0, 255);
  const picture = paint(1000, 300, () => [noise(), noise(), noise(), noise()]);
  expect((await encode(picture)).length).toBeLessThan(picture.pixels.length * 1.01);
});

test('a fully transparent image is about as small as deflate can make it', async () => {
  const picture = paint(4000, 1000, () => [0, 0, 0, 0]);
  expect((await encode(picture)).length).toBeLessThan(picture.pixels.length / 800);
});

test('the blob has the type image/png', async () => {
  const encoder = await createPngEncoder(kernels, { widthPx: 1, heightPx: 1 });
  encoder.add(Uint8ClampedArray.of(1, 2, 3, 4));
  expect(encoder.finish().type).toBe('image/png');
});

test('two images that are encoded at once do not affect each other', async () => {
  const pictures = [likeACutOut(300, 200), paint(300, 200, (x, y) => [x & 255, y, 0, 255])];
  const encoders = await Promise.all(pictures.map((picture) => createPngEncoder(kernels, picture)));
  for (let row = 0; row < 200; row += 1) {
    for (const [index, encoder] of encoders.entries()) {
      encoder.add(pictures[index]?.pixels.subarray(row * 1200, (row + 1) * 1200) ?? new Uint8ClampedArray());
    }
  }
  for (const [index, encoder] of encoders.entries()) {
    const decoded = PNG.sync.read(Buffer.from(await encoder.finish().arrayBuffer()));
    expect(Buffer.compare(decoded.data, Buffer.from(pictures[index]?.pixels ?? []))).toBe(0);
  }
});

test.each([
  [0, 1],
  [1, 0],
  [1.5, 1],
  [2 ** 31, 1],
  [Number.NaN, 1],
])('rejects a size of %f × %f px', async (widthPx, heightPx) => {
  await expect(createPngEncoder(kernels, { widthPx, heightPx })).rejects.toThrow(RangeError);
});

test('refused memory is reported as out-of-memory', async () => {
  const refusal = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    // The message is one that `translateError` does not recognise.
    throw new RangeError('not today');
  });
  const made = createPngEncoder(kernels, { widthPx: 500, heightPx: 500 });
  await expect(made).rejects.toMatchObject({ code: 'out-of-memory' });
  refusal.mockRestore();
});

test('rejects rows that are incomplete, too many or missing', async () => {
  const encoder = await createPngEncoder(kernels, { widthPx: 2, heightPx: 3 });
  expect(() => encoder.add(new Uint8ClampedArray(7))).toThrow('whole rows');
  expect(() => encoder.add(new Uint8ClampedArray(4 * 8))).toThrow('more than 3');
  encoder.add(new Uint8ClampedArray(2 * 8));
  expect(() => encoder.finish()).toThrow('1 of 3');
  encoder.add(new Uint8ClampedArray(8));
  expect(encoder.finish().size).toBeGreaterThan(0);
});

/**
 * Encodes an image.
 * @param portion returns the number of rows to pass next.
 */
async function encode(
  { widthPx, heightPx, pixels }: Picture,
  options: Partial<PngOptions> = {},
  portion = () => heightPx,
): Promise<Buffer> {
  const encoder = await createPngEncoder(kernels, { widthPx, heightPx, ...options });
  const given = options.channels === 'grey' ? pixels.filter((_, at) => at % 4 === 0) : pixels;
  const rowLength = given.length / heightPx;
  for (let row = 0; row < heightPx;) {
    const rows = Math.min(portion(), heightPx - row);
    encoder.add(given.subarray(row * rowLength, (row + rows) * rowLength));
    row += rows;
  }
  return Buffer.from(await encoder.finish().arrayBuffer());
}

/** Checks the file with two readers: pngjs, which checks the chunks, and zlib, which checks the stream. */
async function expectSame(picture: Picture, channels: PngChannels = 'rgba'): Promise<void> {
  const png = await encode(picture, { channels });
  const stream = Buffer.concat(chunksOf(png).flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
  const pixelBytes = { rgba: 4, rgb: 3, grey: 1 }[channels];
  expect(inflateSync(stream).length).toBe((1 + picture.widthPx * pixelBytes) * picture.heightPx);
  const { width, height, data } = PNG.sync.read(png);
  expect([width, height]).toEqual([picture.widthPx, picture.heightPx]);
  // Compares the bytes. `toEqual` is slow with millions of numbers.
  expect(Buffer.compare(data, Buffer.from(kept(picture.pixels, channels)))).toBe(0);
}

/** Returns the RGBA that a reader decodes from the channels of the file. */
function kept(pixels: Uint8ClampedArray, channels: PngChannels): Uint8ClampedArray {
  if (channels === 'rgba') return pixels;
  const opaque = pixels.slice();
  for (let at = 0; at < opaque.length; at += 4) {
    if (channels === 'grey') opaque.fill(pixels[at] ?? 0, at, at + 3);
    opaque[at + 3] = 255;
  }
  return opaque;
}

function chunksOf(png: Buffer) {
  const chunks: { type: string; data: Buffer; typeAndData: Buffer; check: number }[] = [];
  for (let at = 8; at < png.length;) {
    const dataEnd = at + 8 + png.readUInt32BE(at);
    const typeAndData = png.subarray(at + 4, dataEnd);
    const type = typeAndData.toString('latin1', 0, 4);
    chunks.push({ type, data: typeAndData.subarray(4), typeAndData, check: png.readUInt32BE(dataEnd) });
    at = dataEnd + 4;
  }
  return chunks;
}

type Paint = (x: number, y: number) => number[];

function paint(widthPx: number, heightPx: number, paintPixel: Paint): Picture {
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) {
    pixels.set(paintPixel(pixel % widthPx, Math.floor(pixel / widthPx)), pixel * 4);
  }
  return { widthPx, heightPx, pixels };
}

/** Returns a shaded, grainy disc with a soft edge. Its colours are complete wherever alpha is not 0. */
function likeACutOut(widthPx: number, heightPx: number): Picture {
  const random = createRandom(5);
  const radiusPx = Math.min(widthPx, heightPx) * 0.4;
  return paint(widthPx, heightPx, (x, y) => {
    const fromCentrePx = Math.hypot(x - widthPx / 2, y - heightPx / 2);
    const alpha = Math.round(Math.min(1, Math.max(0, (radiusPx - fromCentrePx) / 20)) * 255);
    if (alpha === 0) return [0, 0, 0, 0];
    const light = 120 + 60 * Math.sin(x / 90) * Math.cos(y / 70) + random.integer(-4, 4);
    return [light + 30, light, light - 30 + random.integer(-1, 1), alpha];
  });
}

/** Returns an image with repetitions of random lengths and distances, across rows and strips. */
function patchwork(random: Random, widthPx: number, heightPx: number): Picture {
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  const levels = random.pick([2, 4, 16, 256]);
  for (let at = 0; at < pixels.length;) {
    const length = Math.min(pixels.length - at, random.pick([1, 4, 7, 31, 258, 1200]) + random.integer(0, 9));
    const kind = random.pick(['noise', 'run', 'copy', 'copy from far'] as const);
    if (kind === 'noise')
      for (let byte = at; byte < at + length; byte += 1) pixels[byte] = random.integer(0, levels - 1);
    if (kind === 'run') pixels.fill(random.integer(0, 255), at, at + length);
    if (kind === 'copy') pixels.copyWithin(at, Math.max(0, at - random.integer(1, 900)), at);
    if (kind === 'copy from far') pixels.copyWithin(at, Math.max(0, at - random.integer(30_000, 34_000)), at);
    at += length;
  }
  return { widthPx, heightPx, pixels };
}

/** Filters every row by PNG's filter 2 (up), for all channels or only the first. */
function differencesToAbove({ widthPx, heightPx, pixels }: Picture, channels: 4 | 1 = 4): Uint8Array {
  const values = pixels.filter((_, index) => index % 4 < channels);
  const rowBytes = widthPx * channels;
  const rows = new Uint8Array((rowBytes + 1) * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    rows[row * (rowBytes + 1)] = 2;
    for (let byte = 0; byte < rowBytes; byte += 1) {
      const at = row * rowBytes + byte;
      rows[at + row + 1] = (values[at] ?? 0) - (values[at - rowBytes] ?? 0);
    }
  }
  return rows;
}
