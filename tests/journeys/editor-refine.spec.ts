import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';

import {
  colorAt,
  downloaded,
  keys,
  opaquePixel,
  openTool,
  panel,
  pixelAt,
  press,
  openInEditor,
  stroke,
} from '../support/editor-page.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { downloadedPng } from '../support/tool-page.ts';

const mug = picture('mug.jpg');
const smallMug = picture('small/mug.jpg');
const alphaAt = (png: PNG, across: number, down: number) => png.data[pixelAt(png, across, down) * 4 + 3];

test(
  'restores a brush stroke that was erased, and undo returns to the first file',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, smallMug.path);
    const first = await downloadedPng(page);
    const middle = opaquePixel(first.png);
    const [x, y] = [
      (middle % smallMug.widthPx) / smallMug.widthPx,
      Math.floor(middle / smallMug.widthPx) / smallMug.heightPx,
    ];

    await openTool(page, 'Refine');
    await panel(page).getByRole('switch', { name: 'Snap to edges' }).click();
    await page.keyboard.press('e');
    await stroke(page, smallMug, [x - 0.05, y], [x + 0.05, y]);
    const erased = await downloadedPng(page);
    expect(alphaAt(erased.png, x, y)).toBe(0);
    // A second stroke above the first must not undo it.
    await stroke(page, smallMug, [x - 0.05, y - 0.1], [x + 0.05, y - 0.1]);
    const both = await downloadedPng(page);
    expect([alphaAt(both.png, x, y), alphaAt(both.png, x, y - 0.1)]).toEqual([0, 0]);

    await page.keyboard.press('b');
    await stroke(page, smallMug, [x - 0.06, y], [x + 0.06, y]);
    const restored = await downloadedPng(page);
    expect(colorAt(restored.png.data, middle)).toEqual(colorAt(first.png.data, middle));
    expect(alphaAt(restored.png, x, y - 0.1)).toBe(0);

    await keys(page, 'Control+z', 3);
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    expect((await downloadedPng(page)).bytes.equals(first.bytes)).toBe(true);
    await keys(page, 'Control+Shift+z', 3);
    const again = await downloadedPng(page);
    expect(again.png.data.equals(restored.png.data)).toBe(true);
  },
);

test(
  'an erased ear is restored with its fur by a brush that snaps to edges',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    const bear = picture('creature.jpg');
    await openInEditor(page, bear.path);
    const whole = iouWithTruth('creature.jpg', (await downloadedPng(page)).bytes);
    await openTool(page, 'Refine');
    const follow = panel(page).getByRole('switch', { name: 'Snap to edges' });
    await follow.click();
    await page.keyboard.press('e');
    await keys(page, ']', 4);
    const ear = [
      [0.64, 0.17],
      [0.655, 0.24],
    ] as const;
    await stroke(page, bear, ...ear);
    const rubbed = iouWithTruth('creature.jpg', (await downloadedPng(page)).bytes);
    expect(rubbed).toBeLessThan(whole - 0.01);
    await follow.click();
    await page.keyboard.press('b');
    await keys(page, ']', 3);
    await stroke(page, bear, ...ear);
    const healed = iouWithTruth('creature.jpg', (await downloadedPng(page)).bytes);
    expect(healed).toBeGreaterThan(rubbed);
    expect(healed).toBeGreaterThan(whole - 0.02);
  },
);

test(
  'a part is removed or kept, and a hole is filled, with one press each',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, smallMug.path);
    const { png } = await downloadedPng(page);
    const middle = opaquePixel(png);
    const [x, y] = [
      (middle % smallMug.widthPx) / smallMug.widthPx,
      Math.floor(middle / smallMug.widthPx) / smallMug.heightPx,
    ];
    await openTool(page, 'Refine');
    // A stroke separates the lower part from the rest.
    await panel(page).getByRole('switch', { name: 'Snap to edges' }).click();
    await page.keyboard.press('e');
    await stroke(page, smallMug, [0, y], [1, y]);
    await panel(page).getByText('Remove part', { exact: true }).click();
    await press(page, smallMug, x, y + 0.1);
    const halved = await downloadedPng(page);
    expect(alphaAt(halved.png, x, y + 0.1)).toBe(0);
    expect(alphaAt(halved.png, x, y - 0.1)).toBe(255);
    await page.keyboard.press('Control+z');
    await panel(page).getByText('Keep only', { exact: true }).click();
    await press(page, smallMug, x, y + 0.1);
    const kept = await downloadedPng(page);
    expect(alphaAt(kept.png, x, y + 0.1)).toBe(255);
    expect(alphaAt(kept.png, x, y - 0.1)).toBe(0);
    await keys(page, 'Control+z', 2);

    await page.keyboard.press('e');
    await press(page, smallMug, x, y);
    const pierced = await downloadedPng(page);
    expect(alphaAt(pierced.png, x, y)).toBe(0);
    await panel(page).getByText('Fill hole', { exact: true }).click();
    await press(page, smallMug, x, y);
    const filled = await downloadedPng(page);
    expect(colorAt(filled.png.data, middle)).toEqual(colorAt(png.data, middle));
  },
);

