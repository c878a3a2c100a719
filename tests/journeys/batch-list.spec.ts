import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import {
  expectAllDone,
  leftOut,
  listedNames,
  named,
  numbered,
  rowOf,
  rows,
  saved,
  squarePng,
} from '../support/batch-page.ts';
import { booted } from '../support/first-visit.ts';
import { drop, withLittleMemory } from '../support/tool-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

/** Leaves requests for the model unanswered, so that no image is processed. */
const withoutAnswer = (page: Page) => page.route('**/models/**', () => undefined);

/** Returns the position at which the pointer grabs an item: the middle of its grip, which is a tile's picture. */
async function gripOf(page: Page, name: string) {
  const grip = await rowOf(page, name).locator('[data-slot=grip]').boundingBox();
  if (!grip) throw new Error(`${name} is not visible`);
  return { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
}

/**
 * Writes a folder of images to the disk, with a text file and with files that operating systems add. @returns its path.
 */
function writeSeries(folder: string): string {
  const series = join(folder, 'series');
  mkdirSync(join(series, 'inner'), { recursive: true });
  for (const [name, bytes] of [
    ['shoe-10.png', squarePng(10)],
    ['shoe-02.png', squarePng(2)],
    ['inner/shoe-01.png', squarePng(1)],
    ['inner/Thumbs.db', Buffer.from('thumbnails')],
    ['.DS_Store', Buffer.from('places')],
    ['prices.txt', Buffer.from('49.00')],
  ] as const)
    writeFileSync(join(series, name), bytes);
  return series;
}

/** Expects the images of the inner folder first, sorted by path. The operating systems' files are not mentioned. */
async function expectSeries(page: Page): Promise<void> {
  await expect.poll(() => listedNames(page)).toEqual(['shoe-01', 'shoe-02', 'shoe-10']);
  await expect(leftOut(page)).toContainText('1 file was not added');
  await expect(leftOut(page)).toContainText('prices.txt');
}

test(
  'a folder can be dropped or picked, and its images are listed by path',
  { tag: ['@batch', '@long'] },
  async ({ page }, info) => {
    await withoutAnswer(page);
    await page.goto('/en/batch');
    await booted(page);
    const series = writeSeries(info.outputPath());
    const devtools = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: [series], dragOperationsMask: 1 };
      await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data });
    }
    await expectSeries(page);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Clear all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.locator('[data-slot=pick-folder]').first().setInputFiles(series);
    await expectSeries(page);
  },
);

test('files beyond the batch limit and unsupported files are named', { tag: ['@batch', '@long'] }, async ({ page }) => {
  await withoutAnswer(page);
  // When the texts of the error messages cannot be loaded, a general text is shown.
  await page.route('**/words/*/en/errors.json', (route) => route.abort());
  await page.goto('/en/batch');
  await expect(page.getByText(wordsOf('messages:images.hint', { max: 50 }))).toBeVisible();
  await drop(page, { name: 'notes.jpg', bytes: Buffer.from('no image') });
  await expect(leftOut(page)).toContainText(wordsOf('messages:process.failed.title'));
  await drop(page, ...named(51));
  await expectMessage(leftOut(page), 'messages:images.tooMany', { max: 50 });
  const toast = page.locator('[data-slot=toast]').filter({ hasText: wordsOf('messages:images.tooMany.title') });
  await expectMessage(toast, 'messages:images.tooMany', { max: 50 });
  await expect(page.getByRole('heading', { name: '50 images' })).toBeVisible();
});

test(
  'a duplicate under another name is named and left out, and can be added anyway',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withoutAnswer(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2), { name: 'copy-01.png', bytes: squarePng(1) });
    const note = page.locator('[data-slot=duplicates]');
    await expect(note).toContainText('1 image is in the batch already, so it was left out');
    await expect(note).toContainText('copy-01.png (same as shoe-01.png)');
    expect(await listedNames(page)).toEqual(['shoe-01', 'shoe-02']);
    await note.getByRole('button', { name: 'Leave out' }).click();
    await expect(note).toHaveCount(0);
    await drop(page, { name: 'copy-02.png', bytes: squarePng(2) });
    await note.getByRole('button', { name: 'Add anyway' }).click();
    await expect.poll(() => listedNames(page)).toEqual(['shoe-01', 'shoe-02', 'copy-02']);
    await expect(note).toHaveCount(0);
  },
);

