import { pseudoBundle, pseudoText } from '../../packages/i18n/src/pseudo.ts';
import { expect, type Page, test } from '@playwright/test';

import { openInEditor } from '../support/editor-page.ts';
import { booted, withoutModel } from '../support/first-visit.ts';
import { layoutProblems } from '../support/layout-problems.ts';
import { picture } from '../support/pictures.ts';

test.use({ viewport: { width: 320, height: 640 } });

/** Serves English as a language with accents that is 40 % longer. */
async function withLongWords(page: Page): Promise<void> {
  await page.route('**/words/*/en/*.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: pseudoBundle((await response.json()) as object) });
  });
}

const paths = [
  '',
  '/single',
  '/batch',
  '/ai-background',
  '/id-photo',
  '/ecommerce',
  '/product-photo',
  '/batch-remove',
  '/remove-background-online',
  '/membership',
  '/auth',
  '/auth/forgot',
  '/faq',
  '/feedback',
  '/api',
  '/press',
  '/privacy',
  '/terms',
  '/nowhere',
];

test(
  'with words 40 % longer, at 320 px, nothing of a page is cut or overlaps',
  { tag: ['@routes', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await withLongWords(page);
    for (const path of paths) {
      await page.goto(`/en${path}`);
      await booted(page);
      await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('[');
      await expect(page.getByRole('contentinfo')).toContainText('[');
      expect.soft(await layoutProblems(page), path || '/').toEqual([]);
    }
  },
);

test(
  'with words 40 % longer, at 320 px, nothing of the editor is cut or overlaps',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await withLongWords(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    const tools = page.getByRole('navigation', { name: pseudoText('Tools') }).getByRole('button');
    await expect(tools).toHaveCount(5);
    for (const tool of await tools.all()) {
      await tool.click();
      expect.soft(await layoutProblems(page), (await tool.textContent()) ?? '').toEqual([]);
    }
  },
);
