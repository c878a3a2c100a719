import { join } from 'node:path';

import type { Browser, CDPSession, Page } from 'playwright';

/** A page of the site with its tool. */
export interface Table {
  readonly page: Page;
  readonly devtools: CDPSession;
}

const pictures = join(import.meta.dirname, '../../../pictures');

/** 4000 × 3000 px. */
export const largePhoto = { path: join(pictures, 'large.jpg'), widthPx: 4000, heightPx: 3000 };
const smallPhoto = join(pictures, 'mug.jpg');

const resultLimitMs = 150_000;

/** Opens the tool and cuts a small photo out, so that model and editor are there; the table is empty again. */
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

/** Picks a file as a visitor does. */
export async function choose({ page }: Pick<Table, 'page'>, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await (await chooser).setFiles(path);
}

/** Puts a photo on the table and waits until the editor shows its cut-out. */
export async function cutOut({ page }: Pick<Table, 'page'>, path: string): Promise<void> {
  await choose({ page }, path);
  await page.locator('[data-slot=session-view][data-state=done] [data-slot=editor]').waitFor();
  await rest({ page });
}

export async function clear({ page }: Pick<Table, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Another image' }).first().click();
  await page.getByRole('button', { name: 'Choose an image' }).waitFor();
}

/** Long enough for what follows a change by itself: a finer composition, tiles that are cut bit by bit. */
export async function rest({ page }: Pick<Table, 'page'>, durationMs = 1_500): Promise<void> {
  await page.waitForTimeout(durationMs);
}

/** @param key on the canvas: `0` shows the whole picture, `1` its own pixels. */
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
  if (!box) throw new Error('no canvas is to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
}

/** As often as a mouse reports where it is. */
const mouseMs = 8;

/**
 * Drags the mouse along a way at the pace of a real mouse: it does not wait for the page. Events that the page is too
 * slow for are delivered together, as by the browser.
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

/** Round a place and back, over and over. @param turns of the way round. */
export function circle({ x, y }: Place, radiusPx: number, durationMs: number, turns: number): Place[] {
  const steps = Math.round(durationMs / mouseMs);
  return Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * turns * 2 * Math.PI;
    return { x: x + radiusPx * Math.cos(angle), y: y + radiusPx * Math.sin(angle) };
  });
}
