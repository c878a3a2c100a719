import { readFileSync } from 'node:fs';

import { expect, type Locator, type Page, test } from '@playwright/test';

import { violations } from '../support/accessibility.ts';
import { booted, comingFrom } from '../support/first-visit.ts';
import { jpegFacts } from '../support/jpeg.ts';
import { withLittleMemory } from '../support/tool-page.ts';

const rule = (page: Page, id: string): Locator => page.locator(`[data-rule=${id}]`);

async function chooseDocument(page: Page, search: string, name: string): Promise<void> {
  await page.getByRole('combobox').first().fill(search);
  await page.getByRole('listbox').getByRole('option', { name }).click();
}

async function openSample(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.locator('[data-slot=photo-file][data-state=ready]')).toBeVisible({ timeout: 120_000 });
}

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test(
  'a document that refuses edited photos is cropped by its rules, adjusted with the keyboard, saved, and restored after a reload',
  { tag: ['@id-photo', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await comingFrom(page, 'CN', 'zh');
    await page.goto('/id-photo');
    await booted(page);
    await chooseDocument(page, '中国：护照', '护照');
    await expect(page.locator('[data-slot=editing-note]')).toHaveAttribute('data-state', 'refused');
    await openSample(page, '人像');
    await expect(page.getByRole('button', { name: '保留原背景' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: '白色', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: '白色背景，供其他用途' })).toHaveAttribute('aria-pressed', 'false');
    // 30.5 mm is the middle of 28 to 33 mm.
    await expect(rule(page, 'head-height')).toContainText('30.5 毫米');
    await expect(rule(page, 'head-height')).toHaveAttribute('data-state', 'ok');

    // A large step of a guide is one millimetre of the print.
    const chin = page.getByRole('slider', { name: '下巴' });
    await expect(chin).toHaveAttribute('data-state', 'sure');
    await chin.focus();
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Shift+ArrowUp');
    await expect(rule(page, 'head-height')).toContainText('27.5 毫米');
    await expect(rule(page, 'head-height')).toHaveAttribute('data-state', 'low');
    await expect(rule(page, 'head-height')).toContainText('放大头部');
    await page.keyboard.press('Enter');
    await expect(rule(page, 'head-height')).toContainText('30.5 毫米');
    await expect(chin).toHaveAttribute('data-state', 'set');
    await page.keyboard.press('Control+z');
    await expect(chin).toHaveAttribute('data-state', 'sure');
    await page.keyboard.press('Control+Shift+z');
    await expect(chin).toHaveAttribute('data-state', 'set');
    await expect(page.locator('[data-slot=photo-file]')).toHaveAttribute('data-state', 'ready');
    expect(await violations(page)).toEqual([]);

    const { name, bytes } = await saved(page, '下载 JPEG');
    expect(name).toBe('figure-cn-passport.jpg');
    expect(jpegFacts(bytes)).toEqual({ widthPx: 390, heightPx: 567, dotsPerInch: 300 });
    expect(bytes.length).toBeGreaterThanOrEqual(30 * 1024);
    expect(bytes.length).toBeLessThanOrEqual(80 * 1000);
    await expect(rule(page, 'file-size')).toHaveAttribute('data-state', 'ok');

    const stood = await chin.getAttribute('aria-valuenow');
    await page.reload();
    await expect(page.getByRole('slider', { name: '下巴' })).toHaveAttribute('data-state', 'set');
    await expect(page.getByRole('slider', { name: '下巴' })).toHaveAttribute('aria-valuenow', stood ?? '');
    await expect(page.getByRole('combobox').first()).toHaveValue('中国：护照');
  },
);

test(
  'a photo on white keeps its guides in another document and is printed in two sizes on a sheet in true millimetres',
  { tag: ['@id-photo', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/de/id-photo');
    await booted(page);
    await chooseDocument(page, 'schengen', 'Schengen');
    await openSample(page, 'Porträt');
    const crown = page.getByRole('slider', { name: 'Scheitel' });
    await crown.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await chooseDocument(page, 'japan', 'Reisepass');
    await expect(crown).toHaveAttribute('data-state', 'set');
    // 34 mm is the middle of 32 to 36 mm, regardless of the document in which the guide was moved.
    await expect(rule(page, 'head-height')).toContainText('34,0 mm');
    // 4 mm is the middle of 2 to 6 mm.
    await expect(rule(page, 'top-margin')).toContainText('4,0 mm');
    // Japan refuses edited photos, Australia's source names white.
    await expect(page.getByRole('button', { name: 'Weiß', exact: true })).toHaveCount(0);
    await chooseDocument(page, 'australien', 'Reisepass');
    await expect(rule(page, 'head-height')).toContainText('34,0 mm');
    await page.getByRole('button', { name: 'Weiß', exact: true }).click();
    await expect(page.locator('[data-slot=photo-file]')).toHaveAttribute('data-state', 'ready');

    const { bytes } = await saved(page, 'JPEG herunterladen');
    expect(jpegFacts(bytes)).toEqual({ widthPx: 413, heightPx: 531, dotsPerInch: 300 });
    expect(await cornerOf(page, bytes)).toEqual([255, 255, 255]);

    await page.getByLabel('Zweite Größe').selectOption({ label: 'Spanien: Personalausweis (DNI)' });
    const sheet = page.getByRole('button', { name: 'Bogen als PDF' });
    await expect(sheet).toBeEnabled();
    const pdf = await saved(page, 'Bogen als PDF');
    expect(pdf.name).toBe('figure-au-passport-10x15.pdf');
    const text = pdf.bytes.toString('latin1');
    // 10 × 15 cm in points, upright or on its side.
    const [, width = '', height = ''] = /\/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]/.exec(text) ?? [];
    expect([Number(width), Number(height)].toSorted((one, other) => one - other)).toEqual([
      expect.closeTo((100 / 25.4) * 72, 2),
      expect.closeTo((150 / 25.4) * 72, 2),
    ]);
    // Each size is embedded once.
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2);
  },
);

