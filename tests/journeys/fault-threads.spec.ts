import { expect, type Locator, type Page, test } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, openTool, stroke, tile } from '../support/editor-page.ts';
import {
  countRefusals,
  crashGpuProcess,
  withLosableCanvases,
  withoutGraphicsCard,
  withoutSharedMemory,
  withoutThreadsInWorkers,
} from '../support/fault-switch.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, drop, expectResult, fileAt, withLittleMemory } from '../support/tool-page.ts';
import { tapWire, type WireChanges } from '../support/wire.ts';
import { wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');

/** Opens the tool of single images behind a wire that changes the site's answers. The wire ends with the page. */
async function openChanged(page: Page, baseURL: string | undefined, changes: WireChanges): Promise<void> {
  const wire = await tapWire(baseURL ?? '', changes);
  page.on('close', wire.close);
  await page.goto(`${wire.origin}/en/single`);
}

async function expectRightCutout(page: Page): Promise<void> {
  await cutOut(page, mug.path);
  expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
}

test(
  'a page that its server does not isolate cuts out with one thread and says why',
  { tag: ['@faults', '@long'] },
  async ({ page, baseURL }) => {
    coversFault({
      fault: 'the server sends no isolation headers, so that threads are refused',
      sees: 'tool:slow.notIsolated',
      kept: 'the image and its result',
    });
    await openChanged(page, baseURL, { withheld: ['cross-origin-opener-policy', 'cross-origin-embedder-policy'] });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await expectRightCutout(page);
    await expect(page.getByText(wordsOf('tool:slow.notIsolated'))).toBeVisible();
  },
);

test(
  'a browser without shared memory cuts out with one thread and says why',
  { tag: ['@faults', '@long'] },
  async ({ page, baseURL }) => {
    coversFault({
      fault: 'the browser has no memory that threads can share',
      sees: 'tool:slow.noSharedMemory',
      kept: 'the image and its result',
    });
    await openChanged(page, baseURL, { prelude: withoutSharedMemory });
    await expectRightCutout(page);
    await expect(page.getByText(wordsOf('tool:slow.noSharedMemory'))).toBeVisible();
  },
);

test(
  'a worker that may start no further threads does all the work itself',
  { tag: ['@faults', '@long'] },
  async ({ page, baseURL }) => {
    coversFault({
      fault: 'the browser refuses a worker its further threads',
      sees: 'the result',
      kept: 'the image and its result',
    });
    const refusalCount = await countRefusals(page);
    await openChanged(page, baseURL, { prelude: withoutThreadsInWorkers });
    await expectRightCutout(page);
    expect(await refusalCount()).toBeGreaterThan(0);
  },
);

test(
  'a browser without WebGPU and WebGL cuts out, edits and saves',
  { tag: ['@faults', '@long'] },
  async ({ page, baseURL }) => {
    coversFault({
      fault: 'the browser has neither WebGPU nor WebGL',
      sees: 'the result, as always',
      kept: 'everything',
    });
    await openChanged(page, baseURL, { prelude: withoutGraphicsCard });
    await expectRightCutout(page);
    expect(await page.evaluate(() => ['gpu' in navigator, new OffscreenCanvas(1, 1).getContext('webgl2')])).toEqual([
      false,
      null,
    ]);
    await tile(page, 'Black').click();
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    const { png } = await downloadedPng(page);
    expect(png.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  },
);

test('a removal survives the loss of the graphics card', { tag: ['@faults', '@long'] }, async ({ page }) => {
  coversFault({
    fault: 'the graphics card is lost during a removal',
    sees: 'the result, as always',
    kept: 'the image and its result',
  });
  await page.goto('/en/single');
  await drop(page, fileAt(mug.path));
  await expect(page.locator('li[data-state=active]', { hasText: wordsOf('tool:stage.segmenting') })).toBeVisible({
    timeout: 120_000,
  });
  await crashGpuProcess(page);
  await expectResult(page);
  expect(iouWithTruth('small/mug.jpg', (await downloadedPng(page)).bytes)).toBeGreaterThan(0.9);
});

test(
  'the canvas of the editor is drawn again after the loss of the graphics card',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the graphics card is lost while an image is edited',
      sees: 'the image, which is drawn again',
      kept: 'all edits',
    });
    const loseCanvases = await withLosableCanvases(page);
    await openInEditor(page, mug.path);
    await openTool(page, 'Refine');
    await page.keyboard.press('e');
    await stroke(page, mug, [0.5, 0.3], [0.6, 0.5]);
    await openTool(page, 'Background');
    const before = await downloadedPng(page);
    const canvas = page.locator('[data-slot=stage] canvas').first();
    const shown = await shownPixels(canvas);
    await crashGpuProcess(page);
    await loseCanvases();
    await expect.poll(async () => difference(await shownPixels(canvas), shown)).toBeLessThan(4);
    expect((await downloadedPng(page)).png.data.equals(before.png.data)).toBe(true);
  },
);

test(
  'the product photo is drawn again after the loss of the graphics card',
  { tag: ['@faults', '@commerce', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the graphics card is lost while a product photo is open',
      sees: 'the photo, which is drawn again',
      kept: 'everything',
    });
    await withLittleMemory(page);
    const loseCanvases = await withLosableCanvases(page);
    await page.goto('/en/ecommerce');
    await page.getByRole('button', { name: wordsOf('tool:sample.headphones') }).click();
    await expect(page.locator('[data-slot=shop-photos]')).toHaveAttribute('data-state', 'open', { timeout: 150_000 });
    const canvas = page.locator('[data-slot=shop-stage] canvas').first();
    // The headphones are dark, and the first shop asks for a white background.
    await expect.poll(async () => Math.min(...(await shownPixels(canvas)))).toBeLessThan(100);
    expect((await shownPixels(canvas)).slice(0, 4)).toEqual([255, 255, 255, 255]);
    const shown = await shownPixels(canvas);
    await loseCanvases();
    await expect.poll(async () => difference(await shownPixels(canvas), shown)).toBeLessThan(4);
  },
);

/** Returns a canvas, reduced to 64 × 64 px. */
function shownPixels(canvas: Locator): Promise<number[]> {
  return canvas.evaluate((element) => {
    const copy = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true });
    if (!copy || !(element instanceof HTMLCanvasElement)) throw new Error('there is no canvas');
    copy.drawImage(element, 0, 0, 64, 64);
    return [...copy.getImageData(0, 0, 64, 64).data];
  });
}

/** Returns the greatest difference between two images, 0…255. */
function difference(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))));
}
