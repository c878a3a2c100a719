import { readFile } from 'node:fs/promises';

import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';
import sharp, { type Sharp } from 'sharp';

import { expectAllDone, named, saved as download, withoutFilePicker } from '../support/batch-page.ts';
import { colorAt, downloaded, openInEditor, openTool, panel, pixelAt, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt, paste, withLittleMemory } from '../support/tool-page.ts';

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
  { tag: ['@layers', '@long'] },
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

const plant = picture('plant.jpg');

/** Adds the subject of a file, which the real model cuts out. */
async function addSubject(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await panel(page).locator('input[data-slot=subject-file]').setInputFiles(file);
}

async function setSlider(page: Page, name: string, value: number): Promise<void> {
  const slider = panel(page).getByRole('slider', { name, exact: true });
  await slider.fill(String(value));
  await slider.blur();
}

/** Returns the boxes of what is visible between empty columns, from left to right. */
function boxesOf({ width, height, data }: Pick<PNG, 'width' | 'height' | 'data'>) {
  const isVisible = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) >= 128;
  const boxes: { left: number; right: number; top: number; bottom: number }[] = [];
  for (let x = 0, isOpen = false; x < width; x += 1) {
    const rows = Array.from({ length: height }, (_, y) => y).filter((y) => isVisible(x, y));
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) {
      isOpen = false;
      continue;
    }
    if (!isOpen) boxes.push({ left: x, right: x, top: first, bottom: last });
    isOpen = true;
    const box = boxes.at(-1);
    if (!box) continue;
    box.right = x + 1;
    box.top = Math.min(box.top, first);
    box.bottom = Math.max(box.bottom, last + 1);
  }
  return boxes.filter(({ left, right }) => right - left > width / 50);
}

const comparedPx = 200;

