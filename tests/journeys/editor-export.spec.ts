import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import {
  colorAt,
  decodedByBrowser,
  downloaded,
  keys,
  opaquePixel,
  openTool,
  panel,
  openInEditor,
  tile,
} from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt } from '../support/tool-page.ts';

const format = async (page: Page, name: 'PNG' | 'WebP' | 'JPEG') => {
  await openTool(page, 'Export');
  await page.getByRole('radio', { name }).click();
};

test(
  'every format contains the same image, with alpha or on white, and the page says which',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const { png } = await downloadedPng(page);
    const subject = opaquePixel(png);

    await format(page, 'WebP');
    const webp = await downloaded(page, 'WebP');
    expect(webp.name).toBe('mug-cutout.webp');
    expect(webp.bytes.subarray(8, 12).toString()).toBe('WEBP');
    const { data: pixels } = await decodedByBrowser(page, webp.bytes, 'image/webp');
    let worst = 0;
    for (let at = 3; at < png.data.length; at += 4) {
      worst = Math.max(worst, Math.abs((png.data[at] ?? 0) - (pixels[at] ?? 0)));
    }
    expect(worst).toBe(0);

    await format(page, 'JPEG');
    await expect(page.getByText('the background becomes white')).toBeVisible();
    const jpeg = await downloaded(page, 'JPEG');
    expect(jpeg.name).toBe('mug-cutout.jpg');
    expect(jpeg.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const { data: flat } = await decodedByBrowser(page, jpeg.bytes, 'image/jpeg');
    expect(png.data[3]).toBe(0);
    expect(colorAt(flat, 0)).toEqual([255, 255, 255, 255]);
    for (const [channel, value] of colorAt(png.data, subject).entries()) {
      expect(Math.abs((flat[subject * 4 + channel] ?? -99) - value)).toBeLessThanOrEqual(8);
    }
  },
);

test(
  'the next image starts with the last chosen format until the settings are reset',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await format(page, 'WebP');
    await expect(page.getByRole('button', { name: 'Download WebP' })).toBeVisible();
    await drop(page, fileAt(picture('mug-transparent.png').path));
    await expect(page.getByRole('heading', { name: 'mug-transparent' })).toBeVisible();
    await expectResult(page);
    await expect(page.getByRole('button', { name: 'Download WebP' })).toBeVisible();
    await openTool(page, 'Export');
    await panel(page).getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Download PNG' })).toBeVisible();
    await expect(page.getByText('The next image begins with')).toBeHidden();
  },
);

test(
  'a transparent image can be exported as an opaque JPEG, with its metadata on request',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await page.goto('/en/single');
    await drop(page, { name: 'mug.png', bytes: withNotes(readFileSync(picture('mug-transparent.png').path)) });
    await expectResult(page);
    await format(page, 'JPEG');
    const { bytes } = await downloaded(page, 'JPEG');
    const { data } = await decodedByBrowser(page, bytes, 'image/jpeg');
    expect(colorAt(data, 0)).toEqual([255, 255, 255, 255]);
    expect(bytes.includes('Leica Q3')).toBe(false);

    await panel(page).getByText('More settings').click();
    await panel(page).getByRole('switch', { name: 'Keep camera metadata (EXIF)' }).click();
    for (const label of ['JPEG', 'WebP', 'PNG'] as const) {
      await format(page, label);
      const noted = (await downloaded(page, label)).bytes;
      expect(noted.includes('Leica Q3'), label).toBe(true);
      expect(noted.includes('Secret Person'), label).toBe(false);
    }
  },
);

/**
 * Returns a PNG with EXIF metadata after its header: the camera's model and the artist. @see TIFF 6.0, section 2; PNG
 * 3, 11.3.4.3
 */
function withNotes(png: Buffer): Buffer {
  const [model, artist] = [Buffer.from('Leica Q3\0'), Buffer.from('Secret Person\0')];
  const entry = (tag: number, length: number, at: number) => [tag >> 8, tag & 255, 0, 2, 0, 0, 0, length, 0, 0, 0, at];
  const behind = 8 + 2 + 2 * 12 + 4;
  const start = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2];
  const entries = [...entry(0x01_10, model.length, behind), ...entry(0x01_3b, artist.length, behind + model.length)];
  const directory = Buffer.from([...start, ...entries, 0, 0, 0, 0]);
  const chunk = Buffer.concat([Buffer.from('eXIf'), directory, model, artist]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  check.writeUInt32BE(crc32(chunk));
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), length, chunk, check, png.subarray(afterHeader)]);
}

/** Returns the chunks of a PNG by name. @see https://www.w3.org/TR/png-3/#5Chunk-layout */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

