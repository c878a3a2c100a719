import { expect, type Locator, type Page } from '@playwright/test';

import { type Page as SitePage, pages } from '../../apps/site/src/shell/pages.ts';
import type { Locale } from '../../packages/i18n/src/locales.ts';
import { booted } from './first-visit.ts';

/**
 * Simulates the installed app. In a browser that saves data (`withDataSaver`), the site is then cached for offline use
 * as always, but no model is loaded before it is needed.
 */
export async function asInstalledApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = matchMedia.bind(window);
    Object.assign(window, {
      matchMedia: (query: string) => (query === '(display-mode: standalone)' ? { matches: true } : original(query)),
    });
  });
}

/** Pages that are of use only with a connection: those of members and administrators. */
export const isOnlinePage = ({ words }: SitePage): boolean =>
  words.some((each) => ['auth', 'membership', 'admin'].includes(each));

/** Returns the paths in the caches whose names begin so, the newest last. */
export const cached = (page: Page, start = 'isola-site-'): Promise<string[]> =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  }, start);

/** Returns the names of the caches of builds, the newest last. */
export const buildCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('isola-site-')));

/** Waits until the service worker answers the page’s requests and has cached what the site needs offline. */
export async function keptOffline(page: Page, locale: Locale = 'en'): Promise<void> {
  await booted(page);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 120_000 })
    .toBe('activated');
  const needed = new Set(pages.filter((each) => !isOnlinePage(each)).flatMap(({ words }): readonly string[] => words));
  await expect
    .poll(
      async () => {
        const paths = (await cached(page)).filter((path) => path.startsWith('/words/'));
        return [...needed].filter((each) => !paths.some((path) => path.endsWith(`/${locale}/${each}.json`)));
      },
      { timeout: 120_000 },
    )
    .toEqual([]);
}

/**
 * Shows the page again after more than an hour, as a person does who comes back to a tab. Only the page’s clock is
 * changed.
 */
export const afterAnHour = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const own = window as { hoursLater?: number };
    own.hoursLater = (own.hoursLater ?? 0) + 1;
    const { now } = Date;
    const laterMs = own.hoursLater * 3_700_000;
    Date.now = () => now.call(Date) + laterMs;
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = now;
  });

/** Message in the corner of the page with this title. */
export const toast = (page: Page, title: string): Locator =>
  page.locator('[data-slot=toast]').filter({ hasText: title });
