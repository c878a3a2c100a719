import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { testBrowserPath } from '../../scripts/chromium.ts';
import { coversFault } from '../support/covers-fault.ts';
import { colorAt, downloaded, openTool, panel, openInEditor, stroke, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, switchFormat } from '../support/tool-page.ts';
import { expectMessage } from '../support/words.ts';

const mug = picture('small/mug.jpg');
const port = process.env['JOURNEY_PORT'] ?? '4719';

type JobKind = 'refine' | 'render' | 'encode';

interface CompositorHandle {
  workers: Worker[];
  /** Number of workers to terminate, each as soon as it starts a job of this kind. */
  fatal: { kind: JobKind; workers: number } | undefined;
}

/** Lets the test terminate the compositor's worker without any event, as a browser out of memory does. */
async function recordCompositors(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const handle: CompositorHandle = { workers: [], fatal: undefined };
    const Original = Worker;
    class Recorded extends Original {
      // The worker's first message shows that it has started.
      readonly begun = new Promise((resolve) => this.addEventListener('message', resolve, { once: true }));
      readonly unanswered = new Set<number>();
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name !== 'isola-compositor') return;
        handle.workers.push(this);
        this.addEventListener('message', ({ data }) => this.unanswered.delete(data.call));
      }
      override postMessage(message: unknown, transfer?: unknown): void {
        super.postMessage(message, transfer as Transferable[]);
        const { kind, call, job } = message as { kind: string; call: number; job?: { kind: string } };
        if (kind === 'abort') this.unanswered.delete(call);
        if (kind !== 'job') return;
        const earlier = [...this.unanswered];
        this.unanswered.add(call);
        if (!handle.fatal || job?.kind !== handle.fatal.kind) return;
        handle.fatal.workers -= 1;
        if (handle.fatal.workers === 0) handle.fatal = undefined;
        const endIfBegun = () => earlier.some((each) => this.unanswered.has(each)) || this.terminate();
        void this.begun.then(endIfBegun);
        this.addEventListener('message', endIfBegun);
      }
    }
    Object.assign(window, { Worker: Recorded, compositors: handle });
  });
}

const killCompositor = (page: Page) =>
  page.evaluate(() => {
    const { workers } = (window as unknown as { compositors: CompositorHandle }).compositors;
    workers.at(-1)?.terminate();
    return workers.length;
  });

/** @param workers number of workers to terminate; 0 stops terminating. */
const killOn = (page: Page, kind: JobKind, workers: number) =>
  page.evaluate(
    (fatal) => {
      (window as unknown as { compositors: CompositorHandle }).compositors.fatal =
        fatal.workers > 0 ? fatal : undefined;
    },
    { kind, workers },
  );

const compositorCount = (page: Page) =>
  page.evaluate(() => (window as unknown as { compositors: CompositorHandle }).compositors.workers.length);

/** Returns the colour of the canvas's top left corner, where the background is visible. */
const cornerColor = (page: Page) =>
  page.locator('[data-slot=stage] > canvas').evaluate((canvas: HTMLCanvasElement, { widthPx, heightPx }) => {
    const [width, height] = [canvas.width - 64, canvas.height - 64];
    const scale = Math.min(1, width / widthPx, height / heightPx);
    const [x, y] = [(canvas.width - widthPx * scale) / 2 + 4, (canvas.height - heightPx * scale) / 2 + 4];
    return [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])];
  }, mug);

async function open(page: Page): Promise<void> {
  await recordCompositors(page);
  await openInEditor(page, mug.path);
}

test(
  'a compositor that dies between two edits is replaced, and all edits are kept',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser ends the worker that draws the result, between two edits',
      sees: 'nothing',
      kept: 'all edits',
    });
    await open(page);
    await openTool(page, 'Refine');
    await panel(page).getByText('Erase', { exact: true }).click();
    await stroke(page, mug, [0.4, 0.5], [0.6, 0.5]);
    await openTool(page, 'Background');
    await tile(page, 'White').click();
    const before = await downloadedPng(page);

    const workers = await killCompositor(page);
    await expect.poll(() => compositorCount(page)).toBe(workers + 1);
    // Another colour in between prevents the download from reusing the previous file.
    await tile(page, 'Black').click();
    await expect.poll(() => cornerColor(page)).toEqual([0, 0, 0, 255]);
    await tile(page, 'White').click();
    const after = await downloadedPng(page);
    expect(after.png.data.equals(before.png.data)).toBe(true);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'a compositor that dies while rendering is replaced, and the canvas is updated',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser ends the worker that draws the result, while it draws',
      sees: 'nothing',
      kept: 'all edits',
    });
    await open(page);
    await killOn(page, 'render', 1);
    await tile(page, 'White').click();
    await expect.poll(() => cornerColor(page)).toEqual([255, 255, 255, 255]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'a compositor that dies while exporting is replaced, and the file is written',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser ends the worker that draws the result, while it writes a file',
      sees: 'nothing',
      kept: 'the download',
    });
    await open(page);
    // Set before the colour is chosen, because the file is encoded as soon as the editor is idle.
    await killOn(page, 'encode', 1);
    await tile(page, 'White').click();
    const { png } = await downloadedPng(page);
    expect([png.width, png.height]).toEqual([mug.widthPx, mug.heightPx]);
    expect(colorAt(png.data, 0)).toEqual([255, 255, 255, 255]);
  },
);

test(
  'a compositor that dies on every try is reported, and the next try works',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
    coversFault({
      fault: 'the browser ends the worker that draws the result, at every try',
      sees: 'errors:compositor-lost',
      kept: 'all edits, and the next try writes the file',
    });
    await open(page);
    await killOn(page, 'encode', Infinity);
    await tile(page, 'White').click();
    await expect.poll(() => cornerColor(page)).toEqual([255, 255, 255, 255]);
    await switchFormat(page, 'PNG');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const alert = page.locator('[data-code=compositor-lost]');
    await expectMessage(alert, 'errors:compositor-lost');
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
    await killOn(page, 'encode', 0);
    const flat = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    expect(colorAt(flat.data, 0)).toEqual([255, 255, 255, 255]);
    await expect(alert).toHaveCount(0);
  },
);

// Tagged as long: `npm test` covers this case in the compositor's unit tests, with a simulated clock.
test(
  'over plain HTTP, without locks, a compositor that dies is still detected',
  { tag: ['@faults', '@long'] },
  async ({ playwright }) => {
    // Chromium trusts loopback addresses and `localhost`. Any other name over HTTP is an insecure origin, like a LAN
    // address.
    const browser = await playwright.chromium.launch({
      executablePath: testBrowserPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP isola.test 127.0.0.1'],
    });
    const page = await browser.newPage({ baseURL: `http://isola.test:${port}` });
    // Shortens the heartbeat of ten seconds for the test.
    await page.addInitScript(() => {
      const original = setInterval;
      window.setInterval = ((handler: () => void, delayMs: number) =>
        original(handler, delayMs === 10_000 ? 500 : delayMs)) as typeof setInterval;
    });
    await open(page);
    expect(await page.evaluate(() => 'locks' in navigator)).toBe(false);
    await tile(page, 'White').click();
    await expect.poll(() => cornerColor(page)).toEqual([255, 255, 255, 255]);
    await killCompositor(page);
    await tile(page, 'Black').click();
    await page.clock.runFor(120_000);
    await expect.poll(() => cornerColor(page)).toEqual([0, 0, 0, 255]);
    await browser.close();
  },
);
