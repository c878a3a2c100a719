import { expect, type Locator, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import sharp from 'sharp';

import { violations } from '../support/accessibility.ts';
import { expectAllDone, named, rows, saved as savedFile, withoutFilePicker } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, panel, saved } from '../support/editor-page.ts';
import { lanczos } from '../support/lanczos.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt, withLittleMemory } from '../support/tool-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');

/** Files of the network, which a page loads with the first enlargement. */
const network = '**/models/enlarge/**';

const factor = (within: Page | Locator, name: string) =>
  within.getByRole('radiogroup', { name: 'Enlarge' }).getByRole('radio', { name, exact: true });

/** Counts the requests for the network, also those of workers. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.url().includes('/models/enlarge/')) count += 1;
  });
  return () => count;
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly light: Float64Array;
}

/** Reads the luma of an image on grey. */
async function greyOf(file: Buffer): Promise<Grey> {
  const flat = sharp(file).flatten({ background: '#808080' }).removeAlpha().ensureAlpha();
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true });
  return lumaOf({ data: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height });
}

/** Enlarges an image on grey by Lanczos, which is the sharpest of the usual resamplers, and reads its luma. */
async function lanczosOf(file: Buffer, size: { readonly widthPx: number; readonly heightPx: number }): Promise<Grey> {
  const flat = sharp(file).flatten({ background: '#808080' }).removeAlpha().ensureAlpha();
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true });
  return lumaOf(lanczos({ data: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height }, size));
}

function lumaOf({ data, widthPx, heightPx }: ReturnType<typeof lanczos>): Grey {
  const light = Float64Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  return { width: widthPx, height: heightPx, light };
}

/** Returns the root mean square difference of two images of the same size. @param shiftPx moves the second to the left. */
function differenceOf(one: Grey, other: Grey, shiftPx = 0): number {
  const squares = one.light.reduce((sum, value, at) => sum + (value - (other.light[at + shiftPx] ?? value)) ** 2, 0);
  return Math.sqrt(squares / one.light.length);
}

/**
 * Expects an enlargement to show the same picture as a Lanczos enlargement. The difference must be smaller than that of a
 * picture which lies one px of the original beside.
 * @param factor number of px for each px of the original.
 */
function expectSamePicture(enlarged: Grey, resampled: Grey, factor: number): void {
  const displaced = differenceOf(resampled, resampled, Math.round(factor));
  expect(differenceOf(enlarged, resampled)).toBeLessThan(displaced);
}

/**
 * Returns the mean square of the Laplacian where an image is opaque, the usual measure of how sharp a picture is.
 * @param alpha alpha of the image. Pixels within 4 px of a transparent one are left out.
 */
function sharpnessOf({ width, height, light }: Grey, alpha: Uint8Array): number {
  let [sum, count] = [0, 0];
  const isInside = (x: number, y: number) =>
    [-4, 4].every((by) => alpha[y * width + x + by] === 255 && alpha[(y + by) * width + x] === 255);
  for (let y = 4; y < height - 4; y += 1)
    for (let x = 4; x < width - 4; x += 1) {
      if (!isInside(x, y)) continue;
      const at = y * width + x;
      const of = (by: number) => light[at + by] ?? 0;
      sum += (of(-1) + of(1) + of(-width) + of(width) - 4 * of(0)) ** 2;
      count += 1;
    }
  expect(count).toBeGreaterThan(10_000);
  return sum / count;
}

