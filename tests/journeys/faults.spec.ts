import { expect, type Page, test } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { picture } from '../support/pictures.ts';
import {
  cutOut,
  drop,
  expectFailure,
  expectResult,
  fileAt,
  sessionView,
  withLittleMemory,
} from '../support/tool-page.ts';

const photo = picture('small/mug.jpg').path;

/**
 * Files that an image needs from the server, by the start of their names. The network's own kernels are not listed,
 * because they are loaded before its weights.
 */
const modelParts = Array.from({ length: 11 }, (_, part) => `isnet-${String(part).padStart(2, '0')}.`);
const otherKernels = ['scale-', 'matting-', 'png-'];

/** Lets the test terminate the page's workers without any event, as a browser out of memory does. */
async function recordWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    const Original = Worker;
    Object.assign(window, {
      killWorkers: () => {
        for (const worker of workers.splice(0)) worker.terminate();
      },
      Worker: class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          workers.push(this);
        }
      },
    });
  });
}

const killWorkers = (page: Page) => page.evaluate(() => (window as unknown as { killWorkers(): void }).killWorkers());

test(
  'a worker that dies while processing is replaced by the page itself, which says so',
  { tag: ['@faults', '@long'] },
  async ({ page }) => {
    await recordWorkers(page);
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expect(page.locator('li[data-state=active]', { hasText: 'Finding the subject' })).toBeVisible({
      timeout: 120_000,
    });
    await killWorkers(page);
    await expectResult(page);
    await expect(sessionView(page)).toHaveAttribute('data-thread', 'main');
    await expect(page.getByText('Processed in the page itself')).toBeVisible();

    // The last result stays visible until the next photo is processed; the name of the thread distinguishes the two.
    await drop(page, fileAt(photo));
    await expect(sessionView(page)).toHaveAttribute('data-thread', 'worker', { timeout: 120_000 });
  },
);

test(
  'offline after the model was loaded, the next photo needs no network',
  { tag: ['@faults', '@offline', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the connection ends after the model was loaded',
      sees: 'the result, as always',
      kept: 'everything',
    });
    await page.goto('/en/single');
    await cutOut(page, photo);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Another image' }).first().click();
    await cutOut(page, picture('creature.jpg').path);
  },
);

test(
  'offline after the idle warm-up, the first photo needs no network',
  { tag: ['@faults', '@offline', '@long'] },
  async ({ page, context }) => {
    const awaited = new Set([...modelParts, ...otherKernels]);
    const warm = context.waitForEvent('requestfinished', {
      predicate: (request) => {
        const file = new URL(request.url()).pathname;
        for (const name of awaited) if (file.includes(`/${name}`)) awaited.delete(name);
        return awaited.size === 0;
      },
    });
    await page.goto('/en/single');
    await warm;
    await context.setOffline(true);
    await cutOut(page, photo);
  },
);

test(
  'offline before the model was loaded, the page names the cause, and the photo works once the network is back',
  { tag: ['@faults', '@offline', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the connection ends before the model was loaded',
      sees: 'errors:network',
      kept: 'the image, and “Try again” gives its result',
    });
    await withLittleMemory(page);
    // Simulates a lost connection: nothing answers.
    await context.route('**/models/**', (route) => route.abort('internetdisconnected'));
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:network');
    await context.unroute('**/models/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectResult(page);
  },
);

test(
  'a missing model is reported, and the photo works once it is available',
  { tag: ['@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the model’s server answers 404',
      sees: 'errors:model-load-failed',
      kept: 'the image, and “Try again” gives its result',
    });
    await context.route('**/models/*.bin', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:model-load-failed');
    await context.unroute('**/models/*.bin');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectResult(page);
  },
);

test(
  'a truncated model is reported, and the photo works once it is complete',
  { tag: ['@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the model’s server sends a truncated file',
      sees: 'errors:model-load-failed',
      kept: 'the image, and “Try again” gives its result',
    });
    // Simulates a server whose copy of the file is incomplete.
    await context.route('**/models/isnet-03*', (route) =>
      route.request().headers()['range']
        ? route.fulfill({ status: 416, body: '' })
        : route.fulfill({ status: 200, body: Buffer.alloc(1000) }),
    );
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:model-load-failed');
    await context.unroute('**/models/isnet-03*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectResult(page);
  },
);

test('a damaged model cache is repaired', { tag: ['@faults', '@long'] }, async ({ page }) => {
  coversFault({
    fault: 'a stored part of the model is corrupt',
    sees: 'the result; only that part is fetched again',
    kept: 'the other parts of the model',
  });
  await page.goto('/en/single');
  await cutOut(page, photo);
  const damaged = await page.evaluate(async () => {
    const cache = await caches.open('isola-models');
    const part = (await cache.keys()).find((request) => request.url.includes('isnet-05'));
    if (!part) return undefined;
    await cache.put(part, new Response(new Uint8Array(4 << 20)));
    return part.url;
  });
  expect(damaged).toBeDefined();
  // A new tab starts without an image. A reload would restore the result without requesting the model.
  const tab = await page.context().newPage();
  await page.close();
  const fetched: string[] = [];
  tab.on('request', (request) => fetched.push(request.url()));
  await tab.goto('/en/single');
  await cutOut(tab, photo);
  expect(fetched.filter((url) => url.endsWith('.bin'))).toEqual([damaged]);
});

test(
  'a missing WebAssembly file is reported, and the photo works once it is available',
  { tag: ['@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the server lacks the engine’s WebAssembly',
      sees: 'errors:resource-load-failed',
      kept: 'the image, and “Try again” gives its result',
    });
    await context.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectFailure(page, 'errors:resource-load-failed');
    await context.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectResult(page);
  },
);
