import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { type ServedFolder, serveFolder } from '../library/serve-folder.ts';

/** Height of the window by its width, in CSS px: a laptop, a tablet and a phone. */
const heights = { 1440: 900, 820: 1180, 390: 844 } as const;

type Screen = [
  story: string,
  widthPx: keyof typeof heights,
  locale: 'zh' | 'en' | 'de' | 'ru',
  theme: 'light' | 'dark',
];

/**
 * Screens of the portfolio. Each story is shown in the language and at the width that are most demanding, or that show
 * it best.
 */
const screens: Screen[] = [
  ['screens-pages--home', 1440, 'en', 'light'],
  ['screens-pages--home', 1440, 'zh', 'dark'],
  ['screens-pages--home', 390, 'ru', 'light'],
  ['screens-single-image--empty', 390, 'zh', 'light'],
  ['screens-single-image--working', 390, 'de', 'light'],
  ['screens-single-image--failed', 390, 'de', 'light'],
  ['screens-single-image--background', 390, 'zh', 'light'],
  ['screens-single-image--adjust-light', 1440, 'ru', 'dark'],
  ['screens-single-image--refine', 820, 'de', 'light'],
  ['screens-single-image--crop', 390, 'de', 'dark'],
  ['screens-single-image--export', 390, 'ru', 'light'],
  ['screens-batch--empty', 390, 'ru', 'light'],
  ['screens-batch--fifty', 1440, 'zh', 'light'],
  ['screens-batch--finished-with-doubts', 820, 'de', 'dark'],
  ['screens-pages--ai-background', 1440, 'de', 'light'],
  ['screens-pages--ai-background', 390, 'zh', 'light'],
  ['screens-pages--id-photo', 1440, 'ru', 'light'],
  ['screens-pages--shop-photos', 390, 'ru', 'light'],
  ['screens-shop-photos--made', 1440, 'de', 'dark'],
  ['screens-pages--offline', 390, 'de', 'light'],
  ['screens-membership-plans--free-member', 1440, 'de', 'light'],
  ['screens-administration-dashboard--thirty-days', 1440, 'en', 'light'],
  ['screens-administration-dashboard--thirty-days', 1440, 'ru', 'dark'],
  ['screens-administration-users--phone', 390, 'de', 'light'],
  ['screens-pages--sign-in', 820, 'de', 'light'],
  ['screens-pages--sign-in', 390, 'ru', 'dark'],
  ['screens-pages--questions', 390, 'de', 'light'],
  ['screens-pages--not-found', 820, 'zh', 'light'],
  ['screens-pages--not-found', 390, 'ru', 'dark'],
];

let site: ServedFolder;
test.beforeAll(async () => {
  site = await serveFolder(join('storybook-static'), true);
});
test.afterAll(() => site.close());

for (const [story, width, locale, theme] of screens) {
  const name = [story.replace('screens-', '').replace('--', '-'), width, locale, theme].join('-');
  test(name, async ({ page }) => {
    await page.setViewportSize({ width, height: heights[width] });
    const globals = `locale:${locale};theme:${theme};motion:reduced`;
    await page.goto(`${site.url}iframe.html?id=${story}&viewMode=story&globals=${globals}`);
    // Storybook sets this class once the story and its `play` have ended.
    await expect(page.locator('body')).toHaveClass(/sb-show-main/);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await expect(page).toHaveScreenshot(`${name}.png`);
    // Nothing is wider than the window.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('a docs page draws its code in its own theme', async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    // The story's import is a separate block; its example is fenced in the Markdown.
    await page.goto(`${site.url}iframe.html?id=feedback-toast--docs&viewMode=docs&globals=theme:${theme}`);
    const blocks = page.locator('.docblock-source');
    await expect(blocks).toHaveCount(2);
    const grounds = await blocks.evaluateAll((all) => all.map((block) => getComputedStyle(block).backgroundColor));
    const sums = grounds.map((color) =>
      (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, each) => sum + Number(each), 0),
    );
    for (const sum of sums) {
      if (theme === 'dark') expect(sum).toBeLessThan(300);
      else expect(sum).toBeGreaterThan(600);
    }
  }
});