test(
  'an enlarged cutout has twice the sides, says so, and is sharper than a Lanczos enlargement of the same cutout',
  { tag: ['@enlarge', '@long'] },
  async ({ page }) => {
    const requests = countRequests(page);
    await openInEditor(page, mug.path);
    const { png: own, bytes: plain } = await downloadedPng(page);
    expect([own.width, own.height]).toEqual([mug.widthPx, mug.heightPx]);
    await openTool(page, 'Crop');
    expect(requests()).toBe(0);
    await factor(panel(page), '×2').click();
    await expect(panel(page)).toContainText(wordsOf('editor:enlarge.from', { w: mug.widthPx, h: mug.heightPx }));
    expect(await violations(page)).toEqual([]);
    await openTool(page, 'Export');
    await expect(panel(page).locator('[data-slot=enlarged-from]')).toHaveText(`${mug.widthPx} × ${mug.heightPx}`);
    const { bytes } = await downloadedPng(page);
    const { width, height, hasAlpha } = await sharp(bytes).metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 2 * mug.widthPx, height: 2 * mug.heightPx, hasAlpha: true });
    expect(requests()).toBeGreaterThan(0);

    const alpha = await sharp(bytes).extractChannel('alpha').raw().toBuffer();
    const enlarged = await greyOf(bytes);
    const resampled = await lanczosOf(plain, { widthPx: width, heightPx: height });
    // A resampled cutout is less sharp than the Lanczos enlargement.
    expect(sharpnessOf(enlarged, alpha)).toBeGreaterThan(sharpnessOf(resampled, alpha));
    expectSamePicture(enlarged, resampled, 2);

    await page.keyboard.press('ControlOrMeta+z');
    await expect(panel(page).locator('[data-slot=enlarged-from]')).toHaveCount(0);
    expect((await downloadedPng(page)).png.data.equals(own.data)).toBe(true);
  },
);

test(
  'an enlargement stays after a reload and works without the connection once its network was loaded',
  { tag: ['@enlarge', '@long'] },
  async ({ page, context }) => {
    await openInEditor(page, mug.path);
    await openTool(page, 'Crop');
    await factor(panel(page), '×3').click();
    const { png: first } = await downloadedPng(page);
    expect([first.width, first.height]).toEqual([3 * mug.widthPx, 3 * mug.heightPx]);
    await saved(page);
    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await context.route(network, (route) => route.abort());
    await page.reload();
    await expectResult(page);
    await openTool(page, 'Crop');
    await expect(factor(panel(page), '×3')).toBeChecked();
    const { png: again } = await downloadedPng(page);
    expect(again.data.equals(first.data)).toBe(true);
  },
);

test(
  'without the network nothing is saved until the visitor tries again or turns the enlargement off',
  { tag: ['@enlarge', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the network that enlarges cannot be fetched',
      sees: 'errors:enlarger-load-failed',
      kept: 'the result, which can be tried again or saved without enlargement',
    });
    await context.route(network, (route) => route.abort());
    await openInEditor(page, mug.path);
    await openTool(page, 'Crop');
    await factor(panel(page), '×2').click();
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    const download = page.getByRole('button', { name: 'Download PNG' });
    await download.click();
    const bar = page.locator('[data-code=enlarger-load-failed]').first();
    await expectMessage(bar, 'errors:enlarger-load-failed');
    expect(downloads).toBe(0);
    await expect(factor(panel(page), '×2')).toBeChecked();
    // On a phone the message leaves the tools and the download in reach.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(download).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-slot=tool-rail]')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });

    await bar.getByRole('button', { name: wordsOf('editor:enlarge.without') }).click();
    await expect(bar).toBeHidden();
    await expect(factor(panel(page), 'Off')).toBeChecked();
    const { png } = await downloadedPng(page);
    expect([png.width, png.height]).toEqual([mug.widthPx, mug.heightPx]);

    await page.keyboard.press('ControlOrMeta+z');
    await expect(factor(panel(page), '×2')).toBeChecked();
    await download.click();
    await expectMessage(bar, 'errors:enlarger-load-failed');
    await context.unroute(network);
    const saving = page.waitForEvent('download');
    await bar.getByRole('button', { name: wordsOf('tool:retry') }).click();
    const { width, height } = await sharp(await (await saving).path()).metadata();
    expect([width, height]).toEqual([2 * mug.widthPx, 2 * mug.heightPx]);
  },
);

