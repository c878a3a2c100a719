import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';

import {
  colorAt,
  decodedByBrowser,
  downloaded,
  keys,
  opaquePixel,
  openTool,
  panel,
  pixelAt,
  openInEditor,
  tile,
} from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng } from '../support/tool-page.ts';

test(
  'a background colour is saved for the next visit and leaves the subject unchanged',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    const { path, widthPx, heightPx } = picture('small/mug.jpg');
    await openInEditor(page, path);
    const first = await downloadedPng(page);

    await tile(page, 'Pick a colour').click();
    await page.getByRole('textbox', { name: 'Hex code' }).fill('#1f6f5c');
    await page.keyboard.press('Enter');
    const flat = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    expect([flat.width, flat.height]).toEqual([widthPx, heightPx]);
    const subject = opaquePixel(first.png);
    expect(colorAt(flat.data, 0)).toEqual([0x1f, 0x6f, 0x5c, 255]);
    expect(colorAt(flat.data, subject)).toEqual(colorAt(first.png.data, subject));
    await tile(page, 'White').focus();
    expect(await page.evaluate(() => localStorage.getItem('brand-colors'))).toBe('["#1f6f5c"]');

    // The eyedropper takes exactly the pixel's colour from the photo.
    await panel(page).getByRole('button', { name: 'Pick from the image' }).click();
    await expect(page.getByRole('button', { name: /^Click the colour in the image/ })).toBeFocused();
    await page.keyboard.press('Enter');
    const taken = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    const photo = await decodedByBrowser(page, readFileSync(path), 'image/jpeg');
    const middle = pixelAt(taken, 0.5, 0.5);
    const near = [middle, middle - 1, middle - widthPx, middle - widthPx - 1].map((at) =>
      colorAt(photo.data, at).join(),
    );
    expect(near).toContain(colorAt(taken.data, 0).join());
  },
);

test(
  'an own image, a studio and the blurred original give different backgrounds, and undo returns to the first file',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const first = await downloadedPng(page);
    const subject = opaquePixel(first.png);
    const made: PNG[] = [];
    const save = async () => made.push(PNG.sync.read((await downloaded(page, 'PNG')).bytes));

    await tile(page, 'Blurred original').click();
    await save();
    await tile(page, 'Warm paper').click();
    await save();
    await panel(page).locator('input[type=file]').setInputFiles(picture('creature.jpg').path);
    await expect(tile(page, 'Own image 1')).toHaveAttribute('aria-pressed', 'true');
    await save();
    const colors = made.map(({ data }) => colorAt(data, subject));
    expect(colors[0]).toEqual(colorAt(first.png.data, subject));
    // A studio and an image add a subtle light, which slightly changes the subject.
    for (const color of colors.slice(1)) {
      const changes = color.map((value, at) => Math.abs(value - (colors[0]?.[at] ?? NaN)));
      expect(Math.max(...changes)).toBeLessThan(32);
    }
    expect(made.map(({ data }) => data[3])).toEqual([255, 255, 255]);
    expect(new Set(made.map(({ data }) => colorAt(data, 0).join())).size).toBe(3);

    // A file that is not an image is rejected at the input, and nothing is lost.
    await panel(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('words') });
    await expect(panel(page).locator('[data-code=unsupported-format]')).toBeVisible();
    await expect(tile(page, 'Own image 1')).toHaveAttribute('aria-pressed', 'true');

    await keys(page, 'Control+z', 2);
    await expect(tile(page, 'Blurred original')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
    expect((await downloadedPng(page)).bytes.equals(first.bytes)).toBe(true);
    await keys(page, 'Control+Shift+z', 3);
    await expect(tile(page, 'Own image 1')).toHaveAttribute('aria-pressed', 'true');
    const again = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    expect(again.data.equals(made[2]?.data ?? Buffer.alloc(0))).toBe(true);
  },
);

test(
  'the canvas is zoomed, panned and compared with keys and the wheel',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const stage = page.getByRole('region', { name: 'Canvas' });
    const zoom = page.getByRole('button', { name: /^Zoom: / });
    const divider = page.getByRole('slider', { name: 'Divider between original and result' });
    // The result rests whole, and the divider waits at the edge.
    await expect(divider).toHaveValue('0');
    await divider.focus();
    await page.keyboard.press('End');
    await expect(divider).toHaveAttribute('aria-valuetext', '100% original');
    const compare = page.getByRole('button', { name: 'Compare with the original' });
    await compare.click();
    await expect(divider).toHaveValue('0');
    await expect(compare).toHaveAttribute('aria-pressed', 'false');

    await stage.focus();
    await page.keyboard.press('1');
    await expect(zoom).toHaveText('100%');
    await page.keyboard.press('+');
    await expect(zoom).toHaveText('150%');
    const fitted = await zoom.innerText();
    await stage.hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect(zoom).not.toHaveText(fitted);
    await stage.focus();
    await page.keyboard.press('0');
    await zoom.click();
    await page.getByRole('menuitemradio', { name: '800%' }).click();
    await expect(zoom).toHaveText('800%');
  },
);

test('the downloaded mask is the cutout’s alpha as grey values', { tag: ['@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  const { png } = await downloadedPng(page);
  await openTool(page, 'Export');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'Download mask' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('mug-matte.png');
  const chunks: Buffer[] = [];
  for await (const chunk of await saved.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  const matte = PNG.sync.read(Buffer.concat(chunks));
  expect([matte.width, matte.height]).toEqual([png.width, png.height]);
  let worst = 0;
  for (let at = 0; at < png.data.length; at += 4) {
    worst = Math.max(worst, Math.abs((png.data[at + 3] ?? 0) - (matte.data[at] ?? 0)), 255 - (matte.data[at + 3] ?? 0));
  }
  expect(worst).toBe(0);
});

test('copying gives the visible image as a PNG', { tag: ['@editor', '@long'] }, async ({ page, context }) => {
  const { path, widthPx, heightPx } = picture('small/mug.jpg');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openInEditor(page, path);
  await tile(page, 'Black').click();
  await openTool(page, 'Export');
  await page.getByRole('radio', { name: 'JPEG' }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const base64 = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bytes = new Uint8Array((await (await item?.getType('image/png'))?.arrayBuffer()) ?? []);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  const copied = PNG.sync.read(Buffer.from(base64, 'base64'));
  expect([copied.width, copied.height]).toEqual([widthPx, heightPx]);
  expect(colorAt(copied.data, 0)).toEqual([0, 0, 0, 255]);
});
