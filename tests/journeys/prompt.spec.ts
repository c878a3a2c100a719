import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';

import { keys, openInEditor, openTool, panel, press, saved } from '../support/editor-page.ts';
import { intersectionOverUnion } from '../support/intersection-over-union.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, expectResult } from '../support/tool-page.ts';
import { bundle } from '../support/words.ts';

const size = { widthPx: 1600, heightPx: 1200 };
/** Place and width of the shoe, which stands beside the mug. */
const shoe = { left: 60, top: 780, width: 380 };
const words = bundle('en', 'editor');
const alphaPath = (file: string) => picture(file).path.replace('.jpg', '.alpha.png');

/** Draws a shoe beside a mug. @returns the photo's path, and the exact matte of the mug as a grey PNG. */
async function mugAndShoe() {
  const alpha = await sharp(alphaPath('shoe.jpg')).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = alpha.info;
  const cutout = await sharp(picture('shoe.jpg').path)
    .joinChannel(alpha.data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const small = await sharp(cutout).trim().resize({ width: shoe.width }).png().toBuffer({ resolveWithObject: true });
  const placed = { input: small.data, left: shoe.left, top: shoe.top };
  const path = join(test.info().project.outputDir, 'prompt', 'mug-and-shoe.jpg');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await sharp(picture('mug.jpg').path).composite([placed]).jpeg({ quality: 95 }).toBuffer());
  return { path, mug: readFileSync(alphaPath('mug.jpg')) };
}

const chooseTool = (page: Page, tool: 'add-object' | 'remove-object') =>
  panel(page)
    .getByText(words[`refine.tool.${tool}`] ?? '', { exact: true })
    .click();

/** Waits until the object of a click is found. */
async function found(page: Page, step: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Undo: ${step}` })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(words['refine.looking'] ?? '', { exact: true })).toHaveCount(0);
}

test(
  'a click removes one of two objects, another brings it back, and a reload keeps both steps',
  { tag: ['@prompt', '@editor', '@long'] },
  async ({ page }) => {
    const photo = await mugAndShoe();
    await openInEditor(page, photo.path);
    const first = await downloadedPng(page);
    await openTool(page, 'Refine');

    await chooseTool(page, 'remove-object');
    await press(page, size, (shoe.left + shoe.width / 2) / size.widthPx, (shoe.top + 120) / size.heightPx);
    await found(page, words['step.remove-object'] ?? '');
    const mugAlone = await downloadedPng(page);
    expect(intersectionOverUnion(mugAlone.bytes, photo.mug, 'grey')).toBeGreaterThan(0.95);

    await chooseTool(page, 'add-object');
    await press(page, size, (shoe.left + shoe.width / 2) / size.widthPx, (shoe.top + 120) / size.heightPx);
    await found(page, words['step.add-object'] ?? '');
    const both = await downloadedPng(page);
    expect(intersectionOverUnion(both.bytes, first.bytes, 'alpha')).toBeGreaterThan(0.97);

    await saved(page);
    await page.reload();
    await expectResult(page);
    expect((await downloadedPng(page)).png.data.equals(both.png.data)).toBe(true);
    await keys(page, 'Control+z', 1);
    expect((await downloadedPng(page)).png.data.equals(mugAlone.png.data)).toBe(true);
    await keys(page, 'Control+z', 1);
    expect((await downloadedPng(page)).bytes.equals(first.bytes)).toBe(true);
  },
);
