import { expect, test } from 'vitest';

import { inspectFile } from '../../../test/inspect-file.ts';
import { noise, paint, task } from '../../../test/rasters.ts';
import type { Raster } from '../../raster/raster.ts';
import { encodeImage, prepareEncoding } from '../encode-image.ts';
import { encoders } from '../encoders.ts';

const write = async (raster: Raster, choice: object = {}) => {
  const encoding = prepareEncoding(encoders, { format: 'tiff', ...choice });
  const { file } = await encodeImage(raster, encoding, task, {
    metadata: { model: 'Canon EOS R5', fNumber: [28, 10] },
  });
  return { file, image: await inspectFile(file) };
};

test(
  'every pixel is preserved, including colours under low alpha, over several strips',
  { tags: ['long'] },
  async () => {
    const soft = paint(900, 1500, (x, y) => [x % 256, y % 256, (x * y) % 256, (x + y) % 256]);
    const { file, image } = await write(soft);
    expect(file.type).toBe('image/tiff');
    expect(image).toMatchObject({ format: 'tiff', width: 900, height: 1500, channels: 4, hasAlpha: true });
    expect(file.size).toBeLessThan(soft.data.length);
    expect(image.pixels.every((value, at) => value === soft.data[at])).toBe(true);
  },
);

test('an opaque image has no alpha channel', { tags: ['long'] }, async () => {
  const { image } = await write(noise);
  expect([image.channels, image.hasAlpha]).toEqual([3, false]);
  expect(image.pixels.every((value, at) => value === noise.data[at])).toBe(true);
});

test('the colour profile is sRGB: a conversion to sRGB by it changes no colour', async () => {
  const colors = paint(256, 3, (x, y) => [y === 0 ? x : 40, y === 1 ? x : 200, y === 2 ? x : 90, 255]);
  const { image } = await write(colors);
  expect(image.icc).toMatch(/acsp/);
  // The conversion rounds each value twice.
  expect(Math.max(...image.converted.map((value, at) => Math.abs(value - (colors.data[at] ?? 0))))).toBeLessThan(3);
});

test(
  'the print resolution and camera metadata are written, and metadata only when it is requested',
  { tags: ['long'] },
  async () => {
    const { file, image } = await write(noise, { dotsPerInch: 300, includesMetadata: true });
    expect(image.density).toBe(300);
    expect(await file.text()).toContain('Canon EOS R5\0');
    const plain = await write(noise);
    expect(plain.image.density).toBe(72);
    expect(await plain.file.text()).not.toContain('Canon');
  },
);

test('a maximum size makes the image smaller', { tags: ['long'] }, async () => {
  const { file, image } = await write(noise, { maxBytes: 100_000 });
  expect(file.size).toBeLessThanOrEqual(100_000);
  expect(image.width).toBeLessThan(400);
});
