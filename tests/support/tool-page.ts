import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { expect, type Locator, type Page } from '@playwright/test';
import { PNG } from 'pngjs';

import { expectMessage } from './words.ts';

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Number of zeros appended to the bytes in the page, so that a large file need not be transferred to it. */
  readonly zeros?: number;
}

export const fileAt = (path: string): DroppedFile => ({ name: basename(path), bytes: readFileSync(path) });

/** Drops files in the middle of the page, with the events of a browser. */
export async function drop(page: Page, ...files: DroppedFile[]): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const transfer = await dataTransferOf(page, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

/** Pastes files into the page, with the event of a browser. */
export async function paste(page: Page, ...files: DroppedFile[]): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const transfer = await dataTransferOf(page, files);
  await page.evaluate((clipboardData) => {
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, transfer);
}

/**
 * Drops or pastes content of another page: HTML, a link or text, by type. @returns whether the page prevented the
 * browser's default action.
 */
export async function transfer(
  page: Page,
  way: 'drop' | 'paste',
  carried: Readonly<Record<string, string>>,
): Promise<boolean> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.evaluate(
    ([by, contents]) => {
      const dataTransfer = new DataTransfer();
      for (const [type, text] of Object.entries(contents)) dataTransfer.setData(type, text);
      const init = { bubbles: true, cancelable: true };
      const events =
        by === 'paste'
          ? [new ClipboardEvent('paste', { ...init, clipboardData: dataTransfer })]
          : ['dragenter', 'dragover', 'drop'].map((type) => new DragEvent(type, { ...init, dataTransfer }));
      return events.every((event) => !document.body.dispatchEvent(event));
    },
    [way, carried] as const,
  );
}

function dataTransferOf(page: Page, files: DroppedFile[]) {
  const plain = files.map(({ name, bytes, zeros = 0 }) => ({ name, base64: bytes.toString('base64'), zeros }));
  return page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64, zeros } of all) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes, new Uint8Array(zeros)], name));
    }
    return transfer;
  }, plain);
}

/**
 * Simulates a device with 2 GiB, on which the network's input has half of the pixels and takes correspondingly less
 * time. For journeys that need a result but do not check its edge.
 */
export async function withLittleMemory(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'deviceMemory', { value: 2 });
  });
}

/** Area of the open photo, with its state in `data-state`. */
export const sessionView = (page: Page): Locator => page.locator('[data-slot=session-view]');

export async function expectResult(page: Page): Promise<void> {
  await expect(sessionView(page)).toHaveAttribute('data-state', 'done', { timeout: 150_000 });
}

/**
 * Waits until the removal has failed and the page explains it.
 * @param message key of the message: `errors:network`. It ends with the failure's code.
 */
export async function expectFailure(page: Page, message: string): Promise<void> {
  await expect(sessionView(page)).toHaveAttribute('data-state', 'failed', { timeout: 120_000 });
  const alert = page.getByRole('alert');
  await expect(alert).toHaveAttribute('data-code', message.replace('errors:', ''));
  await expectMessage(alert, message);
}

export interface Download {
  readonly name: string;
  readonly bytes: Buffer;
  /** Decoded pixels: straight RGBA. */
  readonly png: PNG;
}

/** Opens the menu of the site while the editor's bar replaces the header. */
export async function openBarMenu(page: Page): Promise<void> {
  await page.locator('[popovertarget=bar-menu]').click();
  await expect(page.locator('#bar-menu')).toBeVisible();
}

/** Makes the file a JPEG or a PNG with one press, if it is the other one because of its background. */
export async function switchFormat(page: Page, label: string): Promise<void> {
  const other = page.getByRole('button', { name: `File format: ${label}` });
  if (await other.isVisible()) await other.click();
}

/** Presses the download button and decodes the PNG. */
export async function downloadedPng(page: Page, button = 'Download PNG'): Promise<Download> {
  await switchFormat(page, 'PNG');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const bytes = readFileSync(await saved.path());
  return { name: saved.suggestedFilename(), bytes, png: PNG.sync.read(bytes) };
}

/** Opens a photo and waits for its result. */
export async function cutOut(page: Page, path: string): Promise<void> {
  await drop(page, fileAt(path));
  await expectResult(page);
}
