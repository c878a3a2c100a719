import { expect, test } from '@playwright/test';
import type { PNG } from 'pngjs';

import { colorAt, openInEditor, openTool, panel, pixelAt, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng } from '../support/tool-page.ts';

/** A place on the ground under the toe cap, and one above the shoe. */
const [shaded, away] = [
  [0.775, 0.742],
  [0.1, 0.1],
] as const;

const at = (png: PNG, [across, down]: readonly [number, number]) => colorAt(png.data, pixelAt(png, across, down));

test(
  'the shadow of the photo is kept on a new background and in a transparent file, and undo takes it off',
  { tag: ['@shadow', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('shoe.jpg').path);
    await openTool(page, 'Shadow & light');
    const keep = panel(page).getByRole('button', { name: 'Shadow from the photo' });
    await keep.focus();
    await page.keyboard.press('Enter');
    await expect(keep).toHaveAttribute('aria-pressed', 'true', { timeout: 30_000 });
    const { png: transparent } = await downloadedPng(page);
    const [red, green, blue, alpha = 0] = at(transparent, shaded);
    expect([red, green, blue]).toEqual([0, 0, 0]);
    expect(alpha).toBeGreaterThan(100);
    expect(at(transparent, away)[3]).toBe(0);

    await openTool(page, 'Background');
    await tile(page, 'White').click();
    const { png: onWhite } = await downloadedPng(page);
    // Black with this alpha over white, as other programs blend it, has the same value.
    expect(Math.abs((at(onWhite, shaded)[0] ?? 0) - (255 - alpha))).toBeLessThanOrEqual(1);
    expect(at(onWhite, away)).toEqual([255, 255, 255, 255]);

    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    expect(at((await downloadedPng(page)).png, shaded)[3]).toBe(0);
  },
);

test(
  'a photo that does not show the ground says so, and the button is disabled',
  { tag: ['@shadow', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('figure.jpg').path);
    await openTool(page, 'Shadow & light');
    const keep = panel(page).getByRole('button', { name: 'Shadow from the photo' });
    await keep.click();
    await expect(panel(page).getByText(/^This photo doesn’t show the ground/)).toBeVisible({ timeout: 30_000 });
    await expect(keep).toHaveAttribute('aria-disabled', 'true');
    await expect(keep).toHaveAttribute('aria-pressed', 'false');
  },
);
