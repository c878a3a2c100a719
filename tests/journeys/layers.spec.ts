import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';
import sharp from 'sharp';

import { expectAllDone, named, saved as download, withoutFilePicker } from '../support/batch-page.ts';
import { colorAt, downloaded, openInEditor, openTool, panel, pixelAt, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, withLittleMemory } from '../support/tool-page.ts';

/** A logo that tries to run scripts and to load things, and draws a red square. */
const hostileLogo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="document.title = &quot;hostile&quot;">' +
      '<script>fetch("/hostile-script")</script><style>@import "/hostile-style";</style>' +
      '<image href="/hostile-picture" width="1" height="1"/><rect width="10" height="10" fill="#ff0000"/></svg>',
  ),
};

const red = [255, 0, 0, 255];

async function addLogo(page: Page): Promise<void> {
  await panel(page).locator('input[data-slot=logo-file]').setInputFiles(hostileLogo);
  await expect(panel(page).getByRole('button', { name: 'Logo', exact: true })).toBeVisible();
}

/** The box of a layer on the canvas. */
const box = (page: Page, name: string) => page.locator(`[data-slot=layer-boxes] [aria-label="${name}"]`);

test(
  'a logo is in the files of every format at its place, runs nothing, and is saved on the device',
  { tag: '@layers' },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(request.url()));
    await openTool(page, 'Background');
    await tile(page, 'White').click();
    await openTool(page, 'Text');
    await addLogo(page);
    await panel(page).getByRole('button', { name: 'Top left', exact: true }).click();
    const { png } = await downloadedPng(page);
    // The logo has 22 % of the shorter side and a margin of 4 %, so that its middle is at 15 % of that side.
    const middle = Math.round(Math.min(png.width, png.height) * 0.15);
    const at = middle * png.width + middle;
    expect(colorAt(png.data, at)).toEqual(red);
    expect(asked.filter((url) => url.includes('hostile'))).toEqual([]);
    expect(await page.title()).not.toBe('hostile');

    await openTool(page, 'Export');
    for (const format of ['JPEG', 'WebP'] as const) {
      await panel(page).getByRole('radio', { name: format }).click();
      const { bytes } = await downloaded(page, format);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const pixel = at * info.channels;
      expect(data[pixel] ?? 0, format).toBeGreaterThan(245);
      expect(Math.max(data[pixel + 1] ?? 255, data[pixel + 2] ?? 255), format).toBeLessThan(12);
    }

    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await page.reload();
    await expectResult(page);
    await openTool(page, 'Text');
    await expect(panel(page).getByRole('button', { name: 'Logo', exact: true })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Add logo 1' }).click();
    await expect(panel(page).getByRole('button', { name: 'Logo', exact: true })).toHaveCount(2);
    await panel(page).getByRole('button', { name: 'Remove logo 1 from this device' }).click();
    await expect(panel(page).getByText('Logos saved on this device')).toBeHidden();
  },
);

test('a text is typed, dragged as one step, and put behind the subject', { tag: '@layers' }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  await page.keyboard.press('w');
  await panel(page).getByRole('button', { name: 'Add text' }).click();
  await page.keyboard.type('SALE {name}');
  const text = box(page, 'SALE {name}');
  const before = await text.boundingBox();
  if (!before) throw new Error('the text has no box');
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 4; step += 1) {
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2 - 20 * step);
  }
  await page.mouse.up();
  const after = await text.boundingBox();
  expect(Math.abs((after?.y ?? 0) - before.y + 80)).toBeLessThan(8);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await text.boundingBox())?.y).toBeCloseTo(before.y, 0);
  await panel(page).getByRole('radio', { name: 'Behind' }).click();
  await expect(panel(page).getByRole('radio', { name: 'Behind' })).toBeChecked();
});

test(
  'a text with a placeholder is on every image of a batch, each with its own name',
  { tag: ['@layers', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    const preset = page.getByRole('complementary', { name: 'Preset' });
    await preset.getByRole('heading', { name: 'Text and logo' }).click();
    await preset.getByRole('button', { name: 'Add text' }).click();
    await page.keyboard.type('{name}');
    await page.keyboard.press('Tab');
    await expect(page.getByText('still to be updated')).toHaveCount(0);
    const zip = await JSZip.loadAsync((await download(page, page.getByRole('button', { name: 'Download 2' }))).bytes);
    const texts: string[] = [];
    for (const entry of Object.values(zip.files)) {
      const png = PNG.sync.read(await entry.async('nodebuffer'));
      // The lower 15 % of each image have the text. Its pixels differ, because the names do.
      const from = pixelAt(png, 0, 0.85) * 4;
      texts.push(png.data.subarray(from).toString('base64'));
    }
    expect(texts).toHaveLength(2);
    expect(texts[0]).not.toBe(texts[1]);
  },
);