/** Cuts a box out of an image's alpha and stretches it, so that shapes of different sizes can be compared. */
async function shapeOf(image: Sharp, box: { left: number; right: number; top: number; bottom: number }) {
  const { left, top, right, bottom } = box;
  const part = image.extract({ left, top, width: right - left, height: bottom - top });
  // sharp would write a plane of one channel as three.
  return part.resize(comparedPx, comparedPx, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
}

/** Returns the intersection over union of the shape in a box of a PNG and the true shape of a picture. */
async function likeness(png: PNG, box: Parameters<typeof shapeOf>[1], truth: string): Promise<number> {
  const raw = { width: png.width, height: png.height, channels: 4 } as const;
  const own = await shapeOf(sharp(png.data, { raw }).extractChannel(3), box);
  const { data, info } = await sharp(truth).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const rgba = Buffer.alloc(data.length * 4);
  for (const [at, alpha] of data.entries()) rgba[at * 4 + 3] = alpha;
  const [trueBox] = boxesOf({ width: info.width, height: info.height, data: rgba });
  if (!trueBox) throw new Error('the truth is empty');
  const whole = await shapeOf(sharp(data, { raw: { ...raw, ...info, channels: 1 } }), trueBox);
  let [both, either] = [0, 0];
  for (let at = 0; at < own.length; at += 1) {
    const [one, other] = [(own[at] ?? 0) >= 128, (whole[at] ?? 0) >= 128];
    both += one && other ? 1 : 0;
    either += one || other ? 1 : 0;
  }
  return both / either;
}

test(
  'another subject is cut out on the device, and both stand side by side in the file, as high as each other',
  { tag: ['@layers', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await openTool(page, 'Text');
    await addSubject(page, plant.path);
    await expect(panel(page).getByRole('button', { name: 'plant', exact: true })).toBeVisible({ timeout: 150_000 });
    await panel(page).getByRole('button', { name: 'Side by side' }).click();
    const { png } = await downloadedPng(page);
    const [mug, other, ...more] = boxesOf(png);
    if (!mug || !other) throw new Error('the file does not show two subjects');
    expect(more).toEqual([]);
    expect(Math.abs(other.bottom - mug.bottom)).toBeLessThan(png.height * 0.01);
    expect((other.bottom - other.top) / (mug.bottom - mug.top)).toBeCloseTo(1, 1);
    expect(await likeness(png, mug, picture('small/mug.jpg').path.replace('.jpg', '.alpha.png'))).toBeGreaterThan(0.95);
    expect(await likeness(png, other, plant.path.replace('.jpg', '.alpha.png'))).toBeGreaterThan(0.9);

    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(panel(page).getByRole('button', { name: 'plant', exact: true })).toBeHidden();
    expect(boxesOf((await downloadedPng(page)).png)).toHaveLength(1);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await page.keyboard.press('ControlOrMeta+Shift+z');

    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await page.reload();
    await expectResult(page);
    expect(Buffer.compare((await downloadedPng(page)).png.data, png.data)).toBe(0);
  },
);

test(
  'the reflections of both subjects fade below them, also in a PSD and a JPEG, and no receipt counts them',
  { tag: ['@layers', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const { png: alone } = await downloadedPng(page);
    await tile(page, 'White').click();
    await openTool(page, 'Text');
    await addSubject(page, plant.path);
    await expect(panel(page).getByRole('button', { name: 'plant', exact: true })).toBeVisible({ timeout: 150_000 });
    await panel(page).getByRole('button', { name: 'Side by side' }).click();
    await panel(page).getByRole('switch', { name: 'Cast a shadow' }).click();
    await setSlider(page, 'Reflection', 60);
    await setSlider(page, 'Length of the reflection', 20);
    await openTool(page, 'Shadow & light');
    await setSlider(page, 'Contact shadow', 0);
    await setSlider(page, 'Drop shadow', 0);
    await setSlider(page, 'Reflection', 60);
    await setSlider(page, 'Length of the reflection', 20);
    const { png } = await downloadedPng(page);
    const [mug] = boxesOf(alone);
    if (!mug) throw new Error('the mug is not visible');
    const height = mug.bottom - mug.top;
    const darknessOf = (data: Uint8Array, channels: number, from: number, to: number, row: number) => {
      let sum = 0;
      for (let x = Math.round(from * png.width); x < to * png.width; x += 1) {
        sum += 255 - (data[(row * png.width + x) * channels + 1] ?? 0);
      }
      return sum;
    };
    // The mug stands in the left half, and the plant in the right one.
    for (const [from, to] of [
      [0, 0.5],
      [0.6, 1],
    ] as const) {
      const darkness = [0.02, 0.07, 0.12, 0.17].map((share) =>
        darknessOf(png.data, 4, from, to, Math.round(mug.bottom + share * height)),
      );
      expect(darkness[0]).toBeGreaterThan(255);
      expect(darkness).toEqual(darkness.toSorted((one, other) => other - one));
      expect(darknessOf(png.data, 4, from, to, Math.round(mug.bottom + 0.25 * height))).toBeLessThan(png.width * 0.02);
    }

    const jpeg = await downloaded(page, 'JPEG');
    const { data, info } = await sharp(jpeg.bytes).raw().toBuffer({ resolveWithObject: true });
    const below = Math.round(mug.bottom + 0.02 * height);
    const [inPng, inJpeg] = [darknessOf(png.data, 4, 0.6, 1, below), darknessOf(data, info.channels, 0.6, 1, below)];
    expect(inJpeg / inPng).toBeCloseTo(1, 0);

    await openTool(page, 'Export');
    await page.getByText('More formats').click();
    await page.getByRole('radio', { name: 'PSD', exact: true }).click();
    const [psd] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /PSD/ }).first().click(),
    ]);
    const text = (await readFile(await psd.path())).toString('latin1');
    // Layers are named in UTF-16.
    const countOf = (name: string) => text.split(Buffer.from(name, 'utf16le').swap16().toString('latin1')).length - 1;
    expect(['Background', 'Reflection', 'Subject', 'plant', 'Shadow'].map(countOf)).toEqual([1, 2, 1, 1, 0]);
  },
);

