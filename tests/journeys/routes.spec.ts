import { expect, test } from '@playwright/test';

import { violations } from '../support/accessibility.ts';
import { booted, comingFrom, withoutModel } from '../support/first-visit.ts';

test.beforeEach(({ page }) => withoutModel(page));

test(
  'an unknown address shows a 404 page in the address’s language with a search',
  { tag: '@routes' },
  async ({ page }) => {
    const response = await page.goto('/en/nowhere/at-all');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await booted(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('edited photos');
    const found = page.getByRole('main').getByRole('list').getByRole('link');
    await expect(found).toHaveText(['ID photos']);
    await found.click();
    await expect(page).toHaveURL(/\/en\/id-photo$/);
  },
);

test('/zh redirects to the address without a language', { tag: ['@routes', '@long'] }, async ({ page }) => {
  await comingFrom(page, 'CN', 'zh');
  await page.goto('/zh/single');
  await expect(page).toHaveURL(/:\d+\/single$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('将图片拖到这里', { useInnerText: true });
});

test('a chosen language is used on the next visit', { tag: ['@routes', '@long'] }, async ({ page }) => {
  await comingFrom(page, 'CN', 'zh');
  await page.goto('/single');
  await page.getByRole('button', { name: /语言/ }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/single$/);
  await page.goto('/single?from=mail');
  await expect(page).toHaveURL(/\/de\/single\?from=mail$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // A link in another language switches to that language.
  await page.goto('/en/single');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop an image here', { useInnerText: true });
});

test('a chosen appearance is kept without a flash of the other', { tag: ['@routes', '@long'] }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/en');
  await booted(page);
  await page.getByRole('radio', { name: 'Dark' }).first().check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.route('**/assets/*.js', () => undefined);
  await page.reload({ waitUntil: 'commit' });
  // The page's scripts never arrive, so the attribute was set before them.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(
    `a page fades into the next in 200 ms (motion: ${reducedMotion})`,
    { tag: ['@routes', '@long'] },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await page.goto('/en/faq');
      await booted(page);
      await page.evaluate(() => {
        const start = document.startViewTransition.bind(document);
        window.fades = new Promise((resolve) => {
          document.startViewTransition = (update) => {
            const transition = start(update);
            // The pressed link's colours animate too, so they are filtered out.
            const durations = () =>
              document
                .getAnimations()
                .map(({ effect }) => effect)
                .filter((effect) => effect instanceof KeyframeEffect)
                .filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition'))
                .map((effect) => Number(effect.getTiming().duration));
            void transition.ready.then(
              () => resolve(durations()),
              () => resolve([]),
            );
            return transition;
          };
        });
      });
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      await expect(page).toHaveURL(/\/en\/privacy$/);
      const fades = await page.evaluate(() => window.fades);
      expect(new Set(fades)).toEqual(new Set(reducedMotion === 'reduce' ? [] : [200]));
    },
  );
}

declare global {
  interface Window {
    /** Duration of each animation of the next view transition, in ms. */
    fades: Promise<number[]>;
  }
}
