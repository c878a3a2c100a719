/** The privacy badge: it reads 0 B in every tool and turns amber for every request that may have contained an image. */
import { expect, type Locator, type Page, test } from '@playwright/test';

import { expectAllDone, named, rows } from '../support/batch-page.ts';
import { openInEditor, panel, saved, tile } from '../support/editor-page.ts';
import { booted } from '../support/first-visit.ts';
import { newMember } from '../support/new-member.ts';
import { picture } from '../support/pictures.ts';
import { drop, openBarMenu, sessionView, withLittleMemory } from '../support/tool-page.ts';

const mug = picture('small/mug.jpg').path;
const amber = 'Requests to check';

/** Finds the badge by its text, so that an amber badge is found too. */
const badge = (page: Page): Locator => page.getByRole('button', { name: /of your images? sent$|^Requests to check$/ });
const networkLog = (page: Page): Locator => page.locator('[data-slot=network-log]');
const flagged = (page: Page): Locator => networkLog(page).locator('[data-slot=network-log-flagged] tbody tr');

/** Opens the log and closes it again. Expects no flagged request and the given start of the count. */
async function expectNothingSent(page: Page, since: string): Promise<void> {
  await badge(page).click();
  await expect(networkLog(page).locator('[data-slot=picture-out]')).toHaveText(/^0\sB of your images? sent$/);
  await expect(flagged(page)).toHaveCount(0);
  await expect(networkLog(page).getByRole('heading', { level: 4 })).toContainText(since);
  await page.keyboard.press('Escape');
  await expect(networkLog(page)).toBeHidden();
}

/** Makes four backgrounds. The page then asks the server whether a provider is set up. */
async function makeBackgrounds(page: Page): Promise<void> {
  const words = page.locator('[data-slot=words-tool]');
  await words.getByRole('textbox').fill('a white marble table');
  await page.keyboard.press('Enter');
  await expect(words.getByRole('radio')).toHaveCount(4);
}

test(
  'the badge reads 0 B for one image with backgrounds from words',
  { tag: ['@badge', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug);
    await tile(page, 'Blurred original').click();
    await expectNothingSent(page, 'Since this image was opened');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openInEditor(page, mug, '/en/ai-background');
    await makeBackgrounds(page);
    expect(asked.filter((address) => address.endsWith('/functions/v1/generate-background'))).not.toEqual([]);
    await expectNothingSent(page, 'Since this image was opened');
  },
);

for (const path of ['/en/id-photo', '/en/ecommerce', '/en/product-photo']) {
  test(`the badge reads 0 B on ${path}`, { tag: ['@badge', '@long'] }, async ({ page }) => {
    await openInEditor(page, mug);
    await saved(page);
    await page.goto(path);
    await page.getByRole('button', { name: 'Continue with mug.jpg' }).click();
    await expectNothingSent(page, 'Since this image was opened');
  });
}

test(
  'the badge reads 0 B for a batch and for one of its images in the editor',
  { tag: ['@badge', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    await expectNothingSent(page, 'Since this page was opened');
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await tile(page, 'White').click();
    await expectNothingSent(page, 'Since this image was opened');
    await page.getByRole('button', { name: 'Done' }).click();
    await expectNothingSent(page, 'Since this page was opened');
  },
);

test(
  'the badge reads 0 B for a member who visited the account pages',
  { tag: ['@badge', '@long'] },
  async ({ page, request }) => {
    const email = `badge.${crypto.randomUUID().slice(0, 8)}@example.com`;
    await newMember(request, email, 'Correct-Horse-9');
    await openInEditor(page, mug);
    await openBarMenu(page);
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    const main = page.getByRole('main');
    await main.getByLabel('Email', { exact: true }).fill(email);
    await main.getByLabel('Password', { exact: true }).fill('Correct-Horse-9');
    await main.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Lin Wei' }).click();
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'Membership' }).click();
    await main.getByRole('button', { name: 'Join for free' }).click();
    await main.getByRole('link', { name: 'Manage membership' }).click();
    await expect(main.getByText('Renews on')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Single image' }).click();
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done');
    await expectNothingSent(page, 'Since this image was opened');
  },
);

const senders = {
  'a POST by fetch': () => void fetch('/functions/v1/image-proxy', { method: 'POST', body: new Uint8Array(50_000) }),
  'an XMLHttpRequest': () => {
    const request = new XMLHttpRequest();
    request.open('POST', '/functions/v1/image-proxy');
    request.send(new Uint8Array(50_000));
  },
  'a beacon': () => void navigator.sendBeacon('/functions/v1/image-proxy', new Uint8Array(50_000)),
} as const;

for (const [name, send] of Object.entries(senders)) {
  test(
    `${name} with a body turns the badge amber and is the first row of the log`,
    { tag: ['@badge', '@long'] },
    async ({ page }) => {
      await openInEditor(page, mug);
      await expectNothingSent(page, 'Since this image was opened');
      await page.evaluate(send);
      await expect(badge(page)).toHaveText(amber);
      await badge(page).click();
      await expect(flagged(page)).toHaveCount(1);
      const first = networkLog(page).locator('tbody tr').first();
      await expect(first).toHaveAttribute('data-url', /image-proxy$/);
      await expect(first).toContainText('more than a little text · sent 50 kB');
    },
  );
}

test(
  'a body sent before the editor is loaded turns the badge amber',
  { tag: ['@badge', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug);
    await page.goto('/en/batch');
    await booted(page);
    await page.evaluate(senders['a POST by fetch']);
    await drop(page, ...named(1));
    await expect(badge(page)).toHaveText(amber);
  },
);

test(
  'a body sent right after the first script turns the badge amber',
  { tag: ['@badge', '@long'] },
  async ({ page }) => {
    // At this event the first script has run and the application has not been loaded yet.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        void fetch('/functions/v1/image-proxy', { method: 'POST', body: new Uint8Array(50_000) });
      });
    });
    await page.goto('/en/batch');
    await booted(page);
    await drop(page, ...named(1));
    await expect(badge(page)).toHaveText(amber);
  },
);
