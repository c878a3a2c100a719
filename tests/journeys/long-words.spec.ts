import { readBundle } from '../../packages/i18n/library/read-bundle.ts';
import { namespaces } from '../../packages/i18n/src/namespaces.ts';
import { pseudoBundle, pseudoText } from '../../packages/i18n/src/pseudo.ts';
import { expect, type Page, test } from '@playwright/test';

import { brokenPng, named, rows } from '../support/batch-page.ts';
import { openInEditor } from '../support/editor-page.ts';
import { booted, withoutModel } from '../support/first-visit.ts';
import { layoutProblems } from '../support/layout-problems.ts';
import { newAdministrator } from '../support/new-administrator.ts';
import { picture } from '../support/pictures.ts';
import { drop } from '../support/tool-page.ts';

test.use({ viewport: { width: 320, height: 640 } });

/**
 * Replaces the English texts with accented ones that are 40 % longer. The texts are read here, as in the build, because
 * a fetched response is lost once the page has navigated.
 */
async function withLongWords(page: Page): Promise<void> {
  await page.route('**/words/*/en/*.json', (route) => {
    const name = /([a-z-]+)\.json$/.exec(new URL(route.request().url()).pathname)?.[1];
    const namespace = namespaces.find((each) => each === name);
    return namespace ? route.fulfill({ json: pseudoBundle(readBundle('en', namespace)) }) : route.abort();
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

const signedInPaths = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/revenue',
  '/admin/settings',
  '/payment-logs',
  '/webhook-debug',
  '/membership/manage',
  '/auth/account',
];

test(
  'with texts 40 % longer, at 320 px, nothing on the pages is cut off or overlaps',
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
  'with texts 40 % longer, at 320 px, nothing in the editor is cut off or overlaps',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await withLongWords(page);
    await openInEditor(page, picture('small/mug.jpg').path);
    const tools = page.getByRole('navigation', { name: pseudoText('Tools') }).getByRole('button');
    await expect(tools).not.toHaveCount(0);
    for (const tool of await tools.all()) {
      await tool.click();
      expect.soft(await layoutProblems(page), (await tool.textContent()) ?? '').toEqual([]);
    }
  },
);

test(
  'with texts 40 % longer, at 320 px, nothing on the member and admin pages is cut off or overlaps',
  { tag: ['@administration', '@long'] },
  async ({ page, request }) => {
    const password = 'Correct-Horse-9';
    const email = await newAdministrator(request, password);
    await withoutModel(page);
    await page.goto('/en/admin/settings');
    await booted(page);
    const main = page.getByRole('main');
    await main.getByLabel('Email', { exact: true }).fill(email);
    await main.getByLabel('Password', { exact: true }).fill(password);
    await main.getByRole('button', { name: 'Sign in' }).click();
    await expect(main.getByRole('rowheader', { name: 'Member' })).toBeVisible();
    await withLongWords(page);
    for (const path of signedInPaths) {
      await page.goto(`/en${path}`);
      await booted(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('[');
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
      expect.soft(await layoutProblems(page), path).toEqual([]);
    }
  },
);

test(
  'with texts 40 % longer, at 320 px, nothing in a batch, an ID photo and a shop photo is cut off or overlaps',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withLongWords(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2), { name: 'broken.png', bytes: brokenPng(1) });
    await expect(rows(page)).toHaveCount(3);
    await expect(page.locator('[data-slot=batch-item]:is([data-state=waiting], [data-state=processing])')).toHaveCount(
      0,
      {
        timeout: 200_000,
      },
    );
    expect.soft(await layoutProblems(page), '/batch').toEqual([]);
    await page.getByRole('button', { name: pseudoText('Preset'), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await layoutProblems(page), '/batch, preset').toEqual([]);
    await page.goto('/en/id-photo');
    await booted(page);
    const steps = page.getByRole('navigation', { name: pseudoText('Steps') }).getByRole('button');
    await steps.nth(1).click();
    await page.getByRole('button', { name: pseudoText('Portrait'), exact: true }).click();
    await expect(page.locator('[data-slot=photo-file][data-state=ready]')).toBeAttached({ timeout: 200_000 });
    for (const step of await steps.all()) {
      await step.click();
      expect.soft(await layoutProblems(page), `/id-photo, ${await step.textContent()}`).toEqual([]);
    }
    await page.goto('/en/ecommerce');
    await booted(page);
    await page.getByRole('button', { name: pseudoText('Running shoe'), exact: true }).click();
    await expect(page.locator('[data-slot=shop-photos]')).toBeVisible({ timeout: 200_000 });
    expect.soft(await layoutProblems(page), '/ecommerce').toEqual([]);
  },
);
