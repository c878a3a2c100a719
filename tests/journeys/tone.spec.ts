import { expect, type Locator, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { expectAllDone, named, rows, saved, withoutFilePicker } from '../support/batch-page.ts';
import { colorAt, openInEditor, openTool, panel, pixelAt, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, withLittleMemory } from '../support/tool-page.ts';

/** The curve of sRGB, by its formula. @see IEC 61966-2-1 */
const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Returns the largest difference between two images. @param visible image whose transparent pixels are left out. */
function worstDifference(one: Uint8Array, other: Uint8Array, visible: Uint8Array): number {
  let worst = 0;
  for (let at = 0; at < one.length; at += 1) {
    if (at % 4 < 3 && visible[at - (at % 4) + 3] === 0) continue;
    worst = Math.max(worst, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
  }
  return worst;
}

const slider = (within: Page | Locator, name: string) => within.getByRole('slider', { name, exact: true });

/** Moves a slider, and ends the move as leaving it does. */
async function setSlider(within: Page | Locator, name: string, value: number): Promise<void> {
  await slider(within, name).fill(String(value));
  await slider(within, name).blur();
}

test(
  'the exposure of the subject halves the light of the downloaded file, and its background and alpha stay',
  { tag: ['@tone', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const { png: before } = await downloadedPng(page);
    await openTool(page, 'Shadow & light');
    await setSlider(panel(page), 'Exposure', -1);
    await expect(slider(panel(page), 'Exposure')).toHaveAttribute('aria-valuetext', '-1.00\u00A0EV');
    const { png: after } = await downloadedPng(page);
    const wanted = before.data.map((value, at) => (at % 4 === 3 ? value : Math.round(encoded(light(value) / 2))));
    expect(worstDifference(after.data, wanted, before.data)).toBeLessThanOrEqual(1);

    await page.keyboard.press('ControlOrMeta+z');
    await expect(slider(panel(page), 'Exposure')).toHaveValue('0');
    expect((await downloadedPng(page)).png.data.equals(before.data)).toBe(true);

    await openTool(page, 'Background');
    await tile(page, 'White').click();
    await openTool(page, 'Shadow & light');
    await setSlider(panel(page), 'Saturation', -100);
    const { png: onWhite } = await downloadedPng(page);
    // Every pixel is grey, and where the subject is not, it is white.
    const grey = onWhite.data.map((_, at) => (at % 4 === 3 ? 255 : (onWhite.data[at - (at % 4) + 1] ?? 0)));
    expect(worstDifference(onWhite.data, grey, onWhite.data)).toBeLessThanOrEqual(1);
    const away = before.data.findIndex((alpha, at) => at % 4 === 3 && alpha === 0) >> 2;
    expect(colorAt(onWhite.data, away)).toEqual([255, 255, 255, 255]);
  },
);

test(
  'a grey beside the subject, picked by the keyboard, sets the white balance, and a reload keeps it',
  { tag: ['@tone', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await openTool(page, 'Shadow & light');
    await panel(page).getByRole('button', { name: 'White balance from a grey card' }).focus();
    await page.keyboard.press('Enter');
    const layer = page.getByRole('button', { name: 'Click something grey in the original. Esc cancels.' });
    await expect(layer).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(layer).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(layer).toBeFocused();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Enter');
    await expect(layer).toBeHidden();
    await expect(panel(page).getByText(/^White balance set\. Temperature: /)).toBeAttached();
    const temperature = await slider(panel(page), 'Temperature').inputValue();
    const tint = await slider(panel(page), 'Tint').inputValue();
    expect([temperature, tint]).not.toEqual(['0', '0']);
    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await page.reload();
    await expectResult(page);
    await openTool(page, 'Shadow & light');
    await expect(slider(panel(page), 'Temperature')).toHaveValue(temperature);
    await expect(slider(panel(page), 'Tint')).toHaveValue(tint);
  },
);

test(
  'the exposure of a batch is the same for all, and one image may differ',
  { tag: ['@tone', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    const preset = page.getByRole('complementary', { name: 'Preset' });
    await preset.getByRole('heading', { name: 'Shadow & light' }).click();
    await setSlider(preset, 'Exposure', 1);
    await expect(page.getByText('still to be updated')).toHaveCount(0);
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await openTool(page, 'Shadow & light');
    await expect(slider(panel(page), 'Exposure')).toHaveValue('1');
    await panel(page).getByRole('button', { name: 'Reset the subject’s light and colour' }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(rows(page).first()).toContainText('own settings');
    await expect(page.getByText('still to be updated')).toHaveCount(0);

    const zip = await JSZip.loadAsync((await saved(page, page.getByRole('button', { name: 'Download 2' }))).bytes);
    const colors: number[][] = [];
    for (const entry of Object.values(zip.files)) {
      const png = PNG.sync.read(await entry.async('nodebuffer'));
      colors.push(colorAt(png.data, pixelAt(png, 0.5, 0.5)));
    }
    expect(colors[0]).toEqual([21, 40, 120, 255]);
    const doubled = [22, 40, 120].map((value) => encoded(2 * light(value)));
    for (const [channel, value] of doubled.entries()) {
      expect(Math.abs((colors[1]?.[channel] ?? -9) - value)).toBeLessThan(0.6);
    }
  },
);
