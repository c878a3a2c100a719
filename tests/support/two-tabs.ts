import { expect, type Page } from '@playwright/test';

import { openTool, panel, tile } from './editor-page.ts';
import { expectResult } from './tool-page.ts';
import { wordsOf } from './words.ts';

/** Waits until the steps of the open image are saved in the browser. */
export async function expectSaved(page: Page): Promise<void> {
  await openTool(page, 'Export');
  await expect(panel(page).getByText(wordsOf('editor:saved.state.saved'))).toBeVisible();
}

/**
 * Edits the open image, edits it in a second tab, and expects that each tab shows its own edit after a reload.
 * @param name Name of the open image's file.
 */
export async function expectTwoTabsSave(page: Page, name: string): Promise<void> {
  await tile(page, 'Black').click();
  await expectSaved(page);
  const second = await page.context().newPage();
  await second.goto('/en/single');
  await second.getByRole('button', { name: `Open ${name}` }).click();
  await expectResult(second);
  await tile(second, 'White').click();
  await expectSaved(second);
  for (const [tab, background] of [
    [page, 'Black'],
    [second, 'White'],
  ] as const) {
    await tab.reload();
    await expectResult(tab);
    await expect(tile(tab, background)).toHaveAttribute('aria-pressed', 'true');
  }
}
