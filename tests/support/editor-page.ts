import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { expect, type Locator, type Page, test } from '@playwright/test';

import { withDataSaver } from './first-visit.ts';
import { cutOut, drop, type DroppedFile, expectResult, fileAt, switchFormat } from './tool-page.ts';

export type EditorTool = 'Background' | 'Refine' | 'Retouch' | 'Shadow & light' | 'Text' | 'Crop' | 'Export';

/**
 * Opens a photo with its result in the editor. The model computes the result once per run, on a separate page. Each
 * test opens the project that was saved of it, which shows the same result without running the model.
 * @param page a page that has not opened the site yet. From here on it loads no model unasked.
 */
export async function openInEditor(page: Page, path: string, address = '/en/single'): Promise<void> {
  const project = await projectOf(page, path);
  await withDataSaver(page);
  await page.goto(address);
  await drop(page, project);
  await expectResult(page);
  // The editor's code, including its keyboard shortcuts, loads after the result.
  await expect(page.locator('[data-slot=tool-rail]')).toBeVisible();
}

/** Waits until the open image is saved in this browser, from where a reload restores it. */
export async function saved(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem('isola:open') !== null);
}

/**
 * Returns the project of a photo's first result. One of the runner's processes makes it, and the others wait for it.
 */
async function projectOf(page: Page, path: string): Promise<DroppedFile> {
  // The runner empties the output folder before each run. Images in two folders may have the same name.
  const folder = join(test.info().project.outputDir, 'projects', basename(dirname(path)));
  const file = join(folder, basename(path).replace(/\.\w+$/, '.isola'));
  const lock = `${file}.lock`;
  while (!existsSync(file)) {
    if (isMade(lock)) {
      try {
        await saveProject(page, path, file);
      } finally {
        rmSync(lock, { recursive: true });
      }
    }
    await expect.poll(() => existsSync(lock), { timeout: 120_000 }).toBe(false);
  }
  return fileAt(file);
}

/** Returns whether this call created the folder. */
function isMade(folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function saveProject(page: Page, path: string, file: string): Promise<void> {
  const { baseURL = '' } = test.info().project.use;
  const own = await page.context().browser()?.newPage({ baseURL, locale: 'en', serviceWorkers: 'block' });
  if (!own) throw new Error('the page has no browser');
  await own.goto('/en/single');
  await cutOut(own, path);
  await openTool(own, 'Export');
  const [saved] = await Promise.all([
    own.waitForEvent('download'),
    panel(own).getByRole('button', { name: 'Save project' }).click(),
  ]);
  await saved.saveAs(`${file}.part`);
  renameSync(`${file}.part`, file);
  await own.close();
}

/** Panel of the open tool. */
export const panel = (page: Page): Locator => page.locator('[data-slot=editor]');

export const tile = (page: Page, name: string): Locator => panel(page).getByRole('button', { name, exact: true });

export async function openTool(page: Page, name: EditorTool): Promise<void> {
  const ids: Partial<Record<EditorTool, string>> = { 'Shadow & light': 'light', Text: 'layers' };
  const id = ids[name] ?? name.toLowerCase();
  if ((await panel(page).count()) > 0 && (await panel(page).getAttribute('data-tool')) === id) return;
  await page.getByRole('navigation', { name: 'Tools' }).getByRole('button', { name }).click();
  await expect(panel(page)).toHaveAttribute('data-tool', id);
}

/** @param label name of the format. @returns the saved file. */
export async function downloaded(page: Page, label: 'PNG' | 'WebP' | 'JPEG') {
  await switchFormat(page, label);
  const [saved] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: `Download ${label}` }).click(),
  ]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/**
 * Decodes a file with the browser's own decoder. @returns its size and straight RGBA, as precisely as a canvas keeps
 * it.
 */
export async function decodedByBrowser(page: Page, bytes: Buffer, type: string) {
  const { base64, widthPx, heightPx } = await page.evaluate(
    async ({ data, mime }) => {
      const file = new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type: mime });
      const bitmap = await createImageBitmap(file);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const url = new FileReader();
      url.readAsDataURL(new Blob([context.getImageData(0, 0, bitmap.width, bitmap.height).data]));
      await new Promise((resolve) => url.addEventListener('load', resolve));
      const text = typeof url.result === 'string' ? (url.result.split(',')[1] ?? '') : '';
      return { base64: text, widthPx: bitmap.width, heightPx: bitmap.height };
    },
    { data: bytes.toString('base64'), mime: type },
  );
  return { data: Buffer.from(base64, 'base64'), widthPx, heightPx };
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export const colorAt = (pixels: Uint8Array, pixel: number): number[] => [...pixels.subarray(pixel * 4, pixel * 4 + 4)];

/** Returns the index of the pixel at a position. @param across 0…1 of the width. @param down 0…1 of the height. */
export function pixelAt({ width, height }: Pixels, across: number, down: number): number {
  return Math.floor(down * height) * width + Math.floor(across * width);
}

/** Returns the index of an opaque pixel of the subject: the middle one of all such pixels. */
export function opaquePixel({ data }: Pixels): number {
  const opaque: number[] = [];
  for (let at = 0; at * 4 < data.length; at += 1) if (data[at * 4 + 3] === 255) opaque.push(at);
  return opaque[Math.floor(opaque.length / 2)] ?? 0;
}

/** Returns the bounding box of all pixels with at least half alpha: its left, top, right and bottom edges, in px. */
export function subjectBox({ width, data }: Pixels) {
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  for (let pixel = 0; pixel * 4 < data.length; pixel += 1) {
    if ((data[pixel * 4 + 3] ?? 0) < 128) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + 1);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}

/** Returns the position on the screen of a place in the photo, while the whole photo is centred on the canvas. */
async function onScreen(page: Page, photo: { widthPx: number; heightPx: number }, across: number, down: number) {
  const stage = await page.locator('[data-slot=stage]').boundingBox();
  if (!stage) throw new Error('no canvas is visible');
  const padding = stage.width > 700 ? 32 : 12;
  const scale = Math.min(1, (stage.width - 2 * padding) / photo.widthPx, (stage.height - 2 * padding) / photo.heightPx);
  return {
    x: stage.x + stage.width / 2 + (across - 0.5) * photo.widthPx * scale,
    y: stage.y + stage.height / 2 + (down - 0.5) * photo.heightPx * scale,
  };
}

/** Paints a straight line with the mouse. Positions are shares of the photo. */
export async function stroke(
  page: Page,
  photo: { widthPx: number; heightPx: number },
  from: readonly [across: number, down: number],
  to: readonly [across: number, down: number],
): Promise<void> {
  const [start, end] = [await onScreen(page, photo, ...from), await onScreen(page, photo, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Clicks a place in the photo. */
export async function press(page: Page, photo: { widthPx: number; heightPx: number }, across: number, down: number) {
  const { x, y } = await onScreen(page, photo, across, down);
  await page.mouse.click(x, y);
}

/** Presses a key several times, which is faster than dragging a slider. */
export async function keys(page: Page, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}
