import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { planAnimation } from './animations.ts';

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-animations-'));
  const data = Buffer.alloc(4 * 4 * 2 * 4, 255).fill(0, 0, 64);
  const twoFrames = () => sharp(data, { raw: { width: 4, height: 8, channels: 4, pageHeight: 4 } });
  const still = () => sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
  const files = {
    // The command goes by the content of a file, not by its name.
    'gif.jpg': twoFrames().gif(),
    'moving.webp': twoFrames().webp(),
    'still.gif': still().gif(),
    'still.webp': still().webp(),
    'still.png': still().png(),
    'photo.jpg': still().jpeg(),
  };
  for (const [name, picture] of Object.entries(files)) writeFileSync(join(folder, name), await picture.toBuffer());
  writeFileSync(join(folder, 'text.gif'), 'no image');
});
afterAll(() => rmSync(folder, { recursive: true }));

const plan = (file: string, choice: Parameters<typeof planAnimation>[1] = {}) =>
  planAnimation(join(folder, file), choice);

test.each(['still.webp', 'still.png', 'photo.jpg', 'text.gif', 'nowhere.gif'])('%s is no animation', async (file) => {
  expect(await plan(file)).toBeUndefined();
});

test.each([
  ['gif.jpg', {}, 'gif'],
  ['still.gif', {}, 'gif'],
  ['moving.webp', {}, 'webp'],
  ['gif.jpg', { format: 'webp' }, 'webp'],
  ['gif.jpg', { format: 'jpeg', animation: 'png' }, 'png'],
] as const)('%s with %j is written as %s', async (file, choice, format) => {
  expect(await plan(file, choice)).toEqual({ outcome: 'possible', format });
});

test.each([
  ['a JPEG', { format: 'jpeg' }, /jpeg has no frames; --animation gif/],
  ['a preset', { preset: 'shop.isola-preset' }, /still images only/],
  ['a shadow', { shadow: 'photo' }, /still images only/],
  ['a tone', { hasTone: true }, /still images only/],
  ['a size limit', { maxBytes: 5000 }, /still images only/],
] as const)('an animation with %s is refused', async (_, choice, detail) => {
  expect(await plan('gif.jpg', choice)).toEqual({
    outcome: 'failed',
    code: 'animation-not-supported',
    detail: expect.stringMatching(detail),
  });
});