test(
  'the hole of a handle is filled and opened with one press each',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug.path);
    const { png } = await downloadedPng(page);
    // Middle of the opening of the handle, by the image's exact matte. Filling shows the wood behind it; cutting opens
    // it again.
    const handle = [0.674, 0.5] as const;
    expect(alphaAt(png, ...handle)).toBe(0);
    await openTool(page, 'Refine');
    await panel(page).getByText('Fill hole', { exact: true }).click();
    await press(page, mug, ...handle);
    expect(alphaAt((await downloadedPng(page)).png, ...handle)).toBe(255);
    await panel(page).getByText('Cut hole', { exact: true }).click();
    await press(page, mug, ...handle);
    const opened = await downloadedPng(page);
    expect(alphaAt(opened.png, ...handle)).toBe(0);
    const middle = opaquePixel(png);
    expect(colorAt(opened.png.data, middle)).toEqual(colorAt(png.data, middle));
  },
);

test(
  'the edge can be shifted and softened, a translucent area made solid, and the fringe inspected',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug.path);
    const areaOf = ({ data }: PNG) => {
      let area = 0;
      for (let at = 3; at < data.length; at += 4) area += (data[at] ?? 0) / 255;
      return area;
    };
    const softOf = ({ data }: PNG) => {
      let soft = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0 && data[at] !== 255) soft += 1;
      return soft;
    };
    const { png } = await downloadedPng(page);
    await openTool(page, 'Refine');
    await panel(page).getByRole('slider', { name: 'Shift edge' }).focus();
    await keys(page, 'PageDown', 2);
    const shrunk = await downloadedPng(page);
    expect(areaOf(shrunk.png)).toBeLessThan(areaOf(png));
    await panel(page).getByRole('slider', { name: 'Feather' }).focus();
    await keys(page, 'PageUp', 2);
    const soft = await downloadedPng(page);
    expect(softOf(soft.png)).toBeGreaterThan(softOf(shrunk.png) * 1.5);
    expect(areaOf(soft.png) / areaOf(shrunk.png)).toBeCloseTo(1, 1);

    await panel(page).getByRole('button', { name: 'Check the edge' }).click();
    const inspector = page.getByRole('dialog', { name: 'The edge on six colours' });
    await expect(inspector.getByText(/\d+ of 100/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();

    // A half-erased area is translucent, and becomes opaque when made solid.
    const middle = opaquePixel(png);
    const [x, y] = [(middle % mug.widthPx) / mug.widthPx, Math.floor(middle / mug.widthPx) / mug.heightPx];
    await panel(page).getByRole('switch', { name: 'Snap to edges' }).click();
    await panel(page).getByRole('slider', { name: 'Opacity' }).focus();
    await keys(page, 'PageDown', 5);
    await page.keyboard.press('e');
    await stroke(page, mug, [x - 0.05, y], [x + 0.05, y]);
    const veil = alphaAt((await downloadedPng(page)).png, x, y) ?? 0;
    expect(veil).toBeGreaterThan(40);
    expect(veil).toBeLessThan(220);
    await panel(page).getByRole('slider', { name: 'Fill inside' }).focus();
    await page.keyboard.press('End');
    expect(alphaAt((await downloadedPng(page)).png, x, y)).toBeGreaterThan(250);
  },
);

test('a stroke can be painted with the keyboard alone', { tag: ['@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, smallMug.path);
  const first = await downloadedPng(page);
  await openTool(page, 'Refine');
  await page.keyboard.press('e');
  // Tab moves the focus from the stage to its painting area, whose cursor starts in the middle of the visible part.
  await page.locator('[data-slot=stage]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo: erase stroke' })).toBeVisible();
  const painted = PNG.sync.read((await downloaded(page, 'PNG')).bytes);
  expect(painted.data.equals(first.png.data)).toBe(false);
});
