import { expect, type Locator, test } from '@playwright/test';

import { openTool, panel, openInEditor, stroke, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt } from '../support/tool-page.ts';

const mug = picture('small/mug.jpg');

test(
  'a reload restores the work, and every step can still be undone',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug.path);
    const first = await downloadedPng(page);
    await openTool(page, 'Refine');
    await page.keyboard.press('e');
    await stroke(page, mug, [0.5, 0.3], [0.6, 0.5]);
    await openTool(page, 'Background');
    await tile(page, 'Black').click();
    const before = await downloadedPng(page);
    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();

    await page.reload();
    await expectResult(page);
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    const after = await downloadedPng(page);
    expect(after.png.data.equals(before.png.data)).toBe(true);
    expect(after.name).toBe(before.name);
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+z');
    expect((await downloadedPng(page)).bytes.equals(first.bytes)).toBe(true);
  },
);

test('saved images are offered again and can all be deleted', { tag: ['@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, mug.path);
  await openTool(page, 'Export');
  await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
  await page.getByRole('button', { name: 'Another image' }).first().click();
  await page.getByRole('button', { name: /^Open mug\.jpg/ }).click();
  await expectResult(page);
  await page.getByRole('button', { name: 'Another image' }).first().click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  const question = page.getByRole('alertdialog', { name: 'Clear recent images from this browser?' });
  await question.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('button', { name: /^Open mug\.jpg/ })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Choose an image' })).toBeVisible();
  await expect(page.getByText('Recent images')).toBeHidden();
});

test(
  'an image that was edited before is listed once with its current look, and continues when it is opened again',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug.path);
    await tile(page, 'Black').click();
    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await page.getByRole('button', { name: 'Another image' }).first().click();
    const recent = page.getByRole('region', { name: 'Recent images' });
    await expect.poll(() => cornerOf(recent.locator('img'))).toEqual([0, 0, 0, 255]);

    await drop(page, fileAt(mug.path));
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expectResult(page);
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Another image' }).first().click();
    await expect(recent.getByRole('button', { name: /^Open mug\.jpg/ })).toHaveCount(1);
  },
);

/** Returns the colour of an image's first pixel: red, green, blue and alpha. */
function cornerOf(image: Locator): Promise<number[]> {
  return image.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (element instanceof HTMLImageElement && element.complete) context?.drawImage(element, 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });
}
