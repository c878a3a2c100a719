/** @module-tag long */
import { readFileSync } from 'node:fs';

import { PNG } from 'pngjs';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { writeExif } from '../metadata/write-exif.ts';
import type { Raster } from '../raster/raster.ts';
import { countColors } from './reduce-colors.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function paint(widthPx: number, heightPx: number, at: (x: number, y: number) => Pixel): Raster {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) {
    data.set(at(pixel % widthPx, Math.floor(pixel / widthPx)), pixel * 4);
  }
  return { widthPx, heightPx, data };
}

async function photo(name: string): Promise<Raster> {
  const file = readFileSync(new URL(`../../../../pictures/${name}`, import.meta.url));
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, data: new Uint8ClampedArray(data) };
}

async function written(raster: Raster, maxColors: number) {
  const file = await writeIndexedPng(countColors(raster).reduce(maxColors), {});
  return PNG.sync.read(Buffer.from(await file.arrayBuffer()));
}

async function writtenByLibvips({ widthPx: width, heightPx: height, data }: Raster, maxColors: number) {
  const file = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .png({ palette: true, colours: maxColors, dither: 0, effort: 10 })
    .toBuffer();
  return PNG.sync.read(file);
}

function colorsOf({ data }: { readonly data: Uint8Array | Uint8ClampedArray }): ReadonlySet<number> {
  return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4));
}

/** Returns the signal-to-noise ratio in decibels. Colours are multiplied by alpha, which is how both images appear. */
function signalToNoise({ data }: Raster, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [alpha = 0, otherAlpha = 0] = [data[at + 3], other[at + 3]];
    for (let channel = 0; channel < 3; channel += 1) {
      sum += (((data[at + channel] ?? 0) * alpha - (other[at + channel] ?? 0) * otherAlpha) / 255) ** 2;
    }
    sum += (alpha - otherAlpha) ** 2;
  }
  return 10 * Math.log10(255 ** 2 / (sum / data.length));
}

test.each(['shoe.cutout.webp', 'plant.cutout.webp', 'glass.cutout.webp', 'mug.jpg'])(
  '%s in 256 and 16 colours is as close to the original as the result of libvips',
  async (name) => {
    const raster = await photo(name);
    // Libvips supports only palettes of 256, 16, 4 and 2 colours.
    for (const maxColors of [256, 16]) {
      const png = await written(raster, maxColors);
      expect([png.width, png.height]).toEqual([raster.widthPx, raster.heightPx]);
      expect(colorsOf(png).size).toBeLessThanOrEqual(maxColors);
      const theirs = await writtenByLibvips(raster, maxColors);
      expect(signalToNoise(raster, png.data)).toBeGreaterThan(signalToNoise(raster, theirs.data) - 1.5);
    }
  },
);

test.each([
  ['opaque', 0],
  ['half-transparent', 1],
])(
  '%s noise with more colours than are distinguished is as close to the original as the result of libvips',
  async (_, transparency) => {
    // The values are bytes of a hash, so nearly every pixel has a different colour.
    const noise = paint(256, 256, (x, y) => {
      const value = Math.imul(Math.imul(y * 256 + x + 1, 0x9e3779b1) ^ (y * 7919), 0x85ebca6b) >>> 0;
      return [value & 255, (value >> 8) & 255, (value >> 16) & 255, 255 - transparency * (value >>> 24)];
    });
    expect(colorsOf(noise).size).toBeGreaterThan(60_000);
    for (const maxColors of [256, 16]) {
      const own = signalToNoise(noise, (await written(noise, maxColors)).data);
      expect(own).toBeGreaterThan(signalToNoise(noise, (await writtenByLibvips(noise, maxColors)).data) - 1.5);
    }
  },
);

test('colours that fit into the palette are preserved, including half-transparent ones', async () => {
  const raster = paint(64, 48, (x, y) => [(x >> 3) * 30, (y >> 3) * 40, 90, x < 8 ? 0 : x < 32 ? 128 : 255]);
  // The colour of a transparent pixel is invisible.
  const seen = raster.data.map((value, at) => (raster.data[at | 3] === 0 ? 0 : value));
  const png = await written(raster, 64);
  for (let at = 0; at < seen.length; at += 1) {
    expect(Math.abs((png.data[at] ?? 0) - (seen[at] ?? 0)), `byte ${at}`).toBeLessThanOrEqual(1);
  }
});

test('a white background stays white next to nearly white colours, and transparent pixels stay transparent', async () => {
  const shadow = paint(200, 200, (x, y) => {
    if (y < 100) return [255, 255, 255, 255];
    if (x < 50) return [0, 0, 0, 0];
    const grey = 200 + ((x * 7 + y * 13) % 56);
    return [grey, grey, 255 - ((x * y) % 50), 255];
  });
  for (const maxColors of [256, 16, 3]) {
    const { data } = await written(shadow, maxColors);
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect(data[(150 * 200 + 10) * 4 + 3]).toBe(0);
  }
});

test.each([
  ['an image of one colour', () => [10, 20, 30, 255]],
  ['a transparent image', () => [1, 2, 3, 0]],
  ['noise', (x, y) => [(x * 7919) % 251, (y * 104_729) % 241, (x * y) % 239, (x + y) % 256]],
] as const satisfies readonly (readonly [string, (x: number, y: number) => Pixel])[])(
  '%s can be written in two colours',
  async (_, at) => {
    const png = await written(paint(33, 17, at), 2);
    expect(colorsOf(png).size).toBeLessThanOrEqual(2);
  },
);

test('an indexed PNG contains the resolution and the camera metadata', async () => {
  const raster = paint(20, 20, (x, y) => [x, y, 0, 255]);
  const exif = writeExif({ model: 'X100V' }, undefined);
  const file = await writeIndexedPng(countColors(raster).reduce(256), { dotsPerInch: 300, exif });
  const read = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
  expect([read.density, read.isPalette, read.hasAlpha]).toEqual([300, true, false]);
  expect(read.exif?.includes('X100V')).toBe(true);
});
