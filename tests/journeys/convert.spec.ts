import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { violations } from '../support/accessibility.ts';
import { expectAllDone, leftOut, listedNames } from '../support/batch-page.ts';
import { withoutModel } from '../support/first-visit.ts';
import { iouWithTruth } from '../support/pictures.ts';
import { downloadedPng, type DroppedFile, drop, expectResult, sessionView } from '../support/tool-page.ts';
import { wordsOf } from '../support/words.ts';

const folder = join(import.meta.dirname, '../../packages/convert/test/files');

/** Returns a test file under another name. */
const fileAs = (name: string, file: string): DroppedFile => ({ name, bytes: readFileSync(join(folder, file)) });

const alert = (page: Page) => page.getByRole('alert');
const convert = (page: Page) => page.getByRole('button', { name: wordsOf('errors:convert.action') });
const note = (page: Page) => page.locator('[data-code=converted]');

test(
  'a HEIC is refused with the seed’s message, converted with one press, cut out and downloaded',
  { tag: ['@convert', '@long'] },
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/en/single');
    await drop(page, fileAs('IMG_0001.HEIC', 'mug-photo.heic'));
    await expect(alert(page)).toContainText(wordsOf('errors:unsupported-format.named', { format: 'HEIC' }));
    await expect(alert(page)).toContainText(wordsOf('errors:unsupported-format.text'));
    expect(await violations(page)).toEqual([]);
    // The decoder is requested only now, and from the site itself.
    expect(requests.filter((url) => url.includes('libheif'))).toEqual([]);
    await convert(page).press('Enter');
    await expectResult(page);
    const decoder = requests.find((url) => url.includes('libheif'));
    expect(new URL(decoder ?? 'about:blank').origin).toBe(new URL(page.url()).origin);
    await expect(alert(page)).toHaveCount(0);
    await expect(note(page)).toContainText(wordsOf('errors:convert.done.title', { from: 'HEIC', to: 'JPEG' }));
    const { name, bytes } = await downloadedPng(page);
    expect(name).toBe('IMG_0001-cutout.png');
    expect(iouWithTruth('small/mug.jpg', bytes)).toBeGreaterThanOrEqual(0.9);
    await note(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(note(page)).toHaveCount(0);
  },
);

test('the page says why a file cannot be converted, and offers another try', { tag: '@convert' }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en/single');
  const { bytes } = fileAs('cut.heic', 'mug.heic');
  await drop(page, { name: 'cut.heic', bytes: bytes.subarray(0, 500) });
  await convert(page).click();
  await expect(alert(page).getByRole('status')).toHaveText(wordsOf('errors:damaged-image.text'));
  await expect(convert(page)).toBeFocused();
  await expect(sessionView(page)).toHaveCount(0);
  // A raw file of a camera begins like a TIFF. Its first page is a preview (tag 254, value 1).
  const raw = Buffer.from([
    ...Buffer.from('II*\0\x08\0\0\0\x01\0', 'latin1'),
    254,
    0,
    4,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  await drop(page, { name: 'DSC_0001.NEF', bytes: raw });
  await convert(page).click();
  const words = wordsOf('errors:convert.failed.unsupported-variant', { variant: 'camera raw' });
  await expect(alert(page).getByRole('status')).toHaveText(words);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a second HEIC is converted without a connection', { tag: '@convert' }, async ({ page, context }) => {
    await withoutModel(page);
    await page.goto('/en/single');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await drop(page, fileAs('IMG_0001.HEIC', 'mug.heic'));
    await convert(page).click();
    await expect(note(page)).toBeVisible();
    // The new tab has no decoder in its memory, and no image that it restores.
    const later = await context.newPage();
    await withoutModel(later);
    await later.goto('/en/single');
    await context.setOffline(true);
    await drop(later, fileAs('IMG_0002.HEIC', 'two-images.heic'));
    await convert(later).click();
    await expect(note(later)).toContainText(wordsOf('errors:convert.done.first'));
  });
});

test('a conversion that takes long can be cancelled with the same button', { tag: '@convert' }, async ({ page }) => {
  await withoutModel(page);
  // The decoder does not arrive.
  await page.route(/libheif/, () => undefined);
  await page.goto('/en/single');
  await drop(page, fileAs('IMG_0001.HEIC', 'mug.heic'));
  await convert(page).press('Enter');
  const cancel = alert(page).getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await expect(alert(page).getByRole('status')).toHaveText(wordsOf('errors:convert.stage.loading'));
  await page.keyboard.press('Enter');
  await expect(convert(page)).toBeFocused();
  await expect(alert(page).getByRole('progressbar')).toHaveCount(0);
});

test(
  'a batch converts all files with one press, and names those that fail',
  { tag: ['@convert', '@long'] },
  async ({ page }) => {
    test.setTimeout(600_000);
    await page.goto('/en/batch');
    const { bytes } = fileAs('cut.heic', 'mug.heic');
    await drop(
      page,
      fileAs('mug-01.heic', 'mug-photo.heic'),
      fileAs('mug-02.tif', 'mug-6.tif'),
      { name: 'broken.heic', bytes: bytes.subarray(0, 500) },
      { name: 'notes.txt', bytes: Buffer.from('no image') },
      fileAs('mug-03.gif', 'two-frames.gif'),
    );
    await expect(leftOut(page)).toContainText('5 files were not added');
    await leftOut(page).getByRole('button', { name: 'Convert all 4 on this device' }).click();
    const converted = page.locator('[data-slot=converted]');
    await expect(converted).toContainText('3 images converted and added');
    await expect(converted).toContainText('1 file was not converted');
    await expect(converted).toContainText('broken.heic');
    await expect(converted).toContainText(wordsOf('errors:damaged-image.text'));
    await expect(converted).toContainText(wordsOf('errors:convert.done.first'));
    // The file that is no image at all is still listed.
    await expect(leftOut(page)).toContainText('notes.txt');
    await expectAllDone(page, /3 images processed/);
    expect((await listedNames(page)).toSorted((one, other) => String(one).localeCompare(String(other), 'en'))).toEqual([
      'mug-01',
      'mug-02',
      'mug-03',
    ]);
    expect(await violations(page)).toEqual([]);
  },
);
