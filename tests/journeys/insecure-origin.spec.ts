import { expect, test } from '@playwright/test';

import { testBrowserPath } from '../../scripts/chromium.ts';
import { openTool, panel, tile } from '../support/editor-page.ts';
import { booted, consoleErrors, withDataSaver } from '../support/first-visit.ts';
import { newMember } from '../support/new-member.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, expectResult, sessionView } from '../support/tool-page.ts';
import { expectTwoTabsSave } from '../support/two-tabs.ts';
import { wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg');
const port = process.env['JOURNEY_PORT'] ?? '4719';

// Chromium trusts loopback addresses and `localhost`. Any other name over HTTP is an insecure origin, like a LAN
// address.
test.use({
  baseURL: `http://isola.test:${port}`,
  launchOptions: {
    executablePath: testBrowserPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP isola.test 127.0.0.1'],
  },
});

/** Matches Chromium's message that it ignores the isolation headers in an insecure context. */
const isAboutIsolation = (error: string) => error.includes('Cross-Origin-Opener-Policy');

test('the whole tool works over plain HTTP on a local network', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  const errors = consoleErrors(page);
  await page.goto('/en/single');
  expect(
    await page.evaluate(() => ({
      isSecureContext,
      crossOriginIsolated,
      missing: ['serviceWorker', 'clipboard', 'locks', 'storage'].filter((name) => name in navigator),
      caches: 'caches' in globalThis,
      randomUUID: 'randomUUID' in crypto,
    })),
  ).toEqual({ isSecureContext: false, crossOriginIsolated: false, missing: [], caches: false, randomUUID: false });

  await cutOut(page, mug.path);
  await expect(sessionView(page)).toHaveAttribute('data-thread', 'worker');
  const cutout = await downloadedPng(page);
  expect(iouWithTruth('small/mug.jpg', cutout.bytes)).toBeGreaterThan(0.9);

  await tile(page, 'Black').click();
  await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
  const onBlack = await downloadedPng(page);
  expect(onBlack.png.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  await openTool(page, 'Export');
  await expect(panel(page).getByText('Saved in this browser')).toBeVisible();

  await page.reload();
  await expectResult(page);
  await expect(tile(page, 'Black')).toHaveAttribute('aria-pressed', 'true');
  expect((await downloadedPng(page)).png.data.equals(onBlack.png.data)).toBe(true);
  expect(errors.filter((error) => !isAboutIsolation(error))).toEqual([]);
});

test(
  'over plain HTTP two tabs with one image each save their own steps',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    await page.goto('/en/single');
    await cutOut(page, mug.path);
    await expectTwoTabsSave(page, 'mug.jpg');
  },
);

test('over plain HTTP the page explains why it is slower', { tag: ['@hostile', '@long'] }, async ({ page }) => {
  await page.goto('/en/single');
  await cutOut(page, mug.path);
  await expect(page.getByText('isn’t served over HTTPS')).toBeVisible();
});

test(
  'over plain HTTP a member joins, and an image is counted',
  { tag: ['@hostile', '@long'] },
  async ({ page, playwright }) => {
    // The test runner cannot resolve the other name; this is the same server.
    const request = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${port}` });
    const email = `plain.${crypto.randomUUID().slice(0, 8)}@example.com`;
    await newMember(request, email, 'Correct-Horse-9');
    const errors = consoleErrors(page);
    const main = page.getByRole('main');
    await page.goto('/en/membership');
    await main.getByRole('link', { name: 'Sign in to join' }).click();
    await main.getByLabel('Email', { exact: true }).fill(email);
    await main.getByLabel('Password', { exact: true }).fill('Correct-Horse-9');
    await main.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('banner').getByText('Lin Wei').first()).toBeVisible();
    await page.goto('/en/membership');
    await main.getByRole('button', { name: 'Join for free' }).click();
    await expect(main.getByRole('link', { name: 'Manage membership' })).toBeVisible();

    await page.goto('/en/single');
    const counted = page.waitForResponse((response) => response.url().endsWith('/rpc/count_device_images'));
    await cutOut(page, mug.path);
    expect((await counted).ok()).toBe(true);
    expect(errors.filter((error) => !isAboutIsolation(error))).toEqual([]);
  },
);

test(
  'over plain HTTP the account and membership pages open without errors',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    const errors = consoleErrors(page);
    await page.goto('/en/auth');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/en/membership');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(errors.filter((error) => !isAboutIsolation(error))).toEqual([]);
  },
);

test('airplane mode says why it cannot be turned on', { tag: ['@airplane', '@long'] }, async ({ page }) => {
  await withDataSaver(page);
  await page.goto('/en/single');
  await booted(page);
  await page.getByRole('button', { name: wordsOf('common:nav.open') }).click();
  await page
    .getByRole('navigation')
    .getByRole('button', { name: wordsOf('common:airplane.title') })
    .click();
  await expect(page.getByRole('alertdialog')).toContainText(wordsOf('common:airplane.cannot.insecure'));
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-slot=proof-strip]')).toHaveAttribute('data-state', 'open');
});
