import { expect, type Locator, type Page, test } from '@playwright/test';

import { locales } from '../../packages/i18n/src/locales.ts';
import { openInEditor } from '../support/editor-page.ts';
import { withoutModel } from '../support/first-visit.ts';
import { layoutProblems } from '../support/layout-problems.ts';
import { picture } from '../support/pictures.ts';
import { cutOut } from '../support/tool-page.ts';
import { bundle } from '../support/words.ts';

/** Returns how far each element, or a button's own text, extends beyond the content box of `box`, in CSS px. */
async function overhang(box: Locator, elements: Locator): Promise<number[]> {
  const rightOf = (element: Element) => {
    const { paddingRight } = getComputedStyle(element);
    return element.getBoundingClientRect().right - Number.parseFloat(paddingRight);
  };
  const right = await box.evaluate(rightOf);
  const rights = await elements.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return { words: range.getBoundingClientRect().right, edge: element.getBoundingClientRect().right };
    }),
  );
  return rights.map(({ words, edge }) =>
    Math.max(0, Math.round((box === elements ? words : Math.max(words, edge)) - right)),
  );
}

const tops = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.getClientRects().length, link.getBoundingClientRect().top]));

test(
  'at 1024 px the navigation is one line and nothing on the home page overflows, in every language',
  { tag: ['@routes', '@long'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await withoutModel(page);
    // Chinese is left out: it is the shortest, and a visitor with another language has no separate address for it.
    for (const locale of locales.filter((each) => each !== 'zh')) {
      await page.goto(`/${locale}`);
      const zone = page.locator('[data-slot=drop-zone]');
      await expect(zone.getByRole('button', { name: bundle(locale, 'tool')['address.open'] ?? '' })).toBeVisible();
      const [first, ...others] = await tops(page);
      expect(others, locale).toEqual(others.map(() => first));
      const none = (sides: number[]) => sides.map(() => 0);
      const inZone = await overhang(zone, zone.getByRole('button'));
      expect(inZone, locale).toEqual(none(inZone));
      const footer = page.getByRole('contentinfo').locator('> div');
      const inFooter = await overhang(footer, footer.getByRole('link'));
      expect(inFooter.length).toBeGreaterThan(15);
      expect(inFooter, locale).toEqual(none(inFooter));
      expect(await layoutProblems(page), locale).toEqual([]);
    }
  },
);

test(
  'at 1024 px the Russian editor is no wider than the window, and texts fit their buttons',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openInEditor(page, picture('small/mug.jpg').path, '/ru/single');
    await expect(page.locator('[data-slot=drag-out]')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    const own = page.getByRole('button', { name: bundle('ru', 'editor')['background.own'] ?? '', exact: true });
    expect(await overhang(own, own)).toEqual([0]);
  },
);

test('at 320 px the German plans are as wide as their column', { tag: ['@routes', '@long'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/de/membership');
  const cards = page.locator('[data-slot=price-card]');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) {
    const inCard = await overhang(card, card.getByRole('link').or(card.getByRole('listitem')));
    expect(inCard).toEqual(inCard.map(() => 0));
  }
});

test('at 320 px the Russian forms keep the page’s margin', { tag: '@routes' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/ru/auth');
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox').first()).toBeVisible();
  const rights = await main
    .locator('input, button, li, a')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThanOrEqual(304);
});

test('a document name longer than its field ends in an ellipsis', { tag: ['@routes', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/de/id-photo');
  await expect(page.getByRole('main').getByRole('combobox').first()).toHaveCSS('text-overflow', 'ellipsis');
});

test('the column starts at the same position on every page', { tag: ['@routes', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en/press');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const start = (await heading.boundingBox())?.x;
  for (const path of ['faq', 'auth', 'auth/forgot', 'membership', 'feedback', 'terms', 'id-photo', 'no-such-page']) {
    await page.goto(`/en/${path}`);
    await expect.poll(async () => (await heading.boundingBox())?.x, path).toBe(start);
  }
});

test(
  'the empty batch fills a tablet with its drop zone and recognisable samples',
  { tag: '@batch' },
  async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await withoutModel(page);
    await page.goto('/en/batch');
    const zone = await page.locator('[data-slot=drop-zone]').boundingBox();
    expect(zone?.height).toBeLessThan(600);
    const series = page.getByRole('button', { name: 'Products' });
    await expect(series).toBeInViewport({ ratio: 1 });
    expect((await series.locator('img').first().boundingBox())?.width).toBeGreaterThan(60);
  },
);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(
    `the proof strip does not move an image that was opened before it arrived, at ${width} px`,
    { tag: ['@single', '@long'] },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const held = Promise.withResolvers<void>();
      await page.route('**/proof-strip-*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto('/en/single');
      await cutOut(page, picture('small/mug.jpg').path);
      // A canvas has no box until it is laid out.
      const image = page.locator('main canvas').first();
      let before: Awaited<ReturnType<typeof image.boundingBox>> = null;
      await expect.poll(async () => (before = await image.boundingBox())).not.toBeNull();
      held.resolve();
      // On phones the strip is a line, which has no height of its own.
      await page.locator('[data-slot=proof-strip]').waitFor({ state: 'attached' });
      await expect.poll(() => image.boundingBox()).toEqual(before);
    },
  );
}
