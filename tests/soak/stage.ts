import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SegmenterOptions } from '@isola/segmenter';
import { type Browser, chromium, type Page } from 'playwright';

import { chromiumPath } from '../../scripts/chromium.ts';
import { servePage } from '../../scripts/serve-page.ts';
import type { Moment, Outcome } from './page/page.ts';

/** A real Chromium on a page with the library as on the site: built, isolated, with the real model. */
export interface Stage {
  readonly browser: Browser;
  open(name: string, options?: Omit<SegmenterOptions, 'fetch'>): Promise<void>;
  /** @param picture a file of `pictures/`. */
  cutOut(name: string, picture: string, moment?: Moment): Promise<Outcome>;
  /** Cuts out a photo of 12 megapixels and keeps nothing of the result. @returns whether there was a result. */
  cutOutLarge(name: string): Promise<boolean>;
  /**
   * Returns the memory after a garbage collection: what scripts hold, including arrays, in the page and in all workers.
   */
  heapBytes(): Promise<number>;
  /** Returns the number of mattes of `cutOutLarge` that are still referenced after a garbage collection. */
  heldMattes(): Promise<number>;
  close(name: string): Promise<void>;
  livingWorkers(): Promise<number>;
  /** Uncaught errors of the page. */
  readonly unhandled: readonly string[];
  end(): Promise<void>;
}

const pictures = join(import.meta.dirname, '../../pictures');

export async function setStage(): Promise<Stage> {
  const server = await servePage(join(import.meta.dirname, 'page'), (app) => {
    app.get('/pictures/:file', (context) => {
      const bytes = readFileSync(join(pictures, context.req.param('file')));
      return context.body(new Uint8Array(bytes));
    });
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    // The last flag makes the browser measure memory on request instead of at its next garbage collection.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-blink-features=ForceEagerMeasureMemory'],
  });
  const page = await openPage(browser, server.origin);
  const devtools = await page.context().newCDPSession(page);
  const unhandled: string[] = [];
  page.on('pageerror', (error) => unhandled.push(String(error)));
  return {
    browser,
    unhandled,
    open: (name, options = {}) =>
      page.evaluate(([name, options]) => window.soakPage.open(name, options), [
        name,
        // A graphics card that takes over midway would give other mattes.
        { provider: 'cpu' as const, ...options },
      ] as const),
    cutOut: (name, picture, moment) =>
      page.evaluate(([name, picture, moment]) => window.soakPage.cutOut(name, picture, moment), [
        name,
        `/pictures/${picture}`,
        moment,
      ] as const),
    cutOutLarge: (name) => page.evaluate((name) => window.soakPage.cutOutLarge(name), name),
    async heapBytes() {
      await devtools.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => window.soakPage.heapBytes());
    },
    async heldMattes() {
      await devtools.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => window.soakPage.heldMattes());
    },
    close: (name) => page.evaluate((name) => window.soakPage.close(name), name),
    livingWorkers: () => page.evaluate(() => window.soakPage.livingWorkers()),
    async end() {
      await browser.close();
      await server.close();
    },
  };
}

async function openPage(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => 'soakPage' in window);
  return page;
}
