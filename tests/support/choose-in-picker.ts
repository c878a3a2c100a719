import type { Page } from '@playwright/test';

/**
 * Chooses this file in the next file picker that the page opens. Call it before the page is opened: a picker that opens
 * before the browser knows that the test answers it is closed without a choice.
 * @returns once the file is chosen.
 */
export async function chooseInPicker(page: Page, path: string): Promise<void> {
  const chooser = await page.waitForEvent('filechooser', { timeout: 0 });
  await chooser.setFiles(path);
}
