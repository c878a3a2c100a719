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

test(
  'the page says why a file cannot be converted, and offers another try',
  { tag: ['@convert', '@long'] },
  async ({ page }) => {
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
  },
);

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a second HEIC is converted without a connection', { tag: ['@convert', '@long'] }, async ({ page, context }) => {
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
    // The banner is gone after a reload. The facts stay with their images.
    await page.reload();
    await expectAllDone(page, /3 images processed/);
    await expect(converted).toHaveCount(0);
    await expect(page.getByText(wordsOf('batch:item.converted', { from: 'TIFF' }))).toBeVisible();
    await expect(page.getByText(wordsOf('batch:item.convertedFirst'))).toBeVisible();
  },
);

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Returns a HEIC or AVIF whose first image states another size. @see ISO/IEC 23008-12, 6.5.3 */
function withStatedSide(file: string, sidePx: number): Buffer {
  const { bytes } = fileAs('', file);
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(sidePx, copy.indexOf('ispe') + 8);
  return copy;
}

/** Returns the TIFF of 8 bits and 4 × 4 px whose pages share their pixels. @see TIFF 6.0, section 2 */
function tiffOf({ sidePx = 4, pages = 1, isCyclic = false }): Buffer {
  const entries = [
    [256, 4, 1, sidePx],
    [257, 4, 1, sidePx],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [277, 3, 1, 1],
    [278, 4, 1, sidePx],
    [279, 4, 1, 16],
  ] as const;
  const pageBytes = 2 + entries.length * 12 + 4;
  const file = Buffer.alloc(24 + pages * pageBytes, 128);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(24, 4);
  for (let page = 0; page < pages; page += 1) {
    const at = 24 + page * pageBytes;
    file.writeUInt16LE(entries.length, at);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const entry = at + 2 + index * 12;
      file.writeUInt16LE(tag, entry);
      file.writeUInt16LE(type, entry + 2);
      file.writeUInt32LE(count, entry + 4);
      file.writeUInt32LE(value, entry + 8);
    }
    const isLast = page === pages - 1;
    file.writeUInt32LE(isLast ? (isCyclic ? 24 : 0) : at + pageBytes, at + pageBytes - 4);
  }
  return file;
}

/** Returns the header of a BMP of 24 bits with two rows. */
function bmpOf(widthPx: number): Buffer {
  const file = Buffer.alloc(70);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(widthPx, 18);
  file.writeInt32LE(2, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** Returns a GIF without a frame. */
function gifOf(sidePx: number): Buffer {
  const file = Buffer.concat([latin1('GIF89a'), Buffer.alloc(7), latin1(';')]);
  file.writeUInt16LE(sidePx, 6);
  file.writeUInt16LE(sidePx, 8);
  return file;
}

const hostile: readonly (readonly [name: string, bytes: Buffer, outcome: string])[] = [
  ['cut.heic', fileAs('', 'mug.heic').bytes.subarray(0, 500), 'errors:damaged-image.text'],
  ['wrong-name.jpg', fileAs('', 'mug.heic').bytes.subarray(0, 200), 'errors:damaged-image.text'],
  ['huge.heic', withStatedSide('mug.heic', 65_536), 'errors:image-too-large.text'],
  ['no-size.heic', withStatedSide('mug.heic', 0), 'errors:damaged-image.text'],
  ['cut.avif', fileAs('', 'mug.avif').bytes.subarray(0, 600), 'errors:damaged-image.text'],
  ['huge.avif', withStatedSide('mug.avif', 65_536), 'errors:image-too-large.text'],
  ['cut.tif', tiffOf({}).subarray(0, 60), 'errors:damaged-image.text'],
  ['huge.tif', tiffOf({ sidePx: 65_536 }), 'errors:image-too-large.text'],
  ['no-size.tif', tiffOf({ sidePx: 0 }), 'errors:damaged-image.text'],
  ['cut.bmp', bmpOf(2).subarray(0, 40), 'errors:damaged-image.text'],
  ['huge.bmp', bmpOf(65_536), 'errors:image-too-large.text'],
  ['no-size.bmp', bmpOf(0), 'errors:damaged-image.text'],
  ['no-frame.gif', gifOf(4), 'errors:damaged-image.text'],
  ['huge.gif', gifOf(65_535), 'errors:image-too-large.text'],
  ['no-size.gif', gifOf(0), 'errors:damaged-image.text'],
];

test(
  'hostile files of each format end with their own message, and leave no worker and no memory',
  { tag: ['@convert', '@hostile', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en/single');
    const session = await page.context().newCDPSession(page);
    const usedBytes = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const used: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      for (const [name, bytes, outcome] of hostile) {
        await drop(page, { name, bytes });
        await convert(page).click();
        await expect(alert(page).getByRole('status'), name).toHaveText(wordsOf(outcome));
        await alert(page).getByRole('button', { name: 'Dismiss' }).click();
        await expect(alert(page), name).toHaveCount(0);
      }
      await expect.poll(() => page.workers().filter((worker) => worker.url().includes('convert'))).toEqual([]);
      used.push(await usedBytes());
    }
    const [first = 0, second = 0] = used;
    expect(second - first).toBeLessThan(2_000_000);
  },
);

test(
  'of a TIFF of a hundred pages, and of one whose pages lead back to the first, the first page is used',
  { tag: ['@convert', '@hostile', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en/single');
    await drop(page, { name: 'pages.tif', bytes: tiffOf({ pages: 100 }) });
    await convert(page).click();
    await expect(note(page)).toContainText(wordsOf('errors:convert.done.first'));
    await drop(page, { name: 'cyclic.tif', bytes: tiffOf({ isCyclic: true }) });
    await convert(page).click();
    await expect(page.getByRole('heading', { name: 'cyclic.png' })).toBeVisible();
    await expect(note(page)).not.toContainText(wordsOf('errors:convert.done.first'));
  },
);
