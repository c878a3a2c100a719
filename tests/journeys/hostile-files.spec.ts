import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';

import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { sourceFormatOf } from '../../packages/convert/src/formats/source-formats.ts';
import { locales, localisedPath } from '../../packages/i18n/src/locales.ts';
import { openInEditor } from '../support/editor-page.ts';
import { booted, comingFrom, withoutModel } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';
import { type DroppedFile, drop, sessionView } from '../support/tool-page.ts';
import { bundle, expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('mug.jpg');
const jpeg = readFileSync(mug.path);

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.round(bytes.length * share));

/** Returns a PNG of 64 × 64 px of noise, which cannot be compressed. */
function noisePng(): Buffer {
  const png = new PNG({ width: 64, height: 64 });
  for (let at = 0; at < png.data.length; at += 1) png.data[at] = (at * 2_654_435_761) >>> 24;
  return PNG.sync.write(png);
}

function altered(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))]));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL('image/webp').split(',')[1] ?? '';
  }, png.toString('base64'));
  return Buffer.from(base64, 'base64');
}

const alert = (page: Page) => page.getByRole('alert');

/**
 * @param message key of the message; it ends with the failure's code.
 * @param format format named in the title, which then replaces the message's own title.
 */
async function expectRefused(page: Page, file: DroppedFile, message: string, format?: string): Promise<void> {
  const title = format ? wordsOf(`${message}.named`, { format }) : wordsOf(`${message}.title`);
  await drop(page, file);
  await expect(alert(page), file.name).toHaveAttribute('data-code', message.replace('errors:', ''));
  await expect(alert(page), file.name).toContainText(title);
  await expect(alert(page), file.name).toContainText(wordsOf(`${message}.text`));
  // Retrying would not help, so the alert has only its dismiss button, and a conversion where there is one.
  const conversion = sourceFormatOf(format) ? [wordsOf('errors:convert.action')] : [];
  await expect(alert(page).getByRole('button')).toHaveText([...conversion, /^$/]);
  await expect(sessionView(page)).toHaveCount(0);
  await alert(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert(page)).toHaveCount(0);
}

test('damaged and empty files are rejected as such', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en/single');
  const png = noisePng();
  const webp = await webpOf(page, png);
  const damaged: DroppedFile[] = [
    { name: 'middle.jpg', bytes: cut(jpeg, 0.5) },
    { name: 'header.jpg', bytes: jpeg.subarray(0, 15) },
    { name: 'magic.jpg', bytes: jpeg.subarray(0, 3) },
    { name: 'middle.png', bytes: cut(png, 0.5) },
    { name: 'header.png', bytes: png.subarray(0, 20) },
    { name: 'magic.png', bytes: png.subarray(0, 8) },
    // The first byte of the pixels, after the signature, IHDR and the header of IDAT.
    { name: 'checksum.png', bytes: altered(png, (copy) => void (copy[60] = (copy[60] ?? 0) ^ 255)) },
    // Bytes that are not a header have a wrong checksum, so the size that they seem to contain is ignored.
    { name: 'random.png', bytes: altered(png, (copy) => void copy.fill(0x9b, 8, 64)) },
    { name: 'no-width.png', bytes: altered(png, (copy) => void copy.writeUInt32BE(0, 16)) },
    { name: 'middle.webp', bytes: cut(webp, 0.5) },
    { name: 'header.webp', bytes: webp.subarray(0, 18) },
    { name: 'magic.webp', bytes: webp.subarray(0, 12) },
  ];
  for (const file of damaged) await expectRefused(page, file, 'errors:damaged-image');
  for (const name of ['empty.jpg', 'empty.png', 'empty.webp']) {
    await expectRefused(page, { name, bytes: Buffer.alloc(0) }, 'errors:empty-file');
  }
});

/** Returns a file whose first box names this HEIC or AVIF brand. */
const isoMedia = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), latin1(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(200)]);

