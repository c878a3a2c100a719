import { expect, type Page } from '@playwright/test';

import { booted } from './first-visit.ts';
import { wordsOf } from './words.ts';

declare global {
  /** Translates the page and everything that is added to it later. */
  var translatePage: (() => void) | undefined;
}

/**
 * Simulates a browser that translates pages: each text is replaced by `<font><font>…</font></font>`, as in Chrome and
 * Edge. The translation is the same text with a zero-width character, so that a journey still finds it.
 * @param when `before`: before the page's script runs, which then renders the translated page again. `after`: when
 *   `translatePage` is called.
 */
export async function withPageTranslation(page: Page, when: 'before' | 'after'): Promise<void> {
  await page.addInitScript((isEarly) => {
    const spared = 'script, style, textarea, noscript, code, font, svg, [translate=no]';

    function translate(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || !text.parentElement || text.parentElement.closest(spared)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(`${text.data}\u200B`);
        outer.append(inner);
        text.replaceWith(outer);
      }
    }

    globalThis.translatePage = () => {
      translate(document.body);
      const observer = new MutationObserver((records) => {
        for (const { target, addedNodes } of records) if (addedNodes.length > 0) translate(target);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    };
    if (isEarly) document.addEventListener('DOMContentLoaded', () => globalThis.translatePage?.());
  }, when === 'before');
}

/** Opens a page and waits until it is translated and ready. */
export async function openTranslated(page: Page, path: string, when: 'before' | 'after'): Promise<void> {
  await page.goto(path);
  // A key press starts the application, which otherwise waits until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
  if (when === 'after') await page.evaluate(() => globalThis.translatePage?.());
  await expect(page.locator('h1 font').first()).toBeAttached();
}

/**
 * Collects React's errors about a page that changed under it. A page that was translated before its script differs from
 * the served HTML; that is not an error (418), because React renders it again.
 */
export function reactFailures(page: Page): string[] {
  const failures: string[] = [];
  const note = (text: string) => {
    if (/NotFoundError|insertBefore|removeChild|Minified React error #(?!418)/.test(text)) failures.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  return failures;
}

/** Expects that neither the page nor a part of it has crashed. */
export async function expectWhole(page: Page): Promise<void> {
  for (const key of ['common:crash.title', 'tool:editor.crashed.title', 'shop-photo:crashed.title']) {
    await expect(page.getByText(wordsOf(key))).toHaveCount(0);
  }
}