test(
  'the end of a batch, a failed download and a started download are reported in the corner or above the bar',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    // The disk of the chosen folder is full.
    await page.addInitScript(() => {
      const createWritable = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
      const handle = {
        createWritable,
        getFile: async () => new File([], 'cutouts.zip'),
        remove: async () => undefined,
      };
      Object.assign(window, { showSaveFilePicker: async () => handle });
    });
    await withLittleMemory(page);
    const toast = page.locator('[data-slot=toast]');
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expect(toast).toContainText(wordsOf('messages:batch.done', { count: 2 }), { timeout: 200_000 });
    const download = page.getByRole('button', { name: 'Download 2' });
    await download.click();
    const banner = page.locator('[data-slot=batch-bar]').getByRole('alert');
    await expectMessage(banner, 'messages:download.failed');
    // Without the file picker, the zip becomes a normal download.
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await saved(page, download);
    await expect(toast).toContainText(wordsOf('messages:download.started'));
    await expect(banner).toHaveCount(0);
  },
);

test(
  'tiles and rows can be dragged, Escape cancels the drag, and a reload keeps the order',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withoutAnswer(page);
    await page.goto('/en/batch');
    await drop(page, ...named(4));
    const order = () => listedNames(page);
    await expect.poll(order).toEqual(['shoe-01', 'shoe-02', 'shoe-03', 'shoe-04']);
    const drag = async (name: string, to: string) => {
      const [from, over] = [await gripOf(page, name), await gripOf(page, to)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(over.x, over.y, { steps: 5 });
      await expect(page.locator('[data-slot=drop-line]')).toBeVisible();
    };
    await drag('shoe-01', 'shoe-03');
    await page.mouse.up();
    await expect.poll(order).toEqual(['shoe-02', 'shoe-03', 'shoe-01', 'shoe-04']);
    await page.getByRole('radio', { name: 'List', exact: true }).click();
    await drag('shoe-04', 'shoe-02');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('[data-slot=drop-line]')).toHaveCount(0);
    expect(await order()).toEqual(['shoe-02', 'shoe-03', 'shoe-01', 'shoe-04']);
    await rowOf(page, 'shoe-04').focus();
    await page.keyboard.press('Alt+ArrowUp');
    const moved = ['shoe-02', 'shoe-03', 'shoe-04', 'shoe-01'];
    await expect.poll(order).toEqual(moved);
    await expect(page.getByText('shoe-04.png: place 3 of 4')).toBeAttached();
    // The order is saved with a delay, so the journey reloads until it is there.
    await expect(async () => {
      await page.reload();
      await expect.poll(order, { timeout: 5000 }).toEqual(moved);
    }).toPass();
  },
);

test(
  'doubtful results are accepted, opened and removed with one key each, and the focus moves to the next one',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/en/batch');
    // Each file has a different size, because equal files would be left out as duplicates.
    const empty = (index: number) => {
      const white = new PNG({ width: 64, height: 60 + index });
      white.data.fill(255);
      return { name: numbered(index), bytes: PNG.sync.write(white) };
    };
    await drop(page, ...named(1), ...[2, 3, 4].map(empty));
    await expectAllDone(page, '4 images processed');
    await expect(page.getByRole('heading', { name: 'Look at these 3' })).toBeVisible();
    await expect.poll(() => listedNames(page)).toEqual(['shoe-02', 'shoe-03', 'shoe-04', 'shoe-01']);
    await expect(rowOf(page, 'shoe-02')).toContainText('no subject was found');

    await rows(page).first().focus();
    await page.keyboard.press('a');
    await expect(page.getByRole('heading', { name: 'Look at these 2' })).toBeVisible();
    await expect(rowOf(page, 'shoe-03')).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.locator('[data-slot=editor]')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(rowOf(page, 'shoe-03')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('heading', { name: 'Look at this one' })).toBeVisible();
    await expect(rowOf(page, 'shoe-04')).toBeFocused();
    await page.keyboard.press('a');
    await expect(page.getByRole('heading', { name: /^Look at/ })).toHaveCount(0);
    expect(await listedNames(page)).toEqual(['shoe-01', 'shoe-02', 'shoe-04']);
    await expect(page.getByRole('button', { name: 'Download 3', exact: true })).toBeVisible();
  },
);
