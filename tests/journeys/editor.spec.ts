import { readFileSync } from 'node:fs';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { picture } from '../support/pictures.ts';
import { cutOut, downloadedPng } from '../support/tool-page.ts';

const editor = (page: Page) => page.locator('[data-slot=editor]');
const tile = (page: Page, name: string) => editor(page).getByRole('button', { name, exact: true });

/** @param label of the format. @returns the file as it was saved, once it is ready. */
async function downloaded(page: Page, label: string) {
  const button = page.getByRole('button', { name: `Download ${label}` });
  await expect(button).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/** Pixels of a JPEG or WebP, by the browser's own decoder. Straight RGBA. */
async function pixelsOf(page: Page, bytes: Buffer, type: string) {
  const base64 = await page.evaluate(
    async ({ data, mime }) => {
      const file = new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type: mime });
      const bitmap = await createImageBitmap(file);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const url = new FileReader();
      url.readAsDataURL(new Blob([context.getImageData(0, 0, bitmap.width, bitmap.height).data]));
      await new Promise((resolve) => url.addEventListener('load', resolve));
      return typeof url.result === 'string' ? (url.result.split(',')[1] ?? '') : '';
    },
    { data: bytes.toString('base64'), mime: type },
  );
  return Buffer.from(base64, 'base64');
}

/** @returns where a pixel of wholly opaque subject is, as an index of pixels: the middle one of all such. */
function opaquePixel({ data }: PNG): number {
  const opaque: number[] = [];
  for (let at = 0; at * 4 < data.length; at += 1) if (data[at * 4 + 3] === 255) opaque.push(at);
  return opaque[Math.floor(opaque.length / 2)] ?? 0;
}

const colorAt = (pixels: Uint8Array, pixel: number) => [...pixels.subarray(pixel * 4, pixel * 4 + 4)];

test(
  'a colour behind it becomes a JPEG of that colour, with the subject as it was',
  { tag: '@editor' },
  async ({ page }) => {
    const { path, widthPx, heightPx } = picture('mug.jpg');
    await page.goto('/en/single');
    await cutOut(page, path);
    const first = await downloadedPng(page);

    await tile(page, 'Pick a colour').click();
    await page.getByRole('textbox', { name: 'Hex code' }).fill('#1f6f5c');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'PNG' }).click();
    const flat = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    expect([flat.width, flat.height]).toEqual([widthPx, heightPx]);
    const subject = opaquePixel(first.png);
    expect(colorAt(flat.data, 0)).toEqual([0x1f, 0x6f, 0x5c, 255]);
    expect(colorAt(flat.data, subject)).toEqual(colorAt(first.png.data, subject));

    await page.getByRole('radio', { name: 'JPEG' }).click();
    const { name, bytes } = await downloaded(page, 'JPEG');
    expect(name).toBe('mug-cutout.jpg');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const jpeg = await pixelsOf(page, bytes, 'image/jpeg');
    for (const pixel of [0, subject]) {
      for (const [channel, value] of colorAt(flat.data, pixel).entries()) {
        expect(Math.abs((jpeg[pixel * 4 + channel] ?? -99) - value)).toBeLessThanOrEqual(8);
      }
    }

    // Kept for the next visit.
    await page.reload();
    expect(await page.evaluate(() => localStorage.getItem('brand-colors'))).toBe('["#1f6f5c"]');
  },
);

test(
  'a WebP keeps the alpha, a JPEG without a background is white and says so',
  { tag: '@editor' },
  async ({ page }) => {
    await page.goto('/en/single');
    await cutOut(page, picture('mug.jpg').path);
    const { png } = await downloadedPng(page);
    const subject = opaquePixel(png);

    await page.getByRole('radio', { name: 'WebP' }).click();
    const webp = await downloaded(page, 'WebP');
    expect(webp.name).toBe('mug-cutout.webp');
    expect(webp.bytes.subarray(8, 12).toString()).toBe('WEBP');
    const pixels = await pixelsOf(page, webp.bytes, 'image/webp');
    let worst = 0;
    for (let at = 3; at < png.data.length; at += 4)
      worst = Math.max(worst, Math.abs((png.data[at] ?? 0) - (pixels[at] ?? 0)));
    expect(worst).toBe(0);

    await page.getByRole('radio', { name: 'JPEG' }).click();
    await expect(page.getByText('the background becomes white')).toBeVisible();
    const jpeg = await pixelsOf(page, (await downloaded(page, 'JPEG')).bytes, 'image/jpeg');
    expect(png.data[3]).toBe(0);
    expect(colorAt(jpeg, 0)).toEqual([255, 255, 255, 255]);
    expect(jpeg[subject * 4 + 3]).toBe(255);
  },
);