test(
  '300 dpi is written into every format without changing a pixel',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const first = await downloadedPng(page);
    await openTool(page, 'Export');
    await panel(page).getByText('More settings').click();
    await panel(page).getByRole('radio', { name: '300', exact: true }).click();

    const { bytes } = await downloaded(page, 'PNG');
    // 300 dots per inch are 11 811 per metre.
    const density = chunksOf(bytes).get('pHYs');
    expect([density?.readUInt32BE(0), density?.readUInt32BE(4), density?.readUInt8(8)]).toEqual([11_811, 11_811, 1]);
    expect(PNG.sync.read(bytes).data.equals(first.png.data)).toBe(true);

    await format(page, 'JPEG');
    const jpeg = (await downloaded(page, 'JPEG')).bytes;
    // In a JFIF header, the name and version are followed by the unit (1: inch) and the horizontal and vertical
    // density.
    const header = jpeg.indexOf('JFIF\0');
    expect([jpeg.readUInt8(header + 7), jpeg.readUInt16BE(header + 8), jpeg.readUInt16BE(header + 10)]).toEqual([
      1, 300, 300,
    ]);

    await format(page, 'WebP');
    const webp = (await downloaded(page, 'WebP')).bytes;
    expect(webp.toString('latin1', 12, 16)).toBe('VP8X');
    expect(webp.indexOf('EXIF')).toBeGreaterThan(0);
    expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
    expect((await decodedByBrowser(page, webp, 'image/webp')).widthPx).toBe(first.png.width);
  },
);

// These two are tagged as long: `npm test` covers them in the tests of the export panel.
test('“at most 40 KB” is met, and the page shows what was reduced', { tag: ['@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('creature.jpg').path);
  await tile(page, 'White').click();
  await format(page, 'JPEG');
  const free = await downloaded(page, 'JPEG');
  expect(free.bytes.length).toBeGreaterThan(40_000);
  await panel(page).getByText('More settings').click();
  await panel(page).getByRole('switch', { name: 'Limit the file size' }).click();
  await panel(page).getByLabel('At most').fill('40');
  await page.keyboard.press('Enter');
  const small = await downloaded(page, 'JPEG');
  expect(small.bytes.length).toBeLessThanOrEqual(40_000);
  await expect(panel(page).getByText(/Fits with quality \d+ · scaled to \d+ × \d+/)).toBeVisible();
  const { data, widthPx } = await decodedByBrowser(page, small.bytes, 'image/jpeg');
  expect(widthPx).toBeGreaterThan(200);
  expect(colorAt(data, 0)[0]).toBeGreaterThan(245);
});

test(
  'the quality changes the file size, which is shown before saving',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await format(page, 'JPEG');
    const fine = await downloaded(page, 'JPEG');
    const slider = panel(page).getByRole('slider', { name: 'Quality' });
    await slider.focus();
    await keys(page, 'PageDown', 5);
    const coarse = await downloaded(page, 'JPEG');
    expect(coarse.bytes.length).toBeLessThan(fine.bytes.length);
    const told = panel(page).locator('[data-slot=file-size]');
    await expect(told).toHaveText(`${Math.round(coarse.bytes.length / 1000)} kB`);
  },
);

test(
  'a saved project continues where it was when it is opened again',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await tile(page, 'Black').click();
    const { png } = await downloadedPng(page);
    await openTool(page, 'Export');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'Save project' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('mug.isola');
    const project = { name: 'mug.isola', mimeType: 'application/zip', buffer: readFileSync(await saved.path()) };
    await page.getByRole('button', { name: 'Another image' }).first().click();
    await page.locator('input[type=file]').first().setInputFiles(project);
    await expect(page.locator('[data-slot=session-view]')).toHaveAttribute('data-state', 'done');
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    const again = await downloadedPng(page);
    expect(again.png.data.equals(png.data)).toBe(true);
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'a project opened before the connection was lost can be edited, downloaded and saved',
  { tag: ['@editor', '@offline', '@long'] },
  async ({ page, context }) => {
    const awaited = new Set([/\/matting-[^/]*\.wasm$/, /\/png-[^/]*\.wasm$/, /\/project-file-/, /\/save-zip-/]);
    const prepared = context.waitForEvent('requestfinished', {
      timeout: 60_000,
      async predicate(request) {
        const file = new URL(request.url()).pathname;
        const { referer = '' } = await request.allHeaders();
        // Kernels of other workers do not count, only those of the compositor.
        if (file.endsWith('.wasm') && !referer.includes('compositor-worker')) return false;
        for (const name of awaited) if (name.test(file)) awaited.delete(name);
        return awaited.size === 0;
      },
    });
    await openInEditor(page, picture('small/mug.jpg').path);
    await prepared;
    await context.setOffline(true);
    await tile(page, 'White').click();
    const { data } = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    expect(colorAt(data, 0)).toEqual([255, 255, 255, 255]);
    await format(page, 'JPEG');
    expect((await downloaded(page, 'JPEG')).bytes.length).toBeGreaterThan(10_000);
    const [project] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'Save project' }).click(),
    ]);
    expect(project.suggestedFilename()).toBe('mug.isola');
  },
);
