import { readFile } from 'node:fs/promises';

import { expect, type Page, test } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

import { expectAllDone, saved, squarePng, withoutFilePicker } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, panel, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop } from '../support/tool-page.ts';

const mug = picture('small/mug.jpg').path;

/** Chooses one of the formats that are folded away. */
async function chooseFormat(page: Page, label: string, more = 'More formats'): Promise<void> {
  const radio = page.getByRole('radio', { name: label, exact: true });
  if (!(await radio.isVisible())) await panel(page).getByText(more).click();
  await radio.click();
}

async function downloadOf(page: Page, button: string | RegExp) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Reads a box of the page, in points. */
function boxOf(pdf: Buffer, name: string) {
  const numbers = new RegExp(`/${name} \\[ ([^\\]]+) \\]`).exec(pdf.toString('latin1'))?.[1];
  const [left = NaN, bottom = NaN, right = NaN, top = NaN] = numbers?.split(' ').map(Number) ?? [];
  return { left, bottom, right, top };
}

test(
  'an AVIF is fetched with its encoder, and has the alpha of the PNG',
  { tag: ['@files', '@long'] },
  async ({ page }) => {
    const encoders: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().includes('avif_enc')) encoders.push(request.url());
    });
    await openInEditor(page, mug);
    const { png } = await downloadedPng(page);
    await openTool(page, 'Export');
    expect(encoders).toEqual([]);
    await chooseFormat(page, 'AVIF');
    const { name, bytes } = await downloadOf(page, 'Download AVIF');
    expect(name).toBe('mug-cutout.avif');
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([png.width, png.height]);
    let difference = 0;
    for (let at = 3; at < data.length; at += 4) difference += Math.abs((data[at] ?? 0) - (png.data[at] ?? 0));
    expect(difference / (png.width * png.height)).toBeLessThan(1);
  },
);

test(
  'an encoder that cannot be reached has a message, and the next try succeeds',
  { tag: ['@files', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the encoder of a file format cannot be fetched',
      sees: 'errors:encoder-load-failed',
      kept: 'the result, and the next try writes the file',
    });
    await context.route('**/avif_enc*', (route) => route.abort());
    await openInEditor(page, mug);
    await openTool(page, 'Export');
    await chooseFormat(page, 'AVIF');
    const message = panel(page).getByText('Couldn’t load the encoder for this format').first();
    await expect(message).toBeVisible();
    await expect(
      panel(page)
        .getByText(/Check your connection and try again/)
        .first(),
    ).toBeVisible();
    await context.unroute('**/avif_enc*');
    await panel(page).getByRole('button', { name: 'Try again' }).first().click();
    await expect(message).toBeHidden();
    expect((await downloadOf(page, 'Download AVIF')).name).toBe('mug-cutout.avif');
  },
);

test(
  'a TIFF for print has alpha, the resolution and the copyright notice',
  { tag: ['@files', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug);
    const { png } = await downloadedPng(page);
    await openTool(page, 'Export');
    await chooseFormat(page, 'TIFF');
    await panel(page).getByText('More settings').click();
    await page.getByRole('radio', { name: '300' }).click();
    await page.getByRole('textbox', { name: 'Copyright' }).fill('© {year} 白虎, {name}');
    await page.keyboard.press('Enter');
    const { name, bytes } = await downloadOf(page, 'Download TIFF');
    expect(name).toBe('mug-cutout.tif');
    const image = sharp(bytes, { ignoreIcc: true });
    const { density, hasAlpha, icc, xmp } = await image.metadata();
    expect({ density, hasAlpha }).toEqual({ density: 300, hasAlpha: true });
    expect(icc?.toString('latin1')).toContain('sRGB');
    expect(xmp?.toString()).toContain(`© ${new Date().getFullYear()} 白虎, mug<`);
    expect(Buffer.compare(await image.raw().toBuffer(), png.data)).toBe(0);
  },
);

test('a PSD names its layers in the reader’s language', { tag: ['@files', '@long'] }, async ({ page }) => {
  await openInEditor(page, mug, '/de/single');
  await tile(page, 'Weiß').click();
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await chooseFormat(page, 'PSD', 'Weitere Formate');
  const { name, bytes } = await downloadOf(page, /PSD/);
  expect(name).toMatch(/\.psd$/);
  const text = bytes.toString('latin1');
  expect(text.slice(0, 4)).toBe('8BPS');
  // Layers are named in UTF-16.
  const named = (word: string) => Buffer.from(word, 'utf16le').swap16().toString('latin1');
  expect([text.includes(named('Hintergrund')), text.includes(named('Motiv'))]).toEqual([true, true]);
});

test('a PDF is a page in millimetres with the chosen bleed', { tag: ['@files', '@long'] }, async ({ page }) => {
  await openInEditor(page, mug);
  const { png } = await downloadedPng(page);
  await openTool(page, 'Export');
  await chooseFormat(page, 'PDF');
  await page.getByRole('textbox', { name: 'Bleed' }).fill('5');
  await page.keyboard.press('Enter');
  const { name, bytes } = await downloadOf(page, 'Download PDF');
  expect(name).toBe('mug-cutout.pdf');
  const [trim, bleed] = [boxOf(bytes, 'TrimBox'), boxOf(bytes, 'BleedBox')];
  const pointsPerPx = 72 / 300;
  expect(trim.right - trim.left).toBeCloseTo(png.width * pointsPerPx, 2);
  expect(trim.top - trim.bottom).toBeCloseTo(png.height * pointsPerPx, 2);
  expect((trim.left - bleed.left) / (72 / 25.4)).toBeCloseTo(5, 1);
});

