import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { colorAt, downloaded, keys, openTool, panel, openInEditor, subjectBox, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, withLittleMemory } from '../support/tool-page.ts';

test(
  'a crop to 1000 × 1000 with a margin of 10 % around the subject also applies to the next image',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    await openTool(page, 'Crop');
    await tile(page, '1:1').click();
    await panel(page)
      .getByRole('textbox', { name: 'Width' })
      .or(panel(page).getByRole('spinbutton', { name: 'Width' }))
      .fill('1000');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Centre the subject' }).click();
    const expectPlaced = async () => {
      const placed = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
      expect([placed.width, placed.height]).toEqual([1000, 1000]);
      const { left, top, right, bottom } = subjectBox(placed);
      // The longer side has exactly the margin, and the subject is centred.
      const [across, down] = [
        [left, 1000 - right],
        [top, 1000 - bottom],
      ] as const;
      expect(Math.abs(Math.min(...across, ...down) - 100)).toBeLessThanOrEqual(3);
      expect(Math.abs(across[0] - across[1])).toBeLessThanOrEqual(4);
      expect(Math.abs(down[0] - down[1])).toBeLessThanOrEqual(4);
    };
    await expectPlaced();

    await openTool(page, 'Export');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'Save preset' }).click(),
    ]);
    const preset = {
      name: 'shop.isola-preset',
      mimeType: 'application/json',
      buffer: readFileSync(await saved.path()),
    };
    await page.getByRole('button', { name: 'Another image' }).first().click();
    await cutOut(page, picture('mug-transparent.png').path);
    await openTool(page, 'Export');
    await panel(page).locator('input[type=file]').setInputFiles(preset);
    await expect(panel(page).getByText('Preset applied')).toBeVisible();
    await expectPlaced();
  },
);

test(
  'four rotations restore the image, mirroring flips it, and straightening turns it by the angle',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    const { path, widthPx, heightPx } = picture('small/mug.jpg');
    await openInEditor(page, path);
    const { png: first } = await downloadedPng(page);
    await openTool(page, 'Crop');
    const right = panel(page).getByRole('button', { name: 'Rotate right 90°' });
    await right.click();
    const { png: turned } = await downloadedPng(page);
    expect([turned.width, turned.height]).toEqual([heightPx, widthPx]);
    // The top left corner has become the top right corner.
    for (const [x, y] of [
      [widthPx >> 1, heightPx >> 1],
      [widthPx >> 2, heightPx >> 1],
    ] as const) {
      const from = (y * widthPx + x) * 4;
      const to = (x * heightPx + (heightPx - 1 - y)) * 4;
      expect([...turned.data.subarray(to, to + 4)]).toEqual([...first.data.subarray(from, from + 4)]);
    }
    for (let time = 0; time < 3; time += 1) await right.click();
    expect((await downloadedPng(page)).png.data.equals(first.data)).toBe(true);
    await panel(page).getByRole('button', { name: 'Flip horizontal', exact: true }).click();
    const { png: mirrored } = await downloadedPng(page);
    const row = heightPx >> 1;
    for (let x = 0; x < widthPx; x += 7) {
      const [from, to] = [(row * widthPx + x) * 4, (row * widthPx + widthPx - 1 - x) * 4];
      expect([...mirrored.data.subarray(to, to + 4)]).toEqual([...first.data.subarray(from, from + 4)]);
    }

    const slider = panel(page).getByRole('slider', { name: 'Straighten' });
    await slider.focus();
    await keys(page, 'PageUp', 4);
    const angle = (Number(await slider.inputValue()) * Math.PI) / 180;
    expect(angle).toBeGreaterThan(0.1);
    const { png: straight } = await downloadedPng(page);
    // The crop is the largest of the same aspect ratio within the turned photo.
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const scale = Math.min(widthPx / (widthPx * cos + heightPx * sin), heightPx / (widthPx * sin + heightPx * cos));
    expect(Math.abs(straight.width - widthPx * scale)).toBeLessThanOrEqual(2);
    expect(Math.abs(straight.height - heightPx * scale)).toBeLessThanOrEqual(2);
    // The image turns clockwise around its centre.
    const [before, after] = [centroid(mirrored), centroid(straight)];
    // A few opaque pixels along the edge change when it is resampled.
    expect(Math.abs(after.x - (before.x * cos - before.y * sin))).toBeLessThan(2);
    expect(Math.abs(after.y - (before.x * sin + before.y * cos))).toBeLessThan(2);
  },
);

