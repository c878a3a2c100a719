import type { Page } from '@playwright/test';

/** Waits until the application has loaded and the page reacts to input. */
export async function booted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('isola:ready').length > 0);
}

/**
 * Simulates a browser that saves data, in which no model is loaded unasked. This is enough when no photo is dropped,
 * and cheaper than `withoutModel`: with a route, the browser asks the runner about each request and caches none.
 */
export async function withDataSaver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

/** Blocks the model, which uses every core. The page's appearance and texts do not depend on it. */
export async function withoutModel(page: Page): Promise<void> {
  await page.route('**/models/**', (route) => route.abort());
}

/**
 * Makes pages whose address names no language Chinese, as on a host that only serves files; the scripts know of no
 * chosen language.
 */
export async function fromFilesAlone(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: 'zh', domain: '127.0.0.1', path: '/' }]);
}

/**
 * Lets the geo-location function answer as for a visitor from this country, on a host that only serves files. The
 * server’s own answer for this machine would change the language of a page without one in its address.
 * @returns the bodies of the requests to the function; the list grows as they arrive.
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

/** Collects everything that the browser's console reports as an error. @returns a list that grows as errors occur. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}
