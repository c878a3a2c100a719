import { expect, test } from '@playwright/test';
import type { PNG } from 'pngjs';

import { body, halfMug, head, lineDrawing } from '../support/doubtful-images.ts';
import { openTool, panel } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt, withLittleMemory } from '../support/tool-page.ts';

test(
  'a doubtful result lists each reason with its tool until it is dismissed',
  { tag: ['@single', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/en/single');
    await drop(page, { name: 'half.png', bytes: await halfMug(page) });
    await expectResult(page);
    const doubts = page.locator('[data-code=doubts]');
    await expect(doubts).toContainText('Have a look at this result');
    await doubts.locator('[data-doubt=touches-frame]').getByRole('button', { name: 'Crop' }).click();
    await expect(panel(page)).toHaveAttribute('data-tool', 'crop');
    await openTool(page, 'Background');
    await expect(doubts).toBeVisible();
    await doubts.getByRole('button', { name: 'Dismiss' }).click();
    await expect(doubts).toHaveCount(0);
    await openTool(page, 'Crop');
    await openTool(page, 'Background');
    await expect(doubts).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  },
);

const alphaAt = (png: PNG, { x, y }: { x: number; y: number }) => png.data[(y * png.width + x) * 4 + 3];

test(
  'the white inside a line drawing is kept or removed with one press, also after a reload',
  { tag: ['@single', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/en/single');
    await drop(page, { name: 'drawing.png', bytes: lineDrawing() });
    await expectResult(page);
    const note = page.locator('[data-code=inside]');
    await expect(note).toContainText('The white inside the outlines became transparent');
    expect(alphaAt((await downloadedPng(page)).png, body)).toBeLessThan(128);

    await note.getByRole('button', { name: 'Keep the white inside' }).click();
    await expect(note).toContainText('The white inside the outlines is kept');
    const kept = (await downloadedPng(page)).png;
    expect([alphaAt(kept, body), alphaAt(kept, { ...head, y: head.y + 50 }), alphaAt(kept, { x: 30, y: 30 })]).toEqual([
      255, 255, 0,
    ]);

    await openTool(page, 'Export');
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await page.reload();
    await expectResult(page);
    await note.getByRole('button', { name: 'Make it transparent again' }).click();
    await expect(note).toContainText('The white inside the outlines became transparent');
    expect(alphaAt((await downloadedPng(page)).png, body)).toBeLessThan(128);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(note).toContainText('The white inside the outlines is kept');
  },
);

/** Counts the pixels with at least half coverage. */
function subjectPixels({ data }: PNG): number {
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= 128) count += 1;
  return count;
}

test(
  'a part found in only one of two passes is shown, removed with one press, asked about again after an undo, and stays kept after a reload',
  { tag: ['@single', '@long'] },
  async ({ page }) => {
    await page.goto('/en/single');
    await drop(page, fileAt(picture('trial/cushion-grass.jpg').path));
    await expectResult(page);
    const found = subjectPixels((await downloadedPng(page)).png);
    await page.locator('[data-doubt=part-disputed]').getByRole('button', { name: 'Show the part' }).click();
    await expect(panel(page)).toHaveAttribute('data-tool', 'refine');
    await expect(page.locator('[data-slot=outline]')).toBeVisible();
    const choice = page.locator('[data-code=disputed-part]');
    await choice.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(choice).toHaveCount(0);
    expect(subjectPixels((await downloadedPng(page)).png)).toBeLessThan(0.99 * found);

    await page.keyboard.press('ControlOrMeta+z');
    await choice.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(choice).toHaveCount(0);
    const kept = subjectPixels((await downloadedPng(page)).png);
    expect(kept).toBeGreaterThan(found);

    await page.reload();
    await expectResult(page);
    await expect(page.locator('[data-code=doubts]')).toBeVisible();
    await expect(page.locator('[data-doubt=part-disputed]')).toHaveCount(0);
    expect(subjectPixels((await downloadedPng(page)).png)).toBe(kept);
  },
);