test(
  'a size with more pixels than the crop offers its enlargement, and the receipt says that the subject was computed',
  { tag: ['@enlarge', '@receipt', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug.path);
    await openTool(page, 'Crop');
    await page.getByRole('combobox', { name: 'Common sizes' }).selectOption({ label: 'Full HD: 1920 × 1080 px' });
    // 1920 px of 800 are 2.4 times as many.
    await expect(panel(page)).toContainText(wordsOf('editor:crop.enlarged', { factor: '2.4' }));
    await factor(panel(page), '×3').click();
    await expect(panel(page)).not.toContainText(wordsOf('editor:crop.enlarged', { factor: '2.4' }));
    const { png } = await downloadedPng(page);
    expect([png.width, png.height]).toEqual([1920, 1080]);
    await openTool(page, 'Export');
    await panel(page).getByText('Receipt', { exact: true }).click();
    const saving = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: 'Save receipt' }).click();
    const stream = await (await saving).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const { changes, pixels } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly changes: Readonly<Record<string, unknown>>;
      readonly pixels: Readonly<Record<string, number>>;
    };
    expect(changes).toMatchObject({ enlarged: true });
    expect(pixels).toMatchObject({ equal: 0, near: 0 });
    const { enlarged = 0, other = 0 } = pixels;
    expect(enlarged).toBeGreaterThan(50 * other);
    await expect(panel(page)).toContainText(wordsOf('receipt:count.enlarged'));
    await expect(panel(page)).toContainText(wordsOf('receipt:note.enlarged'));
  },
);

test('an enlargement of a batch is the same for all', { tag: ['@enlarge', '@long'] }, async ({ page }) => {
  await withoutFilePicker(page);
  await withLittleMemory(page);
  await page.goto('/en/batch');
  await drop(page, ...named(2));
  await expectAllDone(page, '2 images processed');
  const preset = page.getByRole('complementary', { name: 'Preset' });
  await preset.getByRole('heading', { name: 'Crop' }).click();
  await factor(preset, '×2').click();
  await expect(page.getByText('still to be updated')).toHaveCount(0);
  for (const row of await rows(page).all())
    await expect(row).toContainText(wordsOf('batch:item.enlarged', { w: 64, h: 64 }));
  const zip = await JSZip.loadAsync((await savedFile(page, page.getByRole('button', { name: 'Download 2' }))).bytes);
  const files = Object.values(zip.files);
  expect(files).toHaveLength(2);
  for (const file of files) {
    const { width, height } = await sharp(await file.async('nodebuffer')).metadata();
    expect([width, height]).toEqual([128, 128]);
  }
});

const shops = (page: Page): Locator => page.locator('[data-slot=shop-photos]');
const stage = (page: Page, id: string): Locator => page.locator(`[data-slot=shop-stage][data-shop=${id}]`);

/** Opens the mug on the page of marketplaces, with those of the given ids. */
async function openShops(page: Page, ...ids: readonly string[]): Promise<void> {
  await withoutFilePicker(page);
  await withLittleMemory(page);
  await page.addInitScript((chosen) => localStorage.setItem('isola:marketplaces', JSON.stringify(chosen)), ids);
  await page.goto('/en/ecommerce');
  await drop(page, fileAt(picture('mug.jpg').path));
  await expect(shops(page)).toHaveAttribute('data-state', 'open', { timeout: 150_000 });
}

const downloadFor = (page: Page, id: string): Locator =>
  stage(page, id).getByRole('button', {
    name: wordsOf('shop-photo:downloadOne', { shop: wordsOf(`shop-photo:shop.${id}`) }),
  });