test(
  'a file of an unsupported format is rejected with its name and what to do',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    const expectForeign = async (format: string, name: string, bytes: Buffer, help: string) => {
      await expectRefused(page, { name, bytes }, 'errors:unsupported-format', format);
      await drop(page, { name, bytes });
      await expect(alert(page)).toContainText(wordsOf('errors:unsupported-format.named', { format }));
      await expect(alert(page)).toContainText(wordsOf(help));
    };
    const mov = Buffer.concat([Buffer.from([0, 0, 0, 16]), latin1('ftypqt  '), Buffer.alloc(200)]);
    const zip = await new JSZip().file('photo.jpg', jpeg).generateAsync({ type: 'nodebuffer' });
    await withoutModel(page);
    await page.goto('/en/single');
    await expectForeign('HEIC', 'IMG_0001.HEIC', isoMedia('heic'), 'errors:unsupported-format.heic');
    await expectForeign('AVIF', 'photo.avif', isoMedia('avif'), 'errors:unsupported-format.export');
    await expectForeign('GIF', 'photo.jpg', latin1('GIF89a and more'), 'errors:unsupported-format.export');
    await expectForeign('PDF', 'scan.pdf', latin1('%PDF-1.7\n and more'), 'errors:unsupported-format.export');
    const svg = latin1('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expectForeign('SVG', 'logo.svg', svg, 'errors:unsupported-format.export');
    await expectForeign('MOV', 'IMG_0002.MOV', mov, 'errors:unsupported-format.video');
    const html = latin1('<!doctype html><title>Not found</title>');
    await expectForeign('HTML', 'photo.jpg', html, 'errors:unsupported-format.web-page');
    await expectForeign('ZIP', 'photos.zip', zip, 'errors:unsupported-format.archive');
  },
);

test('a HEIC file is named and explained in every language', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await comingFrom(page, 'CN', 'zh');
  for (const locale of locales) {
    await page.goto(localisedPath('/single', locale));
    await booted(page);
    const words = bundle(locale, 'errors');
    await drop(page, { name: 'IMG_0001.jpg', bytes: isoMedia('heic') });
    await expect(alert(page)).toContainText('HEIC');
    await expect(alert(page)).toContainText(words['unsupported-format.text'] ?? '?');
    await expect(alert(page)).toContainText('iPhone');
    await drop(page, { name: 'cut.jpg', bytes: cut(jpeg, 0.5) });
    await expect(alert(page)).toContainText(words['damaged-image.title'] ?? '?');
  }
});

test(
  'an unreadable image, a lack of memory and other failures are each reported as such',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en/single');
    const file = { name: 'mug.jpg', bytes: jpeg };
    // Simulates how Chromium rejects a file that changed after it was chosen.
    await page.evaluate(() => {
      const refusal = new DOMException('The requested file could not be read', 'NotReadableError');
      File.prototype.arrayBuffer = () => Promise.reject(refusal);
    });
    await drop(page, file);
    await expectMessage(alert(page), 'errors:file-unreadable');
    // The message is V8's own.
    await page.evaluate(() => {
      Reflect.deleteProperty(File.prototype, 'arrayBuffer');
      window.createImageBitmap = () => Promise.reject(new RangeError('Array buffer allocation failed'));
    });
    await drop(page, file);
    await expectMessage(alert(page), 'errors:out-of-memory');
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new Error('thrown by the test'));
    });
    await drop(page, file);
    await expectMessage(alert(page), 'errors:processing-failed');
    await expect(alert(page)).toContainText(wordsOf('errors:detail', { detail: 'thrown by the test' }));
    await expect(alert(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  },
);

test(
  'a damaged file leaves the finished work open without a question',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await blockStorage(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    await drop(page, { name: 'middle.jpg', bytes: cut(jpeg, 0.5) });
    await expect(alert(page)).toHaveAttribute('data-code', 'damaged-image');
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  },
);

/** Simulates a browser that denies storage to the site. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('closed', 'SecurityError');
    };
  });
}

test(
  'replacing unsaved work needs a confirmation, and keeping it is the default',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await blockStorage(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    const question = page.getByRole('alertdialog', { name: 'Discard this cutout?' });
    const other = { name: 'other.png', bytes: noisePng() };

    await drop(page, other);
    await expect(question).toContainText('mug.jpg');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();

    await page.getByRole('button', { name: 'Another image' }).first().click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');

    await drop(page, other);
    await question.getByRole('button', { name: 'Discard and open' }).click();
    await expect(page.getByRole('heading', { name: 'other.png' })).toBeVisible();
  },
);

test(
  'work that was downloaded unchanged can be replaced without a question',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await blockStorage(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PNG' }).click()]);
    await page.getByRole('button', { name: 'Another image' }).first().click();
    await expect(sessionView(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose an image' })).toBeVisible();
  },
);

test(
  'work that is saved in the browser can be replaced without a question',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await drop(page, { name: 'other.png', bytes: noisePng() });
    await expect(page.getByRole('heading', { name: 'other.png' })).toBeVisible();
  },
);