test('an SVG has the contour of the subject as closed paths', { tag: ['@files', '@long'] }, async ({ page }) => {
  await openInEditor(page, mug);
  const { png } = await downloadedPng(page);
  await openTool(page, 'Export');
  await chooseFormat(page, 'SVG');
  const { name, bytes } = await downloadOf(page, 'Download SVG');
  expect(name).toBe('mug-cutout.svg');
  expect(bytes.toString()).toMatch(/<path id="cut-line" fill-rule="evenodd" d="M[^"]+Z"\/>/);
  const drawn = await sharp(bytes).ensureAlpha().raw().toBuffer();
  let [wrong, sure] = [0, 0];
  for (let at = 3; at < drawn.length; at += 4) {
    const alpha = png.data[at] ?? 0;
    if (alpha > 20 && alpha < 235) continue;
    sure += 1;
    if (alpha > 127 !== (drawn[at] ?? 0) > 127) wrong += 1;
  }
  expect(wrong / sure).toBeLessThan(0.001);
});

test(
  'a file is named by a pattern, which names the next image after a reload',
  { tag: ['@files', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug);
    await openTool(page, 'Export');
    const field = panel(page).getByLabel('File name');
    await field.fill('{name} of {date}: shop');
    await field.press('Enter');
    const day = await page.evaluate(() => {
      const now = new Date();
      return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-');
    });
    await expect(panel(page).locator('[data-slot=name-preview]')).toHaveText(`mug of ${day} shop.png`);
    await expect(panel(page).locator('[data-slot=name-left-out]')).toContainText(':');
    const { name } = await downloadOf(page, 'Download PNG');
    expect(name).toBe(`mug of ${day} shop.png`);
    await openInEditor(page, picture('bottle.jpg').path);
    // The page shows the restored mug until it has read the bottle.
    await expect(page.getByRole('heading', { name: 'bottle.jpg' })).toBeVisible();
    const { name: next } = await downloadOf(page, 'Download PNG');
    expect(next).toBe(`bottle of ${day} shop.png`);
  },
);

/** Opens the finished images of a batch as a contact sheet. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Contact sheet' }).click();
  await expect(page.getByRole('dialog', { name: 'Contact sheet' })).toBeVisible();
}

test(
  'a contact sheet is a PDF on A4 with every image and its name, and a picture of all',
  { tag: ['@files', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await page.goto('/en/batch');
    const names = ['кот', '猫（白）', '猫のコピー', '고양이', 'Möbelgröße'];
    await drop(page, ...names.map((name, index) => ({ name: `${name}.png`, bytes: squarePng(index * 9) })));
    await expectAllDone(page, 'All done: 5 images processed');
    await openSheet(page);
    await page.getByRole('radio', { name: 'A4' }).click();
    await page.getByRole('slider', { name: 'Columns' }).press('Home');
    await page.getByRole('slider', { name: 'Columns' }).press('ArrowRight');
    await page.getByRole('slider', { name: 'Rows' }).press('Home');
    await page.getByRole('slider', { name: 'Rows' }).press('ArrowRight');
    await expect(page.locator('[data-slot=sheet-facts]')).toHaveText('5 images · 2 pages');
    const { name, bytes } = await saved(page, page.getByRole('button', { name: 'Save sheet' }));
    expect(name).toBe('isola-contact-sheet.pdf');
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    expect(pdf.numPages).toBe(2);
    const texts = [];
    for (const number of [1, 2]) {
      const each = await pdf.getPage(number);
      // A4 is 595.28 × 841.89 points.
      expect(each.view.map(Math.round)).toEqual([0, 0, 595, 842]);
      const { items } = await each.getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    }
    const [first = '', second = ''] = texts;
    for (const each of names) expect(names.indexOf(each) < 4 ? first : second).toContain(`${each}-cutout.png`);
    expect([first, second].map((text) => /\d \/ \d/.exec(text)?.[0])).toEqual(['1 / 2', '2 / 2']);
    // The first image in the file is that of the first result: a square on white.
    const jpeg = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    expect(at(1, 1).every((value) => value > 250)).toBe(true);
    const [red = 255, green = 255, blue = 255] = at(info.width >> 1, info.height >> 1);
    expect([Math.abs(red - 20), Math.abs(green - 40), Math.abs(blue - 120)].every((off) => off < 8)).toBe(true);

    await page.getByRole('radio', { name: 'JPEG' }).click();
    const sheet = await saved(page, page.getByRole('button', { name: 'Save sheet' }));
    expect(sheet.name).toBe('isola-contact-sheet.jpg');
    const { format, width, height } = await sharp(sheet.bytes).metadata();
    // Two columns of 480 px: margins of 60 px and gaps of 40 px; three rows, each with a name of 53.3 px.
    expect([format, width, height]).toEqual(['jpeg', 1120, 1800]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
  },
);
