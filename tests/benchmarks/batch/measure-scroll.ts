import { resolve } from 'node:path';

import type { Page } from 'playwright';

import { buildSiteIfNeeded } from '../../../scripts/build.ts';
import { serveSite } from '../../../scripts/serve-site.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import type { Findings, Stand } from './stand.ts';

/** Number of images, which is the limit of a visitor's batch. */
const listedImages = 50;
const pictures = ['mug.jpg', 'throw.jpg', 'plant.jpg', 'shoe.jpg', 'bottle.jpg'];
const scrollMs = 3_000;
const turns = 4;

/** Frame times of one turn, in milliseconds. */
interface Scrolled {
  readonly frames: readonly number[];
  /** Longest task of the page's thread during the turn, or 0 when none took 50 ms. */
  readonly longestTaskMs: number;
}

/**
 * Measures the mean frame while the tiles of the built site's page are scrolled up and down and images are processed,
 * divided by the mean while the batch is paused. The two alternate on one page.
 */
export async function measureScroll({ say }: Stand): Promise<Findings> {
  await buildSiteIfNeeded();
  const site = await serveSite();
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`${site.url}/en/batch`);
    const folder = resolve(import.meta.dirname, '../../../pictures');
    const files = Array.from({ length: listedImages }, (_, index) =>
      resolve(folder, pictures[index % pictures.length] ?? ''),
    );
    // The page is visible before its scripts have loaded.
    await page.waitForLoadState('networkidle');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose images' }).first().click();
    await (await chooser).setFiles(files);
    // Waits until the model is loaded and all images are listed.
    await page.locator('[data-slot=batch-list]').waitFor();
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await page.getByRole('heading', { name: `${listedImages} images` }).waitFor();
    const idle: Scrolled[] = [];
    const working: Scrolled[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await pause.click();
      await resume.waitFor();
      idle.push(await scroll(page));
      await resume.click();
      await pause.waitFor();
      working.push(await scroll(page));
      say(`scrolling ${turn + 1} of ${turns}`);
    }
    const idleMs = mean(idle.flatMap(({ frames }) => frames));
    const workingMs = mean(working.flatMap(({ frames }) => frames));
    const longestTaskMs = Math.max(...working.map((each) => each.longestTaskMs));
    return {
      ratio: workingMs / idleMs,
      text: `scrollFrame: ${workingMs.toFixed(1)} ms while processing, ${idleMs.toFixed(1)} ms while paused; longest task while processing ${longestTaskMs.toFixed(0)} ms`,
      numbers: { idle, working, longestTaskMs },
    };
  } finally {
    await browser.close();
    site.close();
  }
}

function scroll(page: Page): Promise<Scrolled> {
  return page.evaluate(async (durationMs) => {
    const list = document.querySelector('[data-slot=batch-list]');
    if (!list) throw new Error('there is no list');
    const tasks: number[] = [];
    const observer = new PerformanceObserver((seen) => {
      for (const { duration } of seen.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    const frames: number[] = [];
    const frame = () => new Promise<number>((next) => requestAnimationFrame(next));
    const startedAt = await frame();
    let before = startedAt;
    while (before - startedAt < durationMs) {
      const room = list.scrollHeight - list.clientHeight;
      // Scrolls down and up again in two seconds.
      list.scrollTop = (room * (1 - Math.cos(((before - startedAt) / 1_000) * Math.PI))) / 2;
      const now = await frame();
      frames.push(now - before);
      before = now;
    }
    // The browser reports a task some time after its end.
    await new Promise((next) => setTimeout(next, 200));
    observer.disconnect();
    return { frames, longestTaskMs: Math.max(0, ...tasks) };
  }, scrollMs);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