/** Returns the alpha-weighted centroid, relative to the centre of the image, in px. */
function centroid({ width, height, data }: PNG) {
  let [weight, x, y] = [0, 0, 0];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = data[pixel * 4 + 3] ?? 0;
    weight += alpha;
    x += alpha * ((pixel % width) + 0.5);
    y += alpha * (Math.floor(pixel / width) + 0.5);
  }
  return { x: x / weight - width / 2, y: y / weight - height / 2 };
}

test(
  'a crop is resized by its corner and moved with the arrow keys',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    const { path, widthPx, heightPx } = picture('small/mug.jpg');
    await openInEditor(page, path);
    await openTool(page, 'Crop');
    const corner = page.getByRole('button', { name: 'Bottom right corner' }).or(page.getByLabel('Bottom right corner'));
    const box = await corner.first().boundingBox();
    if (!box) throw new Error('there is no corner');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 150, box.y - 100, { steps: 6 });
    await page.mouse.up();
    const { png: cropped } = await downloadedPng(page);
    expect(cropped.width).toBeLessThan(widthPx - 100);
    expect(cropped.height).toBeLessThan(heightPx - 60);
    await corner.first().focus();
    await keys(page, 'ArrowLeft', 3);
    const { png: narrower } = await downloadedPng(page);
    expect(narrower.width).toBe(cropped.width - 3);
  },
);

test(
  'the drop shadow darkens the ground, colour match brightens the subject, and light wrap brightens its edge',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await tile(page, 'White').click();
    const { png: plain } = await downloadedPng(page);
    await openTool(page, 'Shadow & light');
    await panel(page).getByRole('slider', { name: 'Drop shadow' }).focus();
    await keys(page, 'PageUp', 6);
    const { png: shaded } = await downloadedPng(page);
    let [darker, brighter] = [0, 0];
    for (let at = 0; at < plain.data.length; at += 4) {
      const change = (shaded.data[at] ?? 0) - (plain.data[at] ?? 0);
      if (change < -8) darker += 1;
      if (change > 1) brighter += 1;
    }
    expect(darker / (plain.width * plain.height)).toBeGreaterThan(0.01);
    expect(brighter).toBe(0);

    // Without a background, the shadow is translucent black.
    await openTool(page, 'Background');
    await tile(page, 'Transparent').click();
    const { png: clear } = await downloadedPng(page);
    let shadow = 0;
    for (let at = 0; at < clear.data.length; at += 4) {
      const alpha = clear.data[at + 3] ?? 0;
      if (alpha > 20 && alpha < 200 && (clear.data[at] ?? 255) < 8) shadow += 1;
    }
    expect(shadow).toBeGreaterThan(1000);

    // On white, colour match brightens the whole subject, and light wrap brightens only its edge.
    await tile(page, 'White').click();
    await openTool(page, 'Shadow & light');
    const light = async (name: string) => {
      const slider = panel(page).getByRole('slider', { name });
      await slider.press('End');
      const { png } = await downloadedPng(page);
      await slider.press('Home');
      return png;
    };
    const brightness = (png: PNG, places: readonly number[]) =>
      places.reduce((sum, at) => sum + (png.data[at] ?? 0) + (png.data[at + 1] ?? 0) + (png.data[at + 2] ?? 0), 0) /
      (3 * places.length);
    const opaqueAt = (at: number) => clear.data[at + 3] === 255;
    const opaque = Array.from({ length: clear.data.length / 4 }, (_, pixel) => pixel * 4).filter(opaqueAt);
    const within = (reachPx: number) =>
      opaque.filter((at) => !opaqueAt(at - reachPx * 4) || !opaqueAt(at + reachPx * 4));
    const matched = await light('Colour match');
    expect(brightness(matched, opaque)).toBeGreaterThan(brightness(shaded, opaque) + 3);
    const wrapped = await light('Light wrap');
    const edge = within(6);
    expect(brightness(wrapped, edge)).toBeGreaterThan(brightness(shaded, edge) + 5);
    const reach = 60 * 4;
    const isFarFromEdge = (at: number) =>
      [-reach, reach, -reach * clear.width, reach * clear.width].every((step) => opaqueAt(at + step));
    const inside = opaque.filter(isFarFromEdge);
    expect(inside.length).toBeGreaterThan(100);
    for (const at of inside.slice(0, 100)) expect(colorAt(wrapped.data, at / 4)).toEqual(colorAt(shaded.data, at / 4));
    expect([...wrapped.data.subarray(0, 4)]).toEqual([...shaded.data.subarray(0, 4)]);
  },
);
