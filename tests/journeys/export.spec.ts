import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import {
  expectAllDone,
  named,
  numbered,
  rowOf,
  rows,
  saved,
  withBattery,
  withoutFilePicker,
} from '../support/batch-page.ts';
import { colorAt, downloaded, openInEditor, openTool, panel, pixelAt, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, withLittleMemory } from '../support/tool-page.ts';

const white = [255, 255, 255, 255];
const black = [0, 0, 0, 255];

const downloadOf = (page: Page, count: number) => page.getByRole('button', { name: `Download ${count}`, exact: true });
const presetTile = (page: Page, name: string) =>
  page.locator('[data-slot=preset-panel]').getByRole('button', { name, exact: true });

/** Returns the colour of each file's first pixel, by file name. */
async function cornersOf(zip: Buffer): Promise<Record<string, number[]>> {
  const { files } = await JSZip.loadAsync(zip);
  const corners = Object.values(files).map(async (file) => {
    const { data } = PNG.sync.read(await file.async('nodebuffer'));
    return [file.name, colorAt(data, 0)] as const;
  });
  return Object.fromEntries(await Promise.all(corners));
}

test(
  'a zip requested while a preset is applied waits for it, and every file has the new background and name',
  { tag: ['@export', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(6));
    await expectAllDone(page, '6 images processed');
    const pattern = page.getByLabel('File names');
    await pattern.fill('{n:3}-{name}');
    await pattern.press('Enter');
    const download = await downloadOf(page, 6).elementHandle();
    const [zip, said] = await Promise.all([
      page.waitForEvent('download'),
      // Both buttons are pressed before anything can be rendered.
      presetTile(page, 'White').evaluate(
        (look, button) =>
          new Promise<string>((resolve) => {
            if (!(button instanceof HTMLElement) || !(look instanceof HTMLElement)) throw new Error('no button');
            new MutationObserver(() => {
              const text = button.textContent ?? '';
              if (text.includes('ready')) resolve(text);
            }).observe(button, { subtree: true, childList: true, characterData: true });
            button.focus();
            look.click();
            button.click();
          }),
        download,
      ),
    ]);
    expect(said).toMatch(/^\d of 6 ready$/);
    const chunks = await (await zip.createReadStream()).toArray();
    expect(await cornersOf(Buffer.concat(chunks as Buffer[]))).toEqual(
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`00${number}-${numbered(number)}`, white])),
    );
    await expect(downloadOf(page, 6)).toBeFocused();
  },
);

test(
  'a download in a paused batch offers the finished images, or all images after resuming',
  { tag: ['@export', '@long'] },
  async ({ page }) => {
    const setBattery = await withBattery(page);
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(3));
    await expectAllDone(page, '3 images processed');
    // An image with its own settings does not wait for the preset.
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await tile(page, 'Black').click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(rows(page).first()).toContainText('own settings');
    await expect(page.getByText('to be updated')).toHaveCount(0);

    await setBattery(0.1);
    await presetTile(page, 'White').click();
    await expect(
      page.getByText('paused, since the battery is low · 2 still to be updated to the preset'),
    ).toBeVisible();
    await downloadOf(page, 3).click();
    const ready = await saved(page, page.getByRole('button', { name: 'Only the 1 that is ready' }));
    expect(ready.name).toBe('shoe-01-cutout.png');
    expect(colorAt(PNG.sync.read(ready.bytes).data, 0)).toEqual(black);

    // A download of a single image asks too, and the CSV lists it as not finished.
    await rowOf(page, 'shoe-02').getByRole('button', { name: 'Actions for shoe-02.png' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await expect(page.getByRole('button', { name: 'Resume, then download 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel the download' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const csv = await saved(page, page.getByRole('menuitem', { name: 'Save the list as CSV' }));
    expect(csv.bytes.toString()).toMatch(/shoe-01\.png,done,.*\r\nshoe-02\.png,processing,,,,,,\r\n/);

    await downloadOf(page, 3).click();
    const all = await saved(page, page.getByRole('button', { name: 'Resume, then download 3' }));
    expect(await cornersOf(all.bytes)).toEqual({
      'shoe-01-cutout.png': black,
      'shoe-02-cutout.png': white,
      'shoe-03-cutout.png': white,
    });
  },
);

/**
 * Returns the signal-to-noise ratio in decibels over the opaque pixels, sampled at the same positions of both images.
 */
function signalToNoise(one: PNG, other: PNG): number {
  let [sum, count] = [0, 0];
  for (let y = 0.05; y < 1; y += 0.01) {
    for (let x = 0.05; x < 1; x += 0.01) {
      const [first, second] = [colorAt(one.data, pixelAt(one, x, y)), colorAt(other.data, pixelAt(other, x, y))];
      if (first[3] !== 255 || second[3] !== 255) continue;
      for (const channel of [0, 1, 2]) sum += ((first[channel] ?? 0) - (second[channel] ?? 0)) ** 2;
      count += 3;
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count));
}

test(
  'a PNG limited to 100 kB loses colours before pixels, and the page says which',
  { tag: ['@export', '@long'] },
  async ({ page }) => {
    const plant = picture('plant.jpg');
    await openInEditor(page, plant.path);
    const { png: whole } = await downloadedPng(page);
    await openTool(page, 'Export');
    await page.getByRole('switch', { name: 'Limit the file size' }).click();
    await page.getByRole('textbox', { name: 'At most' }).fill('100');
    await page.keyboard.press('Enter');
    const met = panel(page).locator('[data-slot=limit-met]');
    await expect(met).toContainText(/^Fits with \d+ colours/, { timeout: 60_000 });
    await expect(page.getByText('but without the size limit')).toBeVisible();
    const said = await met.textContent();
    const { bytes } = await downloaded(page, 'PNG');
    expect(bytes.length).toBeLessThanOrEqual(100_000);
    const png = PNG.sync.read(bytes);
    const colors = new Set(new Uint32Array(Uint8Array.from(png.data).buffer));
    expect(colors.size).toBeLessThanOrEqual(Number(/\d+/.exec(said ?? '')?.[0]));
    expect(colors.size).toBeGreaterThan(16);
    expect(png.width / whole.width).toBeGreaterThan(0.5);
    expect(said?.includes(`scaled to ${png.width} × ${png.height}`)).toBe(png.width < whole.width);
    expect(signalToNoise(png, whole)).toBeGreaterThan(25);
  },
);
