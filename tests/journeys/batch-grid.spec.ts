import { expect, type Locator, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { expectAllDone, named, numbered, rowOf, rows, withBattery } from '../support/batch-page.ts';
import { colorAt, pixelAt } from '../support/editor-page.ts';
import { drop, type DroppedFile, withLittleMemory } from '../support/tool-page.ts';

const pictures = (page: Page, shows: 'original' | 'result' | 'preview'): Locator =>
  page.locator(`[data-slot=item-picture][data-shows=${shows}]`);
const look = (page: Page): Locator => page.getByRole('dialog').locator('[data-slot=look]');
const view = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true });

/** Returns an image that is cut out already: a square on transparency. No network processes it. */
function cutoutPng(index: number): DroppedFile {
  const png = new PNG({ width: 64, height: 64 + index });
  for (let y = 20; y < 44; y += 1) {
    for (let x = 20; x < 44; x += 1) png.data.set([200, 40, 120, 255], (y * png.width + x) * 4);
  }
  return { name: numbered(index), bytes: PNG.sync.write(png) };
}

test(
  'originals are tiles before anything is processed, and the list is remembered',
  { tag: ['@batch', '@grid'] },
  async ({ page }) => {
    await page.route('**/models/**', () => undefined);
    await page.goto('/en/batch');
    await drop(page, ...named(3));
    await expect(pictures(page, 'original')).toHaveCount(3);
    await expect(page.getByRole('gridcell', { name: /shoe-02\.png.*(?:waiting|processing)/ })).toBeVisible();
    // The square of the image is blue. The original is dimmed, so that its colour is only nearly that of the file.
    const shown = PNG.sync.read(await pictures(page, 'original').first().screenshot());
    const [red = 0, green = 0, blue = 0] = colorAt(shown.data, pixelAt(shown, 0.5, 0.5));
    expect(blue - Math.max(red, green)).toBeGreaterThan(20);
    const [first, second] = [await rowOf(page, 'shoe-01').boundingBox(), await rowOf(page, 'shoe-02').boundingBox()];
    expect(second?.y).toBe(first?.y);
    await view(page, 'List').click();
    await expect(page.getByRole('row').and(rows(page))).toHaveCount(3);
    await page.reload();
    await expect(page.getByRole('row').and(rows(page))).toHaveCount(3);
    await expect(view(page, 'List')).toBeChecked();
    await view(page, 'Tiles').click();
    await expect(page.getByRole('gridcell').and(rows(page))).toHaveCount(3);
  },
);

test(
  'the large view is left, turned, compared and emptied with keys, and the tiles show a preset at once',
  { tag: ['@batch', '@grid', '@long'] },
  async ({ page }) => {
    const charge = await withBattery(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...[1, 2, 3].map(cutoutPng));
    await expectAllDone(page, '3 images processed');

    await rowOf(page, 'shoe-01').focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('dialog', { name: 'shoe-01.png' })).toBeVisible();
    await expect(look(page).locator('img').first()).toHaveJSProperty('naturalHeight', 65);
    await page.keyboard.press('c');
    await expect(page.getByRole('slider', { name: 'Divider between the original and the result' })).toBeAttached();
    await page.keyboard.press('c');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('dialog', { name: 'shoe-02.png' })).toContainText('2 of 3');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog', { name: 'shoe-03.png' })).toContainText('2 of 2');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('dialog', { name: 'shoe-01.png' })).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rowOf(page, 'shoe-03')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('Space');
    await page.keyboard.press('e');
    await expect(page.locator('[data-slot=editor]')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(rowOf(page, 'shoe-03')).toBeFocused();

    // A paused batch renders no results, so that only the tiles' previews can show the preset.
    await charge(0.1);
    await page.getByRole('complementary').getByRole('button', { name: 'Black', exact: true }).click();
    await expect(page.getByText('3 still to be updated to the preset')).toBeVisible();
    await expect(pictures(page, 'preview')).toHaveCount(3);
    const corner = async (): Promise<number[]> => {
      const shown = PNG.sync.read(await rowOf(page, 'shoe-01').locator('[data-slot=item-picture]').screenshot());
      return colorAt(shown.data, pixelAt(shown, 0.1, 0.5));
    };
    await expect.poll(corner).toEqual([0, 0, 0, 255]);
    await charge(1);
    await expect(pictures(page, 'result')).toHaveCount(3);
    await expect.poll(corner).toEqual([0, 0, 0, 255]);
  },
);
