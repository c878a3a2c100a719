/** The last edited image stays in its own tool; another tool shows it only on request. */
import { expect, type Locator, type Page, test } from '@playwright/test';

import { downloaded, openInEditor, saved, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { openBarMenu, sessionView } from '../support/tool-page.ts';
import { bundle } from '../support/words.ts';

const names = bundle('en', 'pages');
const offer = (page: Page): Locator => page.getByRole('button', { name: 'Continue with mug.jpg' });

/** Navigates with the page's own links, without reloading. */
async function walkTo(page: Page, id: string): Promise<void> {
  if (await sessionView(page).isVisible()) await openBarMenu(page);
  const link = page.getByRole('link', { name: names[`${id}.nav`] ?? '', exact: true });
  await link.first().click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Expects only the image's name, and neither the image nor its cutout. */
async function expectOnlyOffered(page: Page): Promise<void> {
  await expect(offer(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Choose an image' }).first()).toBeVisible();
  await expect(page.locator('[data-slot=session-view], [data-slot=stage], img[src^="blob:"]')).toHaveCount(0);
}

test(
  'an image stays in its own tool and does not appear in another tool unasked',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await saved(page);
    await tile(page, 'White').click();
    for (const id of ['aiBackground', 'idPhoto', 'ecommerce', 'productPhoto']) {
      await walkTo(page, id);
      await expectOnlyOffered(page);
    }
    await walkTo(page, 'single');
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');
    await walkTo(page, 'ecommerce');
    await page.reload();
    await expectOnlyOffered(page);
  },
);

test(
  'the last image opens in another tool on request and is restored after a reload',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await saved(page);
    await walkTo(page, 'aiBackground');
    await offer(page).click();
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
    await page.reload();
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
    await page.goto('/en/id-photo');
    await expectOnlyOffered(page);
    await offer(page).click();
    await expect(page.locator('[data-slot=id-photo]')).toHaveAttribute('data-state', 'done');
    await page.goto('/en/single');
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
  },
);

test('a last image that is no longer saved is reported as missing', { tag: ['@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  await saved(page);
  await page.goto('/en/ecommerce');
  await expectOnlyOffered(page);
  await page.evaluate(() => sessionStorage.setItem('isola:open', crypto.randomUUID()));
  await offer(page).click();
  await expect(page.getByRole('alert')).toContainText(bundle('en', 'tool')['continue.failed'] ?? '');
});

test(
  'after a download the page names the file and offers another image',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const { name } = await downloaded(page, 'PNG');
    const note = page.locator('[data-slot=saved-note]');
    await expect(note).toHaveText(`Saved · ${name}`);
    await note.locator('..').getByRole('button', { name: 'Another image' }).click();
    await expect(page.getByRole('button', { name: 'Choose an image' })).toBeVisible();
  },
);
