import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { violations } from '../support/accessibility.ts';
import { layoutProblems } from '../support/layout-problems.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';

const long = { tag: ['@docs', '@long'] };

/** Collects what the page reports as errors, such as a file that the content security policy refuses. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

test(
  'a reader finds a section by the keyboard and cuts out an image with the lines of the README',
  long,
  async ({ page }) => {
    const errors = errorsOf(page);
    await page.goto('/docs');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search the documentation' });
    await field.fill('hosting models');
    await expect(page.getByRole('option').first()).toContainText('Hosting the models');
    expect(await violations(page)).toEqual([]);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/docs\/packages\/segmenter#hosting-the-models$/);
    await expect(page.getByRole('heading', { name: 'Hosting the models' })).toBeInViewport();
    await expect(page.getByRole('dialog')).toBeHidden();

    await page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name: 'Playground' })
      .click();
    const readme = readFileSync(join(import.meta.dirname, '../../packages/segmenter/README.md'), 'utf8');
    const shown = await page.locator('.code-frame code').innerText();
    expect(shown.split('\n').length).toBeGreaterThan(10);
    expect(readme).toContain(shown.trim());

    const { file, path } = picture('mug.jpg');
    await page.getByLabel('Choose an image').setInputFiles(path);
    await expect(page.getByText(/^Done in .* The image has not left this device\.$/)).toBeVisible({ timeout: 120_000 });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PNG' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('mug.cutout.png');
    expect(iouWithTruth(file, readFileSync(await saved.path()))).toBeGreaterThanOrEqual(0.9);
    const run = JSON.parse(await page.getByRole('log').innerText()) as Record<string, unknown>;
    // The headers isolate the page, so several threads are allowed.
    expect(run).toMatchObject({ provider: 'engine', thread: 'worker' });
    expect(run['threadsReason']).not.toBe('not-isolated');

    expect(errors).toEqual([]);

    await page.getByLabel('Choose an image').setInputFiles(join(import.meta.dirname, '../README.md'));
    await expect(page.getByRole('log')).toContainText('unsupported-format');
  },
);

test('pages fit a phone and a tablet, in both themes and with the list of pages', long, async ({ page }) => {
  const errors = errorsOf(page);
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const address of ['/docs', '/docs/settings', '/docs/api/segmenter', '/docs/playground']) {
      await page.goto(address);
      expect(await layoutProblems(page), `${address} at ${width} px`).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${address}, ${colorScheme}, ${width} px`).toEqual([]);
      }
    }
    const button = page.getByRole('button', { name: 'All pages' });
    await button.click();
    const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
    await expect(pages.getByRole('link', { name: 'Introduction' })).toBeInViewport();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(pages).toBeHidden();
  }
  expect(errors).toEqual([]);
});