test(
  'a marketplace that asks for more pixels gets an enlarged product when it is asked for, and the report says so',
  { tag: ['@enlarge', '@commerce', '@long'] },
  async ({ page }) => {
    const requests = countRequests(page);
    await openShops(page, 'amazon');
    const verdict = stage(page, 'amazon').locator('[data-slot=verdict]');
    const noZoom = wordsOf('shop-photo:reason.no-zoom', { value: wordsOf('shop-photo:px', { value: 1000 }) });

    // Nothing is enlarged by itself. Amazon accepts the small file, but its zoom starts at 1000 px.
    await expect(factor(page, 'Off')).toBeChecked();
    const small = (await savedFile(page, downloadFor(page, 'amazon'))).bytes;
    const { width: smallPx } = await sharp(small).metadata();
    expect(smallPx).toBeGreaterThanOrEqual(500);
    expect(smallPx).toBeLessThan(1000);
    await expect(verdict).toHaveAttribute('data-state', 'look');
    await expect(verdict).toContainText(noZoom);
    expect(requests()).toBe(0);

    await factor(page, 'As needed').click();
    await expect(stage(page, 'amazon')).toHaveAttribute('data-state', 'planned');
    const note = stage(page, 'amazon').locator('[data-slot=enlarged-note]');
    await expect(note).toHaveText(wordsOf('editor:enlarge.from', { w: smallPx, h: smallPx }));
    expect(requests()).toBe(0);
    expect(await violations(page)).toEqual([]);
    const large = (await savedFile(page, downloadFor(page, 'amazon'))).bytes;
    const { width, height, format } = await sharp(large).metadata();
    expect({ width, height, format }).toEqual({ width: 2000, height: 2000, format: 'jpeg' });
    expect(requests()).toBeGreaterThan(0);
    await expect(note).toBeVisible();
    await expect(verdict).toHaveAttribute('data-state', 'look');
    await expect(verdict).not.toContainText(noZoom);
    const [before = ''] = wordsOf('shop-photo:reason.computed', { percent: '%' }).split('%');
    await expect(verdict).toContainText(before);
    await expect(stage(page, 'amazon').locator('[data-rule=pixels]')).toHaveAttribute('data-state', 'pass');

    // Both files show the product at the same place. JPEG blurs the difference in sharpness, which the editor's PNG shows.
    const resampled = await lanczosOf(small, { widthPx: width, heightPx: height });
    expectSamePicture(await greyOf(large), resampled, width / smallPx);

    await page.getByRole('button', { name: wordsOf('shop-photo:report.open') }).click();
    const json = await savedFile(page, page.getByRole('menuitem', { name: wordsOf('shop-photo:report.json') }));
    const { photos } = JSON.parse(json.bytes.toString()) as { readonly photos: readonly object[] };
    expect(photos).toMatchObject([{ enlarged: { method: 'network', from: { widthPx: smallPx, heightPx: smallPx } } }]);
    await page.getByRole('button', { name: wordsOf('shop-photo:report.open') }).click();
    const html = await savedFile(page, page.getByRole('menuitem', { name: wordsOf('shop-photo:report.html') }));
    expect(html.bytes.toString()).toContain(wordsOf('editor:enlarge.from', { w: smallPx, h: smallPx }));
  },
);

test(
  'without the network no marketplace’s file is saved until the seller tries again or enlarges nothing',
  { tag: ['@enlarge', '@commerce', '@long'] },
  async ({ page, context }) => {
    await context.route(network, (route) => route.abort());
    await openShops(page, 'amazon', 'ebay');
    await factor(page, 'As needed').click();
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    const all = page.locator('[data-slot=shop-bar]').getByRole('button', { name: 'Download 2 files' });
    await all.click();
    const failure = page.locator('[data-code=enlarger-load-failed]');
    await expectMessage(failure, 'errors:enlarger-load-failed');
    expect(downloads).toBe(0);

    await failure.getByRole('button', { name: wordsOf('editor:enlarge.without') }).click();
    await expect(failure).toBeHidden();
    await expect(factor(page, 'Off')).toBeChecked();
    const sizesIn = async (bytes: Buffer) => {
      const files = Object.values((await JSZip.loadAsync(bytes)).files);
      const images = files.map(async (file) => sharp(await file.async('nodebuffer')).metadata());
      return (await Promise.all(images)).map(({ width }) => width);
    };
    for (const sidePx of await sizesIn((await savedFile(page, all)).bytes)) expect(sidePx).toBeLessThan(1000);

    await factor(page, 'As needed').click();
    await all.click();
    await expectMessage(failure, 'errors:enlarger-load-failed');
    await context.unroute(network);
    const retry = failure.getByRole('button', { name: wordsOf('tool:retry') });
    expect(await sizesIn((await savedFile(page, retry)).bytes)).toEqual([2000, 1600]);
  },
);

test('ID photos are not enlarged', { tag: ['@enlarge', '@id-photo', '@long'] }, async ({ page }) => {
  await withLittleMemory(page);
  await page.goto('/en/id-photo');
  await page.getByRole('button', { name: 'Portrait', exact: true }).click();
  await expect(page.locator('[data-slot=photo-file][data-state=ready]')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('radiogroup', { name: 'Enlarge' })).toHaveCount(0);
});