test(
  'a US visitor leaves with a photo on white that name and sheet mark as not for the passport',
  { tag: ['@id-photo', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/en/id-photo');
    await booted(page);
    await expect(page.getByRole('combobox').first()).toHaveValue('United States: Passport');
    await openSample(page, 'Portrait');
    // The passport refuses edited photos, so the image's own background comes first, and its wall is measured.
    await expect(page.getByRole('button', { name: 'As photographed' })).toHaveAttribute('aria-pressed', 'true');
    await expect(rule(page, 'background')).not.toHaveAttribute('data-state', 'unknown');

    await page.getByRole('button', { name: 'White background, for other uses' }).click();
    await expect(page.locator('[data-slot=other-uses]')).toContainText('United States: Passport');
    await expect(page.locator('[data-slot=photo-file]')).toHaveAttribute('data-state', 'ready');
    const { name, bytes } = await saved(page, 'Download JPEG');
    expect(name).toBe('figure-not-for-us-passport.jpg');
    expect(jpegFacts(bytes)).toEqual({ widthPx: 600, heightPx: 600, dotsPerInch: 300 });
    expect(await cornerOf(page, bytes)).toEqual([255, 255, 255]);
    await expect(page.getByRole('img', { name: 'The sheet as it will be printed' })).toContainText(
      'Not for: United States: Passport',
    );
    const sheet = await saved(page, 'Sheet as PDF');
    expect(sheet.name).toBe('figure-not-for-us-passport-4x6.pdf');
    // The photo, and the line of text with its alpha channel.
    expect(sheet.bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(3);

    await page.getByRole('button', { name: 'Own size' }).click();
    await page.getByRole('textbox', { name: 'Height' }).fill('53');
    await page.getByRole('textbox', { name: 'File at most' }).fill('30');
    await page.keyboard.press('Enter');
    await expect(rule(page, 'file-size')).toHaveAttribute('data-state', 'ok');
    const own = await saved(page, 'Download JPEG');
    expect(own.name).toBe('figure-own.jpg');
    expect(jpegFacts(own.bytes)).toEqual({ widthPx: 413, heightPx: 626, dotsPerInch: 300 });
    expect(own.bytes.length).toBeLessThanOrEqual(30_000);
  },
);

/** Matches the networks that find faces. */
const faceNetworks = /\/models\/face-/;

test(
  'the face gives the guides, also offline; without its networks the outline does, and a press measures again',
  { tag: ['@id-photo', '@faces', '@long'] },
  async ({ page, context }) => {
    await withLittleMemory(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (faceNetworks.test(request.url())) requested.push(request.url());
    });
    await context.route(faceNetworks, (route) => route.abort());
    await page.goto('/en/id-photo');
    await booted(page);
    // The networks are not requested before an image is open.
    expect(requested).toEqual([]);
    await openSample(page, 'Portrait');
    const failure = page.getByRole('status').filter({ hasText: 'The face could not be measured' });
    await expect(failure).toBeVisible({ timeout: 60_000 });
    const chin = page.getByRole('slider', { name: 'Chin' });
    await expect(chin).toHaveAttribute('data-state', 'unsure');
    await expect(rule(page, 'face-turn')).toHaveCount(0);

    await context.unroute(faceNetworks);
    await failure.getByRole('button', { name: 'Measure again' }).click();
    await expect(chin).toHaveAttribute('data-state', 'sure', { timeout: 30_000 });
    await expect(failure).toHaveCount(0);
    for (const id of ['face-count', 'face-turn', 'eyes-open', 'mouth-closed', 'glare'])
      await expect(rule(page, id)).toHaveAttribute('data-state', 'ok');
    expect(await violations(page)).toEqual([]);

    // Another page of this browser measures the same face without the network.
    await context.route(faceNetworks, (route) => route.abort());
    await page.evaluate(() => sessionStorage.clear());
    await page.getByRole('button', { name: 'Another image' }).click();
    await page.reload();
    await booted(page);
    await openSample(page, 'Portrait');
    await expect(page.getByRole('slider', { name: 'Chin' })).toHaveAttribute('data-state', 'sure', { timeout: 30_000 });
  },
);

test(
  'on a phone the documents fill the screen and open at the chosen one, without an image',
  { tag: '@id-photo' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/de/id-photo');
    await booted(page);
    await page.getByRole('combobox').first().click();
    const sheet = page.getByRole('dialog', { name: 'Für welches Dokument?' });
    // Germany is the country of the language, so its documents come first.
    await expect(sheet.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await expect(sheet.getByRole('option').first()).toBeInViewport();
    await sheet.getByRole('combobox').fill('japan');
    await sheet.getByRole('option', { name: 'Reisepass' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('combobox').first()).toHaveValue('Japan: Reisepass');
  },
);

/** Returns a colour near the file's top left corner, decoded by the browser. */
function cornerOf(page: Page, file: Buffer): Promise<readonly number[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(2, 2, 1, 1).data ?? [])].slice(0, 3);
  }, file.toString('base64'));
}
