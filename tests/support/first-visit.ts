import type { Page } from '@playwright/test';

/** Waits until the application is here and the page answers to what is done on it. */
export async function booted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('isola:ready').length > 0);
}

/**
 * As a browser that saves data, which loads no model unasked. Where no photo is dropped this is enough, and spares what
 * `withoutModel` costs: with a route, the browser asks the runner about each request, and caches none.
 */
export async function withDataSaver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

/** Keeps the model away: what a page looks like and says does not depend on it, and it wants every core. */
export async function withoutModel(page: Page): Promise<void> {
  await page.route('**/models/**', (route) => route.abort());
}

/** Pages whose address names no language come in Chinese, as from a host that only has files; the scripts know of no choice. */
export async function fromFilesAlone(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: 'zh', domain: '127.0.0.1', path: '/' }]);
}

/**
 * Lets the geo-location function answer as it would for a visitor from there, to pages of a host that only has files: the
 * server’s own answer to this machine would change the language of a page without one in its address.
 * @returns the bodies of the requests to it, as they come.
 */
export async function comingFrom(page: Page, country: string, defaultLanguage: string): Promise<string[]> {
  const bodies: string[] = [];
  await fromFilesAlone(page);
  await page.route('**/functions/v1/geo-location', async (route) => {
    bodies.push(route.request().postData() ?? '');
    await route.fulfill({ json: { ip: '203.0.113.7', country, defaultLanguage } });
  });
  return bodies;
}

/** Everything that the browser's console calls an error, as it comes. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}
