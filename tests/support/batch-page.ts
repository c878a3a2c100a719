import { readFileSync } from 'node:fs';

import { expect, type Locator, type Page } from '@playwright/test';
import { PNG } from 'pngjs';

import type { DroppedFile } from './tool-page.ts';

export const rows = (page: Page): Locator => page.locator('[data-slot=batch-item]');
export const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
export const progress = (page: Page): Locator => page.locator('[data-slot=batch-progress]');
export const leftOut = (page: Page): Locator => page.locator('[data-slot=left-out]');

/** Returns whether the browser would leave the page without a question, because everything in it is saved. */
export const isStored = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Returns the names of the rows, from the top. */
export const listedNames = (page: Page): Promise<(string | undefined)[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.textContent?.match(/[a-z]+-\d\d/)?.[0]));

/**
 * Returns an image of a dark square on white; its colour depends on `index`. The model finds the square, so its middle
 * is in the cutout.
 */
export function squarePng(index: number, sidePx = 64): Buffer {
  const png = new PNG({ width: sidePx, height: sidePx });
  png.data.fill(255);
  const from = Math.round(sidePx * 0.3);
  const to = Math.round(sidePx * 0.7);
  for (let y = from; y < to; y += 1) {
    for (let x = from; x < to; x += 1) {
      const at = (y * sidePx + x) * 4;
      png.data[at] = 20 + (index % 50);
      png.data[at + 1] = 40;
      png.data[at + 2] = 120;
    }
  }
  return PNG.sync.write(png);
}

/** Returns a truncated PNG. Its header is complete, so that the batch accepts it, but decoding fails. */
export function brokenPng(index: number): Buffer {
  const whole = squarePng(index, 96);
  return whole.subarray(0, Math.floor(whole.length * 0.6));
}

export const numbered = (index: number): string => `shoe-${String(index).padStart(2, '0')}.png`;

export const named = (count: number, from = 1): DroppedFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: numbered(from + index), bytes: squarePng(from + index) }));

/** Removes the file picker, so that files are downloaded. A test cannot answer a system dialog. */
export const withoutFilePicker = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));

/** Simulates a full battery. @returns a function that sets its level, 0…1; at 0.2 and below the batch pauses. */
export async function withBattery(page: Page): Promise<(level: number) => Promise<void>> {
  await page.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { level: 1, charging: false });
    Object.assign(window, { battery });
    Object.assign(Navigator.prototype, { getBattery: () => Promise.resolve(battery) });
  });
  return (next) =>
    page.evaluate((level) => {
      const { battery } = window as unknown as { battery: EventTarget & { level: number } };
      battery.level = level;
      battery.dispatchEvent(new Event('levelchange'));
    }, next);
}

/** Presses a button or a menu item that saves a file. */
export async function saved(page: Page, pressed: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressed.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

export const expectAllDone = (page: Page, text: string | RegExp): Promise<void> =>
  expect(progress(page)).toContainText(text, { timeout: 400_000 });
