import { expect, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { violations } from '../support/accessibility.ts';
import {
  brokenPng,
  expectAllDone,
  isStored,
  leftOut,
  listedNames,
  named,
  progress,
  rows,
  saved,
  withoutFilePicker,
} from '../support/batch-page.ts';
import { colorAt, pixelAt } from '../support/editor-page.ts';
import { drop, withLittleMemory } from '../support/tool-page.ts';

test(
  'fifty of sixty files are processed, broken ones fail, a reload resumes the batch, and the zip follows the preset',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    // Twenty removals of two passes each take minutes when another journey uses one of two cores.
    test.setTimeout(600_000);
    await withoutFilePicker(page);
    await page.goto('/en/batch');
    await drop(
      page,
      { name: 'notes.jpg', bytes: Buffer.from('no image') },
      { name: 'empty.png', bytes: Buffer.alloc(0) },
    );
    await expect(leftOut(page)).toContainText('2 files were not added');
    await expect(leftOut(page)).toContainText('notes.jpg');
    await expect(leftOut(page)).toContainText('This file is empty');
    // Three of five files are damaged. A damaged file counts like any other and needs no time of the network.
    const broken = new Set(Array.from({ length: 50 }, (_, index) => index + 1).filter((number) => number % 5 > 1));
    const files = named(60).map((file, index) => (broken.has(index + 1) ? { ...file, bytes: brokenPng(index) } : file));
    await drop(page, ...files);
    await expect(page.getByRole('heading', { name: '50 images' })).toBeVisible();
    await expect(leftOut(page)).toContainText('The maximum is 50 at a time');
    await leftOut(page).getByRole('button', { name: 'Show 6 more' }).click();
    for (const { name } of files.slice(50)) await expect(leftOut(page)).toContainText(name);
    await expect(page).toHaveTitle(/^\d+\/50 · /);
    await expect(progress(page)).toContainText(/^(?:[3-9]|\d\d) of 50/, { timeout: 120_000 });
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expect(page.locator('[data-slot=restored-note]')).toContainText('50 images from your last visit are back');
    await expectAllDone(page, '20 images processed · 30 failed');
    await page.getByRole('button', { name: 'Retry 30 failed' }).click();
    await expectAllDone(page, '20 images processed · 30 failed');
    await expect(rows(page).and(page.locator('[data-state=failed]')).first()).toContainText('This image is damaged');
    // A change of the preset also applies to finished images.
    await page.getByRole('button', { name: 'White', exact: true }).click();
    const pattern = page.getByLabel('File names');
    await pattern.fill('{n:3}-{name}');
    await pattern.press('Enter');
    await expect(page.locator('[data-slot=name-preview]')).toContainText('001-shoe-01.png');
    await expect(page.getByText('still to be updated')).toHaveCount(0, { timeout: 120_000 });
    const { bytes } = await saved(page, page.getByRole('button', { name: 'Download 20' }));
    const zip = await JSZip.loadAsync(bytes);
    const expected = files
      .slice(0, 50)
      .map(({ name }, index) => ({ name: `${String(index + 1).padStart(3, '0')}-${name}`, number: index + 1 }))
      .filter(({ number }) => !broken.has(number));
    expect(Object.keys(zip.files).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
    for (const { name, number } of expected) {
      const png = PNG.sync.read((await zip.file(name)?.async('nodebuffer')) ?? Buffer.alloc(0));
      expect([png.width, png.height], name).toEqual([64, 64]);
      for (const corner of [0, 63, 63 * 64, 64 * 64 - 1]) {
        expect(colorAt(png.data, corner), `${name}, px ${corner}`).toEqual([255, 255, 255, 255]);
      }
      // The colour of the square identifies the image: consecutive images differ by 1 in red.
      const middle = colorAt(png.data, pixelAt(png, 0.5, 0.5));
      expect(middle, name).toEqual([20 + (number % 50), 40, 120, 255]);
    }
  },
);

test(
  'tiles are moved, removed, restored and given their own settings with the keyboard',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    expect(await violations(page)).toEqual([]);
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    const order = () => listedNames(page);
    await rows(page).first().focus();
    const first = await order();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(order).toEqual(first.toReversed());
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    await expect.poll(order).toEqual([first[0]]);
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(first.toReversed());
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('button', { name: 'Download 2 selected' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
    // Opens one image in the editor.
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-slot=editor]')).toBeVisible();
    await page.locator('[data-slot=editor]').getByRole('button', { name: 'Black', exact: true }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(rows(page).first()).toContainText('own settings');
    await expect(rows(page).first()).toBeFocused();
    // A link out of the editor keeps the changes, and “Cancel” discards them.
    await page.keyboard.press('Enter');
    await page.locator('[data-slot=editor]').getByRole('button', { name: 'White', exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: 'API', exact: true }).click();
    await page.goBack();
    await rows(page).first().press('Enter');
    const chosen = (name: string) => page.locator('[data-slot=editor]').getByRole('button', { name, exact: true });
    await expect(chosen('White')).toHaveAttribute('aria-pressed', 'true');
    await chosen('Black').click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await rows(page).first().press('Enter');
    await expect(chosen('White')).toHaveAttribute('aria-pressed', 'true');
  },
);
