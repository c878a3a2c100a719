import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, test } from '@playwright/test';
import type { PNG } from 'pngjs';
import sharp from 'sharp';

import { keys, opaquePixel, openInEditor, openTool, panel, saved, stroke } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng } from '../support/tool-page.ts';

const mug = picture('small/mug.jpg');
const tagPx = 12;

/** Puts a magenta tag on a photo. @returns the path of the new photo. */
async function withTag(x: number, y: number): Promise<string> {
  const path = test.info().outputPath('tagged', 'tagged-mug.png');
  mkdirSync(dirname(path), { recursive: true });
  const tag = { create: { width: tagPx, height: tagPx, channels: 3 as const, background: '#ff00c8' } };
  const overlay = { input: await sharp(tag).png().toBuffer(), left: x - tagPx / 2, top: y - tagPx / 2 };
  writeFileSync(path, await sharp(mug.path).composite([overlay]).png().toBuffer());
  return path;
}

/** Counts the pixels that have the colour of the tag, or a mixture with much of it. */
function magentaPixels({ data }: PNG): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha > 0 && red - green > 60 && blue - green > 60) count += 1;
  }
  return count;
}

/** Finds a place well inside the mug: the middle one of its pixels. */
async function placeOnMug(): Promise<{ x: number; y: number }> {
  const { data, info } = await sharp(mug.path.replace('.jpg', '.alpha.png'))
    .resize(mug.widthPx, mug.heightPx)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgba = Buffer.alloc(info.width * info.height * 4);
  for (let at = 0; at < info.width * info.height; at += 1) rgba[at * 4 + 3] = data[at * info.channels] ?? 0;
  const middle = opaquePixel({ width: info.width, height: info.height, data: rgba });
  return { x: middle % info.width, y: Math.floor(middle / info.width) };
}

test(
  'a tag that is brushed over is gone from the file, and undo brings it back',
  { tag: ['@erase', '@editor', '@long'] },
  async ({ page }) => {
    const { x, y } = await placeOnMug();
    await openInEditor(page, await withTag(x, y));
    const first = await downloadedPng(page);
    expect(magentaPixels(first.png)).toBeGreaterThan((tagPx * tagPx) / 2);

    await openTool(page, 'Retouch');
    const from = [(x - tagPx / 3) / mug.widthPx, y / mug.heightPx] as const;
    const to = [(x + tagPx / 3) / mug.widthPx, y / mug.heightPx] as const;
    await stroke(page, mug, from, to);
    await expect(page.getByRole('button', { name: 'Undo: retouch' })).toBeVisible();
    await expect(page.getByText('Filling the area')).toBeHidden();
    const filled = await downloadedPng(page);
    expect(magentaPixels(filled.png)).toBe(0);

    // The filled pixels are those of the mug without the tag, but for their grain.
    const truth = await sharp(mug.path).removeAlpha().raw().toBuffer();
    const at = y * mug.widthPx + x;
    for (let channel = 0; channel < 3; channel += 1)
      expect(Math.abs((filled.png.data[at * 4 + channel] ?? 0) - (truth[at * 3 + channel] ?? 0))).toBeLessThan(30);
    expect(filled.png.data[at * 4 + 3]).toBe(255);

    // Reopened from this browser, the image has the same pixels.
    await saved(page);
    await page.reload();
    await expect(page.locator('[data-slot=tool-rail]')).toBeVisible();
    expect((await downloadedPng(page)).png.data.equals(filled.png.data)).toBe(true);

    await keys(page, 'Control+z', 1);
    expect(magentaPixels((await downloadedPng(page)).png)).toBe(magentaPixels(first.png));
  },
);

test('a stroke over most of the subject is refused', { tag: ['@erase', '@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, mug.path);
  const first = await downloadedPng(page);
  await openTool(page, 'Retouch');
  await panel(page).getByRole('slider', { name: 'Brush size' }).press('End');
  const { x, y } = await placeOnMug();
  await stroke(page, mug, [x / mug.widthPx, y / mug.heightPx], [x / mug.widthPx, y / mug.heightPx]);
  await expect(page.getByText('This area is too large to be filled.')).toBeVisible();
  expect((await downloadedPng(page)).bytes.equals(first.bytes)).toBe(true);
});

test(
  'faces become large blocks in the file by one press, and a picture without a face says so',
  { tag: ['@erase', '@editor', '@long'] },
  async ({ page }) => {
    const figure = picture('figure.jpg');
    await openInEditor(page, figure.path);
    const { png: before } = await downloadedPng(page);
    await openTool(page, 'Retouch');
    await panel(page).getByRole('button', { name: 'Blur faces' }).click();
    await expect(panel(page).getByText('1 face blurred')).toBeVisible({ timeout: 60_000 });
    const { png: after } = await downloadedPng(page);
    const changed = Array.from({ length: before.width * before.height }, (_, at) => at).filter(
      (at) => !before.data.subarray(at * 4, at * 4 + 4).equals(after.data.subarray(at * 4, at * 4 + 4)),
    );
    // The clay head takes a few percent of the picture. Neighbouring pixels of a block are equal.
    expect(changed.length).toBeGreaterThan(before.width * before.height * 0.01);
    const middle = changed[changed.length >> 1] ?? 0;
    const equal = [0, 1, 2, 3].filter((step) =>
      after.data
        .subarray(middle * 4, middle * 4 + 3)
        .equals(after.data.subarray((middle + step) * 4, (middle + step) * 4 + 3)),
    );
    expect(equal.length).toBeGreaterThan(1);
    await keys(page, 'Control+z', 1);
    expect((await downloadedPng(page)).png.data.equals(before.data)).toBe(true);

    await openInEditor(page, mug.path);
    await openTool(page, 'Retouch');
    await panel(page).getByRole('button', { name: 'Blur faces' }).click();
    await expect(panel(page).getByText(/^No face was found\./)).toBeVisible({ timeout: 60_000 });
  },
);
