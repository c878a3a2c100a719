import { Buffer } from 'node:buffer';

import { expect, test } from '@playwright/test';

import { openInEditor } from '../support/editor-page.ts';
import { comingFrom, withoutModel } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';
import { pngHeader } from '../support/png-header.ts';
import { drop, expectResult, fileAt, sessionView } from '../support/tool-page.ts';
import { expectMessage } from '../support/words.ts';

test(
  'a text file named .png is rejected by its content, and a photo is accepted after it',
  { tag: '@hostile' },
  async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en/single');
    await drop(page, { name: 'photo.png', bytes: Buffer.from('I am not a picture.') });
    await expectMessage(page.getByRole('alert'), 'errors:unsupported-format');
    await drop(page, fileAt(picture('small/mug.jpg').path));
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
  },
);

test(
  'an 11 MB file is rejected with the limit, in English and Chinese',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    // Uses a PNG, because data after the end of a JPEG is ignored.
    const big = { name: 'big.png', bytes: fileAt(picture('mug-transparent.png').path).bytes, zeros: 11 << 20 };
    await withoutModel(page);
    await page.goto('/en/single');
    await drop(page, big);
    await expectMessage(page.getByRole('alert'), 'errors:file-too-large');
    await comingFrom(page, 'CN', 'zh');
    await page.goto('/single');
    await drop(page, big);
    await expect(page.getByRole('alert')).toContainText('最大支持 10MB');
  },
);

test('a rejected file leaves the finished photo open', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  await drop(page, { name: 'film.gif', bytes: Buffer.from('GIF89a and more') });
  await expect(page.getByRole('alert')).toContainText('GIF is not supported');
  await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download PNG' })).toBeVisible();
});

test(
  'a text file and an image with too many pixels are rejected by their content, and the next photo works',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await page.goto('/en/single');
    await drop(page, { name: 'photo.png', bytes: Buffer.from('I am not a picture.') });
    await expect(page.getByRole('alert')).toContainText('This format is not supported');
    await drop(page, { name: 'bomb.png', bytes: pngHeader(60_000, 60_000) });
    await expect(page.getByRole('alert')).toContainText('64 megapixels');
    await drop(page, { name: 'broken.png', bytes: pngHeader(100, 100) });
    await expect(page.getByRole('alert')).toContainText('This image is damaged');
    await drop(page, fileAt(picture('small/mug.jpg').path));
    await expectResult(page);
  },
);

test('a file name with markup is shown as plain text', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en/single');
  const name = '<img src=x onerror=alert(1)> ../../etc/passwd.jpg';
  page.on('dialog', () => {
    throw new Error('the name was run');
  });
  await drop(page, { name, bytes: fileAt(picture('small/mug.jpg').path).bytes });
  await expect(page.getByRole('heading', { name })).toBeVisible();
});
