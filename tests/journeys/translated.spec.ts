/**
 * Pages translated by the browser, for visitors whose language the site does not offer. The translation runs before the
 * page's script or after it. Each page must still work and show its current state.
 */
import { expect, type Page, test } from '@playwright/test';

import { expectAllDone, named, rowOf, saved, squarePng, withoutFilePicker } from '../support/batch-page.ts';
import { downloaded, openTool, tile } from '../support/editor-page.ts';
import { newAdministrator } from '../support/new-administrator.ts';
import { newMember } from '../support/new-member.ts';
import { expectWhole, openTranslated, reactFailures, withPageTranslation } from '../support/page-translator.ts';
import { picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, drop, withLittleMemory } from '../support/tool-page.ts';
import { wordsOf } from '../support/words.ts';

const password = 'Correct-Horse-9';
const main = (page: Page) => page.getByRole('main');
const newEmail = () => `translated.${crypto.randomUUID().slice(0, 8)}@example.com`;

let failures: string[] = [];
test.beforeEach(async ({ page }) => {
  failures = reactFailures(page);
  await withLittleMemory(page);
  await withoutFilePicker(page);
});
test.afterEach(async ({ page }) => {
  await expectWhole(page);
  expect(failures).toEqual([]);
});

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(typed);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
}

for (const when of ['before', 'after'] as const) {
  test.describe(`translated ${when} the script`, () => {
    test.beforeEach(({ page }) => withPageTranslation(page, when));

    test(`an image is cut out, edited and downloaded`, { tag: ['@translated', '@long'] }, async ({ page }) => {
      await openTranslated(page, '/en/single', when);
      await cutOut(page, picture('small/mug.jpg').path);
      await downloadedPng(page);
      await expect(page.getByRole('navigation', { name: 'Tools' })).toBeVisible();
      await tile(page, 'White').click();
      await openTool(page, 'Export');
      await page.getByRole('radio', { name: 'JPEG' }).click();
      await downloaded(page, 'JPEG');
    });

    test(`a batch is filled, counted and downloaded`, { tag: ['@translated', '@long'] }, async ({ page }) => {
      await openTranslated(page, '/en/batch', when);
      await drop(page, ...named(1));
      await expectAllDone(page, '1 image processed');
      await drop(page, { name: 'notes.jpg', bytes: Buffer.from('no image') }, ...named(1, 2));
      await expectAllDone(page, '2 images processed');
      await expect(rowOf(page, 'shoe-02').getByTitle('shoe-02.png').locator('font')).toHaveCount(0);
      const zip = await saved(page, page.getByRole('button', { name: 'Download 2' }));
      expect(zip.bytes.length).toBeGreaterThan(squarePng(1).length);
    });

    test(
      `a wrong password is reported, and the right one signs in`,
      { tag: ['@translated', '@long'] },
      async ({ page, request }) => {
        const email = newEmail();
        await newMember(request, email, password);
        await openTranslated(page, '/en/auth', when);
        await signIn(page, email, 'Wrong-Horse-9');
        await expect(main(page).locator('[data-code=invalid-credentials]')).toBeFocused();
        await signIn(page, email);
        await expect(page).toHaveURL(/\/en\/auth\/account$/);
        await expect(main(page)).toContainText(email);
      },
    );

    test(
      `feedback, membership and administration work`,
      { tag: ['@translated', '@long'] },
      async ({ page, request }) => {
        await openTranslated(page, '/en/feedback', when);
        await page.getByLabel('Your feedback').fill('A page that is translated');
        await main(page).locator('button[type=submit]').click();
        await expect(page.getByText(wordsOf('messages:feedback.submitted'))).toBeVisible();
        await expectWhole(page);

        const email = await newAdministrator(request, password);
        await openTranslated(page, '/en/admin/settings', when);
        await signIn(page, email, 'Wrong-Horse-9');
        await expect(main(page).locator('[data-code=invalid-credentials]')).toBeFocused();
        await signIn(page, email);
        await expect(main(page).getByRole('rowheader', { name: 'Member' })).toBeVisible();
        await expectWhole(page);

        await openTranslated(page, '/en/membership', when);
        await main(page).getByRole('button', { name: 'Join for free' }).click();
        await main(page).getByRole('link', { name: 'Manage membership' }).click();
        await expect(main(page).getByText(/Renews on/)).toBeVisible();
      },
    );

    test(`an ID photo is made and downloaded`, { tag: ['@translated', '@long'] }, async ({ page }) => {
      await openTranslated(page, '/en/id-photo', when);
      await page.getByRole('button', { name: 'Portrait', exact: true }).click();
      const file = page.locator('[data-slot=photo-file][data-state=ready]');
      await expect(file).toBeVisible({ timeout: 150_000 });
      await page.getByRole('slider', { name: 'Chin' }).press('ArrowUp');
      await saved(page, page.getByRole('button', { name: 'Download JPEG', exact: true }));
    });

    test(`shop photos are made and downloaded`, { tag: ['@translated', '@long'] }, async ({ page }) => {
      await openTranslated(page, '/en/ecommerce', when);
      await page.getByRole('button', { name: wordsOf('tool:sample.headphones') }).click();
      await expect(page.locator('[data-slot=shop-photos]')).toHaveAttribute('data-state', 'open', { timeout: 150_000 });
      await page.getByRole('button', { name: wordsOf('shop-photo:shop.ozon'), exact: true }).click();
      await saved(page, page.locator('[data-slot=shop-bar]').getByRole('button', { name: /^Download/ }));
    });

    test(`a background is made from words`, { tag: ['@translated', '@long'] }, async ({ page }) => {
      await openTranslated(page, '/en/ai-background', when);
      await cutOut(page, picture('small/mug.jpg').path);
      const words = page.locator('[data-slot=words-tool]');
      await words.getByRole('textbox').fill('a wooden table by a window');
      await page.keyboard.press('Enter');
      await expect(words.getByRole('radio')).toHaveCount(4);
      await words.getByRole('radio').first().click();
      await downloaded(page, 'PNG');
    });
  });
}
