import { expect, type Page, test } from '@playwright/test';

import { downloaded, openInEditor, openTool, panel, stroke, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, withLittleMemory } from '../support/tool-page.ts';

const photo = picture('small/mug.jpg');

/** One image decoded from a file's bytes, or one PNG pixel stream inflated by a script. */
interface Decoding {
  /** Name of the worker, or `page`. */
  readonly thread: string;
  readonly by: 'createImageBitmap' | 'ImageDecoder' | 'DecompressionStream';
  readonly widthPx?: number;
  readonly heightPx?: number;
}

/** Runs in the page and at the start of every worker: reports each decoding on a broadcast channel. */
function tellDecodings(): void {
  const channel = new BroadcastChannel('decodings');
  const thread = 'document' in globalThis ? 'page' : self.name;
  const tell = (decoding: Omit<Decoding, 'thread'>) => channel.postMessage({ thread, ...decoding });
  const original = createImageBitmap;
  const counted = async (source: ImageBitmapSource, ...others: never[]) => {
    const bitmap = await original(source, ...others);
    if (source instanceof Blob) tell({ by: 'createImageBitmap', widthPx: bitmap.width, heightPx: bitmap.height });
    return bitmap;
  };
  const Decompressing = DecompressionStream;
  class CountedStream extends Decompressing {
    constructor(format: CompressionFormat) {
      super(format);
      // PNG uses `deflate`; models and archives use other formats.
      if (format === 'deflate') tell({ by: 'DecompressionStream' });
    }
  }
  Object.assign(globalThis, { createImageBitmap: counted, DecompressionStream: CountedStream });
  const { ImageDecoder: Decoding } = globalThis as { ImageDecoder?: new (...options: never[]) => object };
  if (!Decoding) return;
  class CountedDecoder extends Decoding {
    constructor(...options: never[]) {
      super(...options);
      tell({ by: 'ImageDecoder' });
    }
  }
  Object.assign(globalThis, { ImageDecoder: CountedDecoder });
}

/** Records decodings. @returns a function that returns those recorded so far. */
async function countDecodings(page: Page): Promise<() => Promise<readonly Decoding[]>> {
  await page.addInitScript(tellDecodings);
  await page.addInitScript(() => {
    const heard: Decoding[] = [];
    new BroadcastChannel('decodings').addEventListener('message', ({ data }: MessageEvent<Decoding>) =>
      heard.push(data),
    );
    Object.assign(window, { decodings: heard });
  });
  await page.route(/\/assets\/(?:compositor-)?worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${tellDecodings.toString()})();${await response.text()}` });
  });
  return () => page.evaluate(() => (window as unknown as { decodings: Decoding[] }).decodings);
}

/**
 * Filters the decodings of the photo itself or of its cutout, which has the same size, and leaves out the network's
 * smaller copy.
 */
const atFullSize = (decodings: readonly Decoding[]) =>
  decodings.filter(({ by, widthPx }) => by !== 'createImageBitmap' || widthPx === photo.widthPx);

test(
  'an image is decoded once from drop to download, and its cutout never',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    // With more memory the network's copy would be as large as the photo and indistinguishable from it.
    await withLittleMemory(page);
    const decodings = await countDecodings(page);
    await page.goto('/en/single');
    await cutOut(page, photo.path);
    await expect(panel(page)).toBeVisible();
    await tile(page, 'White').click();
    await downloaded(page, 'PNG');
    await openTool(page, 'Refine');
    await page.keyboard.press('e');
    await stroke(page, photo, [0.3, 0.4], [0.6, 0.5]);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await downloaded(page, 'PNG');
    // The decoding of the small copy shows that decodings in workers are counted too.
    const all = await decodings();
    expect(all.map(({ thread }) => thread)).toContain('isola-segmenter');
    expect(atFullSize(all)).toEqual([
      { thread: 'page', by: 'createImageBitmap', widthPx: photo.widthPx, heightPx: photo.heightPx },
    ]);
  },
);

test(
  'a saved project decodes its original once and inflates its cutout once in the worker, for any number of edits',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    const decodings = await countDecodings(page);
    await openInEditor(page, photo.path);
    for (const color of ['White', 'Black']) {
      await tile(page, color).click();
      await downloaded(page, 'PNG');
    }
    await openTool(page, 'Export');
    await page.getByRole('radio', { name: 'WebP' }).click();
    await downloaded(page, 'WebP');
    const all = await decodings();
    const inWorker = all.filter(({ thread }) => thread === 'isola-compositor');
    expect(inWorker).toEqual([{ thread: 'isola-compositor', by: 'DecompressionStream' }]);
    // The original and the PNG of the cutout. The matte is inflated by a script.
    const inPage = atFullSize(all).filter(({ by }) => by === 'createImageBitmap');
    expect(inPage.map(({ thread }) => thread)).toEqual(['page', 'page']);
  },
);

test('the first cutout is downloaded without another decoding', { tag: ['@editor', '@long'] }, async ({ page }) => {
  // With more memory the network's copy would be as large as the photo and indistinguishable from it.
  await withLittleMemory(page);
  const decodings = await countDecodings(page);
  await page.goto('/en/single');
  await cutOut(page, photo.path);
  await expect(panel(page)).toBeVisible();
  await downloadedPng(page);
  expect(atFullSize(await decodings())).toHaveLength(1);
});