test('the quality sets the size, which is told before anything is saved', { tag: '@editor' }, async ({ page }) => {
  await page.goto('/en/single');
  await cutOut(page, picture('mug.jpg').path);
  await page.getByRole('radio', { name: 'JPEG' }).click();
  const fine = await downloaded(page, 'JPEG');
  const slider = editor(page).getByRole('slider', { name: 'Quality' });
  await slider.focus();
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('PageDown');
  const coarse = await downloaded(page, 'JPEG');
  expect(coarse.bytes.length).toBeLessThan(fine.bytes.length);
  const told = await page.locator('[data-slot=file-size]').innerText();
  expect(told).toBe(`${Math.round(coarse.bytes.length / 1000)} kB`);
});

test('the matte alone is the cut-out’s alpha in greys', { tag: '@editor' }, async ({ page }) => {
  await page.goto('/en/single');
  await cutOut(page, picture('mug.jpg').path);
  const { png } = await downloadedPng(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Matte' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('mug-matte.png');
  const matte = PNG.sync.read(readFileSync(await saved.path()));
  expect([matte.width, matte.height]).toEqual([png.width, png.height]);
  let worst = 0;
  for (let at = 0; at < png.data.length; at += 4) {
    worst = Math.max(worst, Math.abs((png.data[at + 3] ?? 0) - (matte.data[at] ?? 0)), 255 - (matte.data[at + 3] ?? 0));
  }
  expect(worst).toBe(0);
});

test(
  'an own picture and the blurred original are kept apart, and undone to the very first file',
  {
    tag: '@editor',
  },
  async ({ page }) => {
    await page.goto('/en/single');
    await cutOut(page, picture('creature.jpg').path);
    const first = await downloadedPng(page);

    await tile(page, 'Blurred original').click();
    const blurred = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    await page.locator('[data-slot=editor] input[type=file]').setInputFiles(picture('mug.jpg').path);
    await expect(tile(page, 'Own picture 1')).toHaveAttribute('aria-pressed', 'true');
    const own = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    const subject = opaquePixel(first.png);
    for (const made of [blurred, own]) {
      expect(colorAt(made.data, subject)).toEqual(colorAt(first.png.data, subject));
      expect(made.data[3]).toBe(255);
    }
    expect(colorAt(own.data, 0)).not.toEqual(colorAt(blurred.data, 0));

    // No photo at all is refused where it was given, and nothing is lost by it.
    await page
      .locator('[data-slot=editor] input[type=file]')
      .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('words') });
    await expect(editor(page).locator('[data-code=unsupported-format]')).toBeVisible();
    await expect(tile(page, 'Own picture 1')).toHaveAttribute('aria-pressed', 'true');

    await page.keyboard.press('Control+z');
    await expect(tile(page, 'Blurred original')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
    expect((await downloadedPng(page)).bytes.equals(first.bytes)).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await expect(tile(page, 'Own picture 1')).toHaveAttribute('aria-pressed', 'true');
    const again = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
    expect(again.data.equals(own.data)).toBe(true);
  },
);

test('all of it by keyboard, told to whoever does not see it', { tag: '@editor' }, async ({ page }) => {
  await page.goto('/en/single');
  await cutOut(page, picture('mug.jpg').path);
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(tile(page, 'Transparent')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('radio', { name: 'PNG' }).focus();
  // As long as a finger rests on a key: the choice follows the focus, which comes a moment after the press.
  await page.keyboard.press('ArrowRight', { delay: 100 });
  await expect(page.getByRole('radio', { name: 'WebP' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('slider', { name: 'Quality' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Download WebP' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo: quality' }).focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('status')).toHaveText('Undone: background colour');
  // At the end of its way the button keeps the focus.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Download PNG' })).toBeVisible();
});

test('what is copied is the picture as it is seen, as a PNG', { tag: '@editor' }, async ({ page, context }) => {
  const { path, widthPx, heightPx } = picture('mug.jpg');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/en/single');
  await cutOut(page, path);
  await tile(page, 'Black').click();
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
  // Another background has not been copied.
  await tile(page, 'White').click();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the panel is accessible, and fits a phone, in ${colorScheme}`, { tag: '@editor' }, async ({ browser }) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto('/de/single');
    await cutOut(page, picture('mug.jpg').path);
    await page.getByRole('button', { name: 'Farbe wählen' }).click();
    await page.getByRole('radio', { name: 'JPEG' }).click();
    await page.getByRole('button', { name: 'Original unscharf' }).click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const small = await editor(page)
      .locator('button, [role=radio]')
      .evaluateAll((all) =>
        all
          .map((each) => ({
            box: each.getBoundingClientRect(),
            name: each.getAttribute('aria-label') ?? each.textContent,
          }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ box, name }) => `${name} ${box.width} × ${box.height}`),
      );
    expect(small).toEqual([]);
    await context.close();
  });
}
