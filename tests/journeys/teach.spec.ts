import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';
import sharp from 'sharp';

import { violations } from '../support/accessibility.ts';
import { expectAllDone, rowOf, saved, withoutFilePicker } from '../support/batch-page.ts';
import { openTool, panel, press } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { drop, type DroppedFile } from '../support/tool-page.ts';
import { bundle } from '../support/words.ts';

const editor = bundle('en', 'editor');
const alphaPath = (file: string) => picture(file).path.replace('.jpg', '.alpha.png');

/** Place and width of the shoe, which stands beside another thing in each image. */
const shoes = {
  'mug.jpg': { left: 60, top: 780, width: 380 },
  'plant.jpg': { left: 30, top: 860, width: 300 },
  'cat.jpg': { left: 30, top: 800, width: 340 },
} as const;
/** The site's network does not find the shoe here, so the lesson changes nothing. */
const alone = 'bottle.jpg';

/** Draws the shoe into an image. */
async function withShoe(name: keyof typeof shoes): Promise<DroppedFile> {
  const alpha = await sharp(alphaPath('shoe.jpg')).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = alpha.info;
  const cutout = await sharp(picture('shoe.jpg').path)
    .joinChannel(alpha.data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const place = shoes[name];
  const input = await sharp(cutout).trim().resize({ width: place.width }).png().toBuffer();
  const layer = { input, left: place.left, top: place.top };
  return { name, bytes: await sharp(picture(name).path).composite([layer]).jpeg({ quality: 95 }).toBuffer() };
}

/** Returns the alpha of an image's result in the middle of the shoe, from its menu in the list. */
async function alphaOfShoe(page: Page, name: keyof typeof shoes): Promise<number | undefined> {
  const { left, top, width } = shoes[name];
  await openMenu(page, name);
  const { bytes } = await saved(page, page.getByRole('menuitem', { name: 'Download' }));
  const { data, width: rowPx } = PNG.sync.read(bytes);
  return data[((top + Math.round(width * 0.4)) * rowPx + left + Math.round(width * 0.4)) * 4 + 3];
}

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click();
const note = (page: Page) => page.locator('[data-slot=lesson-note]');
const marked = (page: Page) => page.locator('[data-slot=taught-mark]');

test(
  'a correction of one image is applied to the others, is marked, survives a reload, and is undone as one',
  { tag: ['@teach', '@batch', '@long'] },
  async ({ page }) => {
    test.setTimeout(400_000);
    await withoutFilePicker(page);
    await page.goto('/en/batch');
    const files = await Promise.all((['mug.jpg', 'plant.jpg', 'cat.jpg'] as const).map(withShoe));
    await drop(page, ...files, { name: alone, bytes: await sharp(picture(alone).path).toBuffer() });
    await expectAllDone(page, '4 images processed');
    expect(await alphaOfShoe(page, 'plant.jpg')).toBe(255);
    expect(await alphaOfShoe(page, 'cat.jpg')).toBe(255);

    await openMenu(page, 'mug.jpg');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await openTool(page, 'Refine');
    await panel(page)
      .getByText(editor['refine.tool.remove-object'] ?? '', { exact: true })
      .click();
    const { left, top, width } = shoes['mug.jpg'];
    await press(page, { widthPx: 1600, heightPx: 1200 }, (left + width / 2) / 1600, (top + 120) / 1200);
    const step = editor['step.remove-object'] ?? '';
    await expect(page.getByRole('button', { name: `Undo: ${step}` })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(editor['refine.looking'] ?? '', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Done', exact: true }).click();

    await expect(note(page)).toContainText('Apply this correction to the other images?');
    await note(page).getByRole('button', { name: 'Apply to the others' }).click();
    await expect(note(page)).toContainText('The correction changed 2 more images', { timeout: 120_000 });
    await expectAllDone(page, '4 images processed');
    await expect(marked(page)).toHaveCount(2);
    expect(await alphaOfShoe(page, 'plant.jpg')).toBe(0);
    expect(await alphaOfShoe(page, 'cat.jpg')).toBe(0);

    await page.reload();
    await expect(note(page)).toContainText('The correction changed 2 more images');
    await note(page).getByRole('button', { name: 'Look at the changes' }).click();
    const view = page.getByRole('dialog');
    await expect(view).toContainText('Red was removed, green was added.');
    expect(await violations(page)).toEqual([]);
    await view.getByRole('button', { name: 'Keep the change' }).click();
    await expect(view.getByRole('button', { name: 'Show the change' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(marked(page)).toHaveCount(1);
    await expect(rowOf(page, 'cat.jpg')).toContainText('changed by the correction');

    await note(page).getByRole('button', { name: 'Undo all' }).click();
    await expect(marked(page)).toHaveCount(0);
    await expectAllDone(page, '4 images processed');
    await expect(note(page)).toHaveCount(0);
    await expect.poll(() => alphaOfShoe(page, 'cat.jpg')).toBe(255);
    expect(await alphaOfShoe(page, 'plant.jpg')).toBe(0);
  },
);
