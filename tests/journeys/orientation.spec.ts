import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { picture } from '../support/pictures.ts';

const root = resolve(import.meta.dirname, '../..');

/** Canvas matrices from the upright to the stored image, by EXIF orientation, which turns the stored image back. */
const matrices = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, -1, 1, 0, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, 1, -1, 0, 1, 0],
] as const;

/** Returns an APP1 segment whose directory contains only this orientation. @see CIPA DC-008 (EXIF 2.32) */
const exif = (orientation: number) =>
  Buffer.from(`ffe100224578696600004d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex');

/** The network is unsure about the wine glass, so it runs a second pass. */
test(
  'one photo in all eight orientations, each re-encoded, and with noise of one level gives the same cutout',
  { tag: ['@single', '@long'] },
  async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'isola-orientation-'));
    const { path, widthPx, heightPx } = picture('glass.jpg');
    const jpeg = readFileSync(path).toString('base64');
    const photos = join(folder, 'photos');
    mkdirSync(photos);
    const noisy = await page.evaluate(async (from) => {
      const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${from}`)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, image.width, image.height);
      // The generator of Numerical Recipes gives the same noise in every run.
      let state = 1;
      for (const [at, value] of pixels.data.entries()) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        if (at % 4 < 3) pixels.data[at] = value + ((state >>> 16) % 3) - 1;
      }
      context.putImageData(pixels, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    }, jpeg);
    writeFileSync(join(photos, `glass-${matrices.length + 1}.png`), Buffer.from(noisy, 'base64'));
    for (const [index, [a, b, c, d, e, f]] of matrices.entries()) {
      const stored = await page.evaluate(
        async ([from, matrix]) => {
          const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${from}`)).blob());
          const [xx, xy, yx, yy, right, down] = matrix;
          const isOnItsSide = xx === 0;
          const canvas = document.createElement('canvas');
          canvas.width = isOnItsSide ? image.height : image.width;
          canvas.height = isOnItsSide ? image.width : image.height;
          const context = canvas.getContext('2d');
          context?.setTransform(xx, xy, yx, yy, right * canvas.width, down * canvas.height);
          context?.drawImage(image, 0, 0);
          return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
        },
        [jpeg, [a, b, c, d, e, f]] as const,
      );
      const bytes = Buffer.from(stored, 'base64');
      const file = Buffer.concat([bytes.subarray(0, 2), exif(index + 1), bytes.subarray(2)]);
      writeFileSync(join(photos, `glass-${index + 1}.jpg`), file);
    }
    const out = join(folder, 'out');
    const cutout = spawnSync('node', ['scripts/run.mjs', 'cutout', photos, '--out', out, '--mask'], { cwd: root });
    expect(cutout.status).toBe(0);
    const masks = Array.from({ length: matrices.length + 1 }, (_, index) =>
      PNG.sync.read(readFileSync(join(out, `glass-${index + 1}-mask.png`))),
    );
    for (const { width, height } of masks) expect([width, height]).toEqual([widthPx, heightPx]);
    const [first, ...others] = masks.map(({ data }) => data);
    for (const other of others) {
      let [common, either] = [0, 0];
      for (let at = 0; at < other.length; at += 4) {
        common += Math.min(first?.[at] ?? 0, other[at] ?? 0);
        either += Math.max(first?.[at] ?? 0, other[at] ?? 0);
      }
      expect(common / either).toBeGreaterThanOrEqual(0.99);
    }
  },
);
