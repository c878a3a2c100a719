import { type ElementHandle, launch, type LaunchOptions } from 'puppeteer-core';

import { savedFilesIn } from './saved-files.ts';
import type { Tab } from './tab.ts';

const protocolTimeoutMs = 600_000;

/**
 * Opens Chromium by the DevTools protocol or Firefox by WebDriver BiDi.
 * @param folder empty folder for the files that the browser saves.
 */
export async function openPuppeteer(options: LaunchOptions, folder: string): Promise<Tab> {
  const browser = await launch({
    headless: true,
    protocolTimeout: protocolTimeoutMs,
    timeout: protocolTimeoutMs,
    downloadBehavior: { policy: 'allow', downloadPath: folder },
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'browser.download.dir': folder,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'browser.helperApps.neverAsk.saveToDisk': 'image/png,image/jpeg,image/webp,application/zip,application/pdf',
    },
    ...options,
  });
  const [page = await browser.newPage()] = await browser.pages();
  page.setDefaultTimeout(protocolTimeoutMs);
  // A page whose process has ended, for example for lack of memory, never answers.
  const crash = new Promise<never>((_, reject) => page.once('error', reject));
  crash.catch(() => undefined);
  const unlessCrashed = <Value>(answer: Promise<Value>): Promise<Value> => Promise.race([crash, answer]);

  const visible = async (xpath: string): Promise<ElementHandle | undefined> => {
    for (const element of await page.$$(`xpath/${xpath}`)) if (await element.isVisible()) return element;
    return undefined;
  };

  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    // The types of puppeteer unwrap handles, which no job returns.
    evaluate: (work, ...values) => unlessCrashed(page.evaluate(work as never, ...(values as never))) as never,
    async click(xpath) {
      const element = await visible(xpath);
      if (!element || !(await element.evaluate(isAtRest))) return false;
      await element.click();
      return true;
    },
    async type(xpath, text) {
      const element = await visible(xpath);
      await element?.focus();
      await element?.evaluate((field) => (field as unknown as HTMLInputElement).select());
      await element?.type(text);
      return element !== undefined;
    },
    async choose(css, paths) {
      const input = await page.$(css);
      if (!input) throw new Error(`not seen: ${css}`);
      await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths);
    },
    savedFiles: () => savedFilesIn(folder),
    async screenshot(width, height) {
      await page.setViewport({ width, height });
      return Buffer.from(await page.screenshot());
    },
    close: () => browser.close(),
  };
}

/**
 * Scrolls to an element and checks that it stays where it is and that nothing covers its middle. A click on an element that
 * moves would miss it. Runs in the page.
 */
async function isAtRest(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return x === before.x && y === before.y && hit !== null && element.contains(hit);
}
