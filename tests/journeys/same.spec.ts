import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { expectAllDone, isStored, rowOf, rows, saved, withoutFilePicker } from '../support/batch-page.ts';
import { openTool, panel, tile } from '../support/editor-page.ts';
import { downloadedPng, drop, type DroppedFile, expectResult } from '../support/tool-page.ts';

/** Draws a lamp that is cut out already, so that no network is needed: a shade over a foot that stands to one side. */
function lamp(name: string, { scale = 1, isMirrored = false, shade = [200, 160, 60] } = {}): DroppedFile {
  const png = new PNG({ width: 100 * scale, height: 80 * scale });
  for (let y = 0; y < png.height; y += 1) {
    for (let x = 0; x < png.width; x += 1) {
      const [across, down] = [Math.floor(x / scale) - 25, Math.floor(y / scale)];
      const at = isMirrored ? 39 - across : across;
      const isShade = at >= 0 && at < 40 && down >= 20 && down < 40;
      const isFoot = at >= 4 && at < 14 && down >= 40 && down < 70;
      if (isShade || isFoot) png.data.set([...(isShade ? shade : [20, 120, 130]), 255], (y * png.width + x) * 4);
    }
  }
  return { name, bytes: PNG.sync.write(png) };
}

test(
  'a copy is named and removed, and images of one thing take over settings and a name',
  { tag: ['@batch', '@same', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await page.goto('/en/batch');
    await drop(
      page,
      lamp('IMG_0412.png'),
      lamp('desk-lamp.png', { scale: 2 }),
      lamp('side.png', { isMirrored: true }),
      lamp('night.png', { shade: [30, 20, 90], scale: 3 }),
    );
    await expectAllDone(page, '4 images processed');

    const copies = page.locator('[data-slot=copies-note]');
    await expect(copies).toContainText('IMG_0412.png (same as desk-lamp.png)');
    await copies.getByRole('button', { name: 'Remove the copy' }).press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(copies).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(4);
    await copies.getByRole('button', { name: 'Remove the copy' }).click();
    await expect(rowOf(page, 'IMG_0412')).toHaveCount(0);

    await rowOf(page, 'side').focus();
    await page.keyboard.press('e');
    await openTool(page, 'Background');
    await tile(page, 'White').click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    const sisters = page.locator('[data-slot=sisters-note]');
    await expect(sisters).toContainText('2 images show the same thing');
    await expect(sisters).toContainText('settings from side.png');
    await sisters.getByRole('button', { name: 'Same scale, crop and shadow' }).click();
    const done = page.locator('[data-slot=removed-note]');
    await expect(done).toContainText('Same scale, crop and shadow for 1 more image');
    await expect(rowOf(page, 'desk-lamp')).toContainText('own settings');
    await expect(rowOf(page, 'night')).not.toContainText('own settings');
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'desk-lamp')).not.toContainText('own settings');
    await sisters.getByRole('button', { name: 'Same scale, crop and shadow' }).click();
    await expect(rowOf(page, 'desk-lamp')).toContainText('own settings');

    await sisters.getByRole('button', { name: 'Name them desk-lamp-1 to desk-lamp-2' }).click();
    await expect(sisters).toHaveCount(0);
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expectAllDone(page, '3 images processed');
    await expect(sisters).toHaveCount(0);
    await rowOf(page, 'side').getByRole('button', { name: 'Actions for side.png' }).click();
    const { name, bytes } = await saved(page, page.getByRole('menuitem', { name: 'Download' }));
    expect(name).toBe('desk-lamp-2-cutout.png');
    expect([...PNG.sync.read(bytes).data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  },
);

test(
  'a copy of recent work is continued, and another image of the same thing takes over its settings',
  { tag: ['@single', '@same', '@long'] },
  async ({ page }) => {
    await page.goto('/en/single');
    await drop(page, lamp('desk-lamp.png', { scale: 6 }));
    await expectResult(page);
    await openTool(page, 'Background');
    await tile(page, 'White').click();
    await openTool(page, 'Crop');
    await panel(page).getByRole('button', { name: 'Centre the subject' }).click();
    // The lamp is 300 px high, and has the default margin of 10 % above and below. The image keeps its ratio of 5:4.
    expect(await sizeOfResult(page)).toEqual([468, 375]);

    await drop(page, lamp('IMG_0412.png', { scale: 3 }));
    await openTool(page, 'Background');
    const copy = panel(page).locator('[data-code=earlier-copy]');
    await expect(copy).toContainText('another copy of this image');
    await expect(copy).toContainText('desk-lamp.png');
    await copy.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(copy).toHaveCount(0);
    expect(await sizeOfResult(page)).toEqual([468, 375]);

    await drop(page, lamp('side.png', { isMirrored: true, scale: 4 }));
    await openTool(page, 'Background');
    const sister = panel(page).locator('[data-code=earlier-sister]');
    await expect(sister).toContainText('Use the same background, crop and shadow?');
    await expect(sister).toContainText('desk-lamp.png');
    await sister.getByRole('button', { name: 'Use the same' }).press('Enter');
    await expect(sister).toHaveCount(0);
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
    // This lamp has two thirds of the size of the other one.
    expect(await sizeOfResult(page)).toEqual([312, 250]);
    await page.keyboard.press('Control+z');
    await expect(sister).toBeVisible();
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'false');
  },
);

/** Downloads the result. @returns its width and height, in px. */
async function sizeOfResult(page: Page): Promise<readonly number[]> {
  const { png } = await downloadedPng(page);
  expect([...png.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  return [png.width, png.height];
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(
    `a toast leaves the button that undoes the last step free at ${width} × ${height} px`,
    { tag: ['@batch', '@same', '@long'] },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await withoutFilePicker(page);
      await page.goto('/en/batch');
      await drop(page, lamp('IMG_0412.png'), lamp('desk-lamp.png', { scale: 2 }));
      const toast = page.locator('[data-slot=toast]');
      // A toast under the pointer stays.
      await toast.hover();
      await page.getByRole('button', { name: 'Remove the copy' }).press('Enter');
      const undo = page.locator('[data-slot=removed-note]').getByRole('button', { name: 'Undo' });
      await expect(undo).toBeVisible();
      const [toastBox, undoBox] = [await toast.boundingBox(), await undo.boundingBox()];
      expect((toastBox?.y ?? NaN) + (toastBox?.height ?? NaN)).toBeLessThanOrEqual(undoBox?.y ?? NaN);
    },
  );
}
