import { expect, type Page } from '@playwright/test';

import { booted } from './first-visit.ts';
import { wordsOf } from './words.ts';

declare global {
  /** Translates the page, and from then on what comes to it. */
  var translatePage: (() => void) | undefined;
}

/**
 * Acts a browser that translates pages: each text of the page gives its place to `<font><font>…</font></font>`, as in Chrome
 * and Edge. The translation is the same text with a character of no width, so that a journey finds what it looks for.
 * @param when `before`: before the page's script is here, which then draws what it finds anew. `after`: by `translatePage`.
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

/** Opens a page whose texts are translated once it can be worked on. */
export async function openTranslated(page: Page, path: string, when: 'before' | 'after'): Promise<void> {
  await page.goto(path);
  // Begins, rather than waiting until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
  if (when === 'after') await page.evaluate(() => globalThis.translatePage?.());
  await expect(page.locator('h1 font').first()).toBeAttached();
}

/**
 * Collects what React reports of a page that changed under it. That a page translated before its script differs from what
 * was sent is no failure (418): React draws it anew.
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

/** Neither the page nor a part of it was given up. */
export async function expectWhole(page: Page): Promise<void> {
  for (const key of ['common:crash.title', 'tool:editor.crashed.title', 'shop-photo:crashed.title']) {
    await expect(page.getByText(wordsOf(key))).toHaveCount(0);
  }
}
