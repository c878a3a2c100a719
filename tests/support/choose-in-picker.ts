import type { Page } from '@playwright/test';

/**
 * Chooses this file in the next file picker that the page opens. To be called before the page is opened: a picker which
 * opens before the browser was told that the test answers it is closed, with nothing chosen.
 * @returns once the file is chosen.
 */
export async function chooseInPicker(page: Page, path: string): Promise<void> {
  const chooser = await page.waitForEvent('filechooser', { timeout: 0 });
  await chooser.setFiles(path);
}
