import type { Page } from '@playwright/test';

/** Waits until the application is here and the page answers to what is done on it. */
export async function booted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('isola:ready').length > 0);
}

/** Keeps the model away: what a page looks like and says does not depend on it, and it wants every core. */
export async function withoutModel(page: Page): Promise<void> {
  await page.route('**/models/**', (route) => route.abort());
}

/** Everything that the browser's console calls an error, as it comes. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}
