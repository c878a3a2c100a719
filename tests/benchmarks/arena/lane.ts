import type { Browser, Page } from 'playwright';

import type { Run } from './bench-page/page.ts';
import { type BenchServer, hostOf } from './bench-server.ts';
import type { OurOptions } from './our-options.ts';
import type { Photo } from './photos.ts';
import type { Side } from './sides.ts';

/** One side on a page in a separate browser context. Closing the context frees everything that the side held. */
export interface Lane {
  readonly side: Side;
  /** Returns the bytes that the server sent to the lane since it was opened, without photos. */
  fetchedBytes(): number;
  /** Cuts out a photo. @throws when the side fails or does not answer in time. */
  readonly run: (photo: Photo, deliver?: { readonly png?: string; readonly mask?: string }) => Promise<Run>;
  /** Describes threads, backend and waiting thread, as known after this run. */
  conditionsOf(run: Run): string;
  close(): Promise<void>;
}

export interface LaneSetting {
  readonly side: Side;
  /** True when the page is cross-origin isolated. Without isolation there is no shared memory and only one thread. */
  readonly isolated: boolean;
  /** True to measure the peer's network. Our side reports its own time. */
  readonly watch?: boolean;
  /** Options of our side. Without them, its defaults apply. */
  readonly options?: OurOptions;
}

/** Time limit of a run. */
const runLimitMs = 10 * 60_000;

export async function openLane(browser: Browser, server: BenchServer, setting: LaneSetting): Promise<Lane> {
  const page = await openPage(browser, server, setting, {});
  return createLane(page, server, setting);
}

/**
 * Opens a lane that cuts out the photo as soon as its page has loaded.
 * @returns the lane and its first run.
 */
export async function openLaneAtWork(
  browser: Browser,
  server: BenchServer,
  setting: LaneSetting,
  photo: Photo,
): Promise<{ lane: Lane; run: Run }> {
  server.shelf.lay(photo.name, photo.bytes, photo.mime);
  const page = await openPage(browser, server, setting, { begin: photo.name });
  const lane = createLane(page, server, setting);
  try {
    const run = await withinLimit(page.evaluate(() => window.benchPage.begun));
    if (!run) throw new Error('the page did not start its run');
    return { lane, run };
  } catch (error) {
    await lane.close();
    throw error;
  }
}

async function openPage(
  browser: Browser,
  server: BenchServer,
  { side, isolated, watch, options }: LaneSetting,
  more: Readonly<Record<string, string>>,
): Promise<Page> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    server.traffic.takeBytes(hostOf(side));
    const wanted = { ...(watch && { watch: '' }), ...(options && { options: JSON.stringify(options) }), ...more };
    await page.goto(server.addressOf(side, isolated, wanted));
    await page.waitForFunction(() => 'benchPage' in window);
    return page;
  } catch (error) {
    await context.close();
    throw error;
  }
}

function createLane(page: Page, server: BenchServer, { side }: LaneSetting): Lane {
  return {
    side,
    fetchedBytes: () => server.traffic.takeBytes(hostOf(side)),
    async run(photo, deliver = {}) {
      server.shelf.lay(photo.name, photo.bytes, photo.mime);
      const names = [photo.name, deliver] as const;
      return withinLimit(page.evaluate(([name, wanted]) => window.benchPage.run(name, wanted), names));
    },
    conditionsOf({ engine, thread, isolated }) {
      // A library that does not report its threads uses the page's thread and the workers that it started.
      const threads = engine?.threads ?? page.workers().length + 1;
      const backend = engine ? `${engine.provider}, ` : '';
      return `${backend}${threads} ${threads === 1 ? 'thread' : 'threads'}, run from the ${thread === 'main' ? 'main thread' : thread}, ${isolated ? 'isolated' : 'not isolated'}`;
    },
    close: () => page.context().close(),
  };
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(() => late.reject(new Error(`no result within ${runLimitMs / 60_000} minutes`)), runLimitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(limit);
  }
}