test(
  'a receipt counts no pixel that another subject covers as one of the photograph',
  { tag: ['@layers', '@receipt', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const { png: alone } = await downloadedPng(page);
    await openTool(page, 'Text');
    await addSubject(page, plant.path);
    await expect(panel(page).getByRole('button', { name: 'plant', exact: true })).toBeVisible({ timeout: 150_000 });
    await panel(page).getByRole('button', { name: 'Centre', exact: true }).click();
    const { png } = await downloadedPng(page);
    await openTool(page, 'Export');
    await panel(page).getByText('Receipt', { exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'Save receipt' }).click(),
    ]);
    const { pixels, changes } = JSON.parse(await readFile(await saved.path(), 'utf8')) as {
      readonly pixels: Readonly<Record<string, number>>;
      readonly changes: { readonly additions?: boolean };
    };
    let untouched = 0;
    let opaque = 0;
    for (let at = 0; at < png.data.length; at += 4) {
      if (alone.data[at + 3] !== 255) continue;
      opaque += 1;
      if (png.data.readUInt32BE(at) === alone.data.readUInt32BE(at)) untouched += 1;
    }
    expect(untouched).toBeLessThan(opaque * 0.8);
    // A pixel under the plant may have the mug's own colour by chance, but no more than a few have.
    expect(pixels.equal).toBeLessThanOrEqual(untouched);
    expect(pixels.equal).toBeGreaterThan(untouched * 0.98);
    expect([pixels.other, changes.additions]).toEqual([0, true]);
  },
);

test('a file that is no image is refused, and everything stays', { tag: ['@layers', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  await openTool(page, 'Text');
  await addSubject(page, { name: 'chair.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no image') });
  await expect(panel(page).locator('[data-slot=add-subject] [data-code=unsupported-format]')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Add another subject' })).toBeEnabled();
  await expect(panel(page).getByText(/^A text, a logo or a watermark/)).toBeVisible();
});

/** Photographs a plain wall: a soft gradient with a little noise, in which there is nothing to cut out. */
async function photographWall() {
  const [width, height] = [900, 600];
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let at = 0; at < width * height; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const [across, down] = [(at % width) / width, Math.floor(at / width) / height];
    const light = 205 - 30 * across - 10 * down + (seed % 7) - 3;
    pixels.set([light, light - 5, light - 15], at * 3);
  }
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { name: 'wall.jpg', mimeType: 'image/jpeg', buffer };
}

test(
  'where the model finds no subject, nothing is added, and another image or the whole one can be',
  { tag: ['@layers', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await openTool(page, 'Text');
    await addSubject(page, await photographWall());
    const message = panel(page).locator('[data-slot=add-subject] [data-code=nothing]');
    await expect(message).toContainText('No subject was found in this image.', { timeout: 150_000 });
    await expect(panel(page).locator('[data-slot=layer-list]')).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await message.getByRole('button', { name: 'Choose another image' }).click();
    await chooser;
    await message.getByRole('button', { name: 'Add the whole image' }).click();
    await expect(panel(page).getByRole('button', { name: 'wall', exact: true })).toBeVisible();
    await expect(message).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(panel(page).getByRole('button', { name: 'wall', exact: true })).toBeHidden();
  },
);

test(
  'a subject is added by paste, and from the recent images without another removal',
  { tag: ['@layers', '@long'] },
  async ({ page, context }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await openTool(page, 'Text');
    await paste(page, fileAt(plant.path));
    await expect(panel(page).getByRole('button', { name: 'plant', exact: true })).toBeVisible({ timeout: 150_000 });
    await setSlider(page, 'Saturation', -100);
    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();

    // Another tab of the same browser has the first image among its recent ones.
    const other = await context.newPage();
    await openInEditor(other, plant.path);
    await openTool(other, 'Text');
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await panel(other)
      .getByRole('button', { name: /^Add mug\.jpg, / })
      .click();
    await expect(panel(other).getByRole('button', { name: 'mug', exact: true })).toBeVisible();
    expect(asked.filter((url) => url.includes('/models/'))).toEqual([]);
    await panel(other).getByRole('button', { name: 'Side by side' }).click();
    const { png } = await downloadedPng(other);
    const [first, second, ...more] = boxesOf(png);
    if (!first || !second) throw new Error('the file does not show two subjects');
    expect(more).toEqual([]);
    // The recent image is added without its own texts, logos and added subjects.
    const truth = picture('small/mug.jpg').path.replace('.jpg', '.alpha.png');
    expect(Math.max(await likeness(png, first, truth), await likeness(png, second, truth))).toBeGreaterThan(0.95);
  },
);
