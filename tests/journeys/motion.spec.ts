import { expect, type Page, test } from '@playwright/test';

import { openInEditor, tile } from '../support/editor-page.ts';
import { booted } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';

declare global {
  interface Window {
    /** Elements on which an animation or transition has started. */
    moved: string[];
  }
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(
    `popovers, dialogs, toasts and tools move unless motion is reduced (motion: ${reducedMotion})`,
    { tag: ['@editor', '@long'] },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(noteMotion);
      const moves = async (what: string) => {
        // The frame after next is the first to include the styles of the opened element.
        const moved = await page.evaluate(
          () =>
            new Promise<string[]>((resolve) =>
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.moved.splice(0)))),
            ),
        );
        if (reducedMotion === 'reduce') expect(moved, what).toEqual([]);
        else expect(moved, what).not.toEqual([]);
      };

      await openInEditor(page, picture('small/mug.jpg').path);
      await moves('a result');
      await tile(page, 'White').click();
      await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
      await moves('a chosen tile');
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await moves('a dialog');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await moves('a dialog that closes');
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await moves('a menu');

      await page.goto('/en/auth');
      await booted(page);
      await refuseSignIn(page);
      await moves('a toast');
    },
  );
}

async function refuseSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('[data-slot=toast]').first()).toBeVisible();
}

/** Runs in the page: records the elements on which an animation or a transition starts. */
function noteMotion(): void {
  window.moved = [];
  for (const type of ['animationstart', 'transitionrun'] as const) {
    document.addEventListener(
      type,
      ({ target }) =>
        window.moved.push(target instanceof Element ? (target.getAttribute('data-slot') ?? target.tagName) : '?'),
      true,
    );
  }
}
