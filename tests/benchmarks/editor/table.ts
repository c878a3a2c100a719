import { join } from 'node:path';

import type { Browser, CDPSession, Page } from 'playwright';

/** A page of the site with the tool. */
export interface Table {
  readonly page: Page;
  readonly devtools: CDPSession;
}

const pictures = join(import.meta.dirname, '../../../pictures');

/** Photo of 4000 × 3000 px. */
export const largePhoto = { path: join(pictures, 'large.jpg'), widthPx: 4000, heightPx: 3000 };
const smallPhoto = join(pictures, 'mug.jpg');

const resultLimitMs = 150_000;

/**
 * Opens the tool and cuts out a small photo, so that the model and the editor are loaded. The tool is then empty again.
 */
export async function openTable(browser: Browser, url: string): Promise<Table> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(resultLimitMs);
  const devtools = await context.newCDPSession(page);
  await page.goto(`${url}/en/single`);
  await cutOut({ page }, smallPhoto);
  await clear({ page });
  return { page, devtools };
}

/** Chooses a file in the file picker, as a visitor does. */
export async function choose({ page }: Pick<Table, 'page'>, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await (await chooser).setFiles(path);
}

/** Opens a photo and waits until the editor shows its cutout. */
export async function cutOut({ page }: Pick<Table, 'page'>, path: string): Promise<void> {
  await choose({ page }, path);
  await page.locator('[data-slot=session-view][data-state=done] [data-slot=editor]').waitFor();
  await rest({ page });
}

export async function clear({ page }: Pick<Table, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Another image' }).first().click();
  await page.getByRole('button', { name: 'Choose an image' }).waitFor();
}

/** Waits for the work that follows a change: a finer composition, and tiles that are cut out step by step. */
export async function rest({ page }: Pick<Table, 'page'>, durationMs = 1_500): Promise<void> {
  await page.waitForTimeout(durationMs);
}

/** Zooms the canvas by its menu. */
export async function zoom({ page }: Pick<Table, 'page'>, to: 'fit' | '50%' | '100%'): Promise<void> {
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menuitemradio', { name: to === 'fit' ? 'Fit' : to, exact: true }).click();
  await page.keyboard.press('Escape');
  await rest({ page });
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export async function middleOfStage({ page }: Pick<Table, 'page'>): Promise<Place & { width: number; height: number }> {
  const box = await page.locator('[data-slot=stage]').boundingBox();
  if (!box) throw new Error('no canvas is visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
}

/** Interval at which a mouse reports its position, in ms. */
const mouseMs = 8;

/**
 * Drags the mouse along a path at the pace of a real mouse, without waiting for the page. Events for which the page is
 * too slow are delivered together, as the browser does.
 */
export async function drag({ page, devtools }: Table, way: readonly Place[]): Promise<void> {
  const [start] = way;
  if (!start) return;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const sent: Promise<unknown>[] = [];
  let dueMs = performance.now();
  for (const { x, y } of way) {
    sent.push(devtools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 }));
    dueMs += mouseMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
  }
  await Promise.all(sent);
  await page.mouse.up();
}

/** Returns a circular path around a point. @param turns number of circles. */
export function circle({ x, y }: Place, radiusPx: number, durationMs: number, turns: number): Place[] {
  const steps = Math.round(durationMs / mouseMs);
  return Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * turns * 2 * Math.PI;
    return { x: x + radiusPx * Math.cos(angle), y: y + radiusPx * Math.sin(angle) };
  });
}
