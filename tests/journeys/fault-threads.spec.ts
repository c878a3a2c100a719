import { expect, type Page, test } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { openInEditor, opaquePixel, pixelAt, tile } from '../support/editor-page.ts';
import {
  countRefusals,
  crashGpuProcess,
  withoutGraphicsCard,
  withoutSharedMemory,
  withoutThreadsInWorkers,
} from '../support/fault-switch.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, drop, expectResult, fileAt } from '../support/tool-page.ts';
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
    expect(
      await page.evaluate(() => ['gpu' in navigator, new OffscreenCanvas(1, 1).getContext('webgl2')]),
    ).toEqual([false, null]);
    await tile(page, 'Black').click();
    await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
    const { png } = await downloadedPng(page);
    expect(png.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  },
);

test(
  'a removal survives the loss of the graphics card',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
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
  },
);

test(
  'the canvas of the editor is drawn again after the loss of the graphics card',
  { tag: ['@faults', '@editor', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the graphics card is lost while an image is edited',
      sees: 'the image, which is drawn again',
      kept: 'all edits',
    });
    await openInEditor(page, mug.path);
    await tile(page, 'Black').click();
    const before = (await downloadedPng(page)).png;
    const subject = opaquePixel(before);
    await crashGpuProcess(page);
    // A canvas that lost its content would be transparent.
    await expect.poll(() => alphaInTheMiddle(page)).toBe(255);
    await tile(page, 'White').click();
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
    const { png } = await downloadedPng(page);
    const corner = pixelAt(png, 0.01, 0.01);
    expect([...png.data.subarray(corner * 4, corner * 4 + 4)]).toEqual([255, 255, 255, 255]);
    expect([...png.data.subarray(subject * 4 + 3, subject * 4 + 4)]).toEqual([255]);
    await expect.poll(() => alphaInTheMiddle(page)).toBe(255);
  },
);

/** Returns the alpha of the pixel in the middle of the editor's canvas, 0…255. */
function alphaInTheMiddle(page: Page): Promise<number | undefined> {
  return page.locator('[data-slot=stage] canvas').first().evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return undefined;
    const copy = new OffscreenCanvas(1, 1).getContext('2d');
    copy?.drawImage(canvas, -Math.floor(canvas.width / 2), -Math.floor(canvas.height / 2));
    return copy?.getImageData(0, 0, 1, 1).data[3];
  });
}
