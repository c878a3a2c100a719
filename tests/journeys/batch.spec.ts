import { readFileSync } from 'node:fs';

import { expect, type Locator, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { violations } from '../support/accessibility.ts';
import { type DroppedFile, drop, withLittleMemory } from '../support/tool-page.ts';

const rows = (page: Page): Locator => page.locator('[data-slot=batch-item]');
const progress = (page: Page): Locator => page.locator('[data-slot=batch-progress]');
const leftOut = (page: Page): Locator => page.locator('[data-slot=left-out]');

/** A dark square on white, at a place of its own: the model finds it, and its middle is sure to be in the cutout. */
function squarePng(index: number, sidePx = 64): Buffer {
  const png = new PNG({ width: sidePx, height: sidePx });
  png.data.fill(255);
  const from = Math.round(sidePx * 0.3);
  const to = Math.round(sidePx * 0.7);
  for (let y = from; y < to; y += 1) {
    for (let x = from; x < to; x += 1) {
      const at = (y * sidePx + x) * 4;
      png.data[at] = 20 + (index % 50);
      png.data[at + 1] = 40;
      png.data[at + 2] = 120;
    }
  }
  return PNG.sync.write(png);
}

const named = (count: number, from = 1): DroppedFile[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `shoe-${String(from + index).padStart(2, '0')}.png`,
    bytes: squarePng(from + index),
  }));

/** Its head is whole, so that it is taken; what follows is not. */
function brokenPng(index: number): Buffer {
  const whole = squarePng(index, 96);
  return whole.subarray(0, Math.floor(whole.length * 0.6));
}

/** Downloads come as downloads: a dialog of the system cannot be answered here. */
const withoutFilePicker = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));

async function saved(page: Page, button: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const expectAllDone = (page: Page, text: string | RegExp) =>
  expect(progress(page)).toContainText(text, { timeout: 200_000 });

test(
  'sixty files: fifty taken, ten named; broken ones fail; a reload goes on; the zip holds what the preset says',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
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
    const broken = new Set([11, 22, 33, 44]);
    const files = named(60).map((file, index) => (broken.has(index + 1) ? { ...file, bytes: brokenPng(index) } : file));
    await drop(page, ...files);
    await expect(page.getByRole('heading', { name: '50 images' })).toBeVisible();
    await expect(leftOut(page)).toContainText('No more than 50 at a time');
    await leftOut(page).getByRole('button', { name: 'Show 6 more' }).click();
    for (const { name } of files.slice(50)) await expect(leftOut(page)).toContainText(name);
    await expect(page).toHaveTitle(/^\d+\/50 · /);
    await expect(progress(page)).toContainText(/^(?:[3-9]|\d\d) of 50/, { timeout: 120_000 });
    await page.reload();
    await expect(page.locator('[data-slot=restored-note]')).toContainText('50 images from your last visit are back');
    await expectAllDone(page, '46 images processed · 4 failed');
    await page.getByRole('button', { name: 'Retry 4 failed' }).click();
    await expectAllDone(page, '46 images processed · 4 failed');
    await expect(rows(page).and(page.locator('[data-state=failed]')).first()).toContainText('This image is damaged');
    // The preset changes what is done already.
    await page.getByRole('button', { name: 'White', exact: true }).click();
    const pattern = page.getByLabel('File names');
    await pattern.fill('{n:3}-{name}');
    await pattern.press('Enter');
    await expect(page.locator('[data-slot=name-preview]')).toContainText('001-shoe-01.png');
    await expect(page.getByText('still to be updated')).toHaveCount(0, { timeout: 120_000 });
    const { bytes } = await saved(page, 'Download 46');
    const zip = await JSZip.loadAsync(bytes);
    const expected = files
      .slice(0, 50)
      .map(({ name }, index) => ({ name: `${String(index + 1).padStart(3, '0')}-${name}`, number: index + 1 }))
      .filter(({ number }) => !broken.has(number));
    expect(Object.keys(zip.files).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
    for (const { name, number } of [expected[0], expected.at(-1)].filter((each) => each !== undefined)) {
      const file = await zip.file(name)?.async('nodebuffer');
      const png = PNG.sync.read(file ?? Buffer.alloc(0));
      expect([png.width, png.height]).toEqual([64, 64]);
      expect([...png.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
      const middle = (32 * 64 + 32) * 4;
      expect(png.data[middle + 3]).toBe(255);
      expect(Math.abs((png.data[middle] ?? 0) - (20 + (number % 50)))).toBeLessThan(30);
    }
  },
);

test(
  'by keyboard: rows are moved, removed and brought back, and settings are an image’s own',
  { tag: '@batch' },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    expect(await violations(page)).toEqual([]);
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    const order = () => rows(page).evaluateAll((all) => all.map((row) => row.textContent?.match(/shoe-\d\d/)?.[0]));
    await rows(page).first().focus();
    const first = await order();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(order).toEqual(first.toReversed());
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Delete');
    await expect.poll(order).toEqual([first[0]]);
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(first.toReversed());
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('button', { name: 'Download 2 selected' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
    // One image in the editor.
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-slot=editor]')).toBeVisible();
    await page.locator('[data-slot=editor]').getByRole('button', { name: 'Black', exact: true }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(rows(page).first()).toContainText('own settings');
    await expect(rows(page).first()).toBeFocused();
  },
);
