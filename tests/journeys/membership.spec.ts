/**
 * A member joins the offer, reads the invoice, cancels and resumes. The package's stories cover the states of the
 * pages.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, type Page, test } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { booted } from '../support/first-visit.ts';
import { newMember } from '../support/new-member.ts';
import { cutOut, drop, expectResult, fileAt } from '../support/tool-page.ts';

const password = 'Correct-Horse-9';
const photo = resolve(import.meta.dirname, '../../pictures/mug.jpg');
const anotherPhoto = resolve(import.meta.dirname, '../../pictures/bottle.jpg');

/** Signs in with the page's own form. */
async function signIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await open(page, '/en/membership');
  await main.getByRole('link', { name: 'Sign in to join' }).click();
  await main.getByLabel('Email', { exact: true }).fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('button', { name: 'Lin Wei' })
    .or(page.getByRole('link', { name: 'Lin Wei' }))
    .first()
    .waitFor();
}

/** Returns how many images wait in this browser to be counted. */
function waitingCounts(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('image_counts.')).length);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // A key press starts the application, which otherwise waits until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
}

/** Returns the text of a PDF, extracted by an independent reader. */
async function textOf(path: string): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(readFileSync(path)) }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

async function downloadInvoice(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('rowheader').getByRole('button', { name: /PDF/ }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
  return textOf(await saved.path());
}

test(
  'a member joins, sees an image counted, cancels and resumes, and gets the invoice in Russian and in Chinese',
  { tag: ['@membership', '@long'] },
  async ({ page, request }) => {
    const email = `member.${crypto.randomUUID().slice(0, 8)}@example.com`;
    await newMember(request, email, password);
    const main = page.getByRole('main');
    await signIn(page, email);
    await open(page, '/en/membership');
    await main.getByRole('button', { name: 'Join for free' }).click();
    await main.getByRole('link', { name: 'Manage membership' }).click();
    const nextYear = new Date().getUTCFullYear() + 1;
    await expect(main.getByText(new RegExp(`Renews on .*${nextYear}, free of charge`))).toBeVisible();
    await expect(main.locator('[data-kind=ai] [data-span=today]')).toHaveText('0 of 50, 50 left');

    await expect(main.locator('[data-kind=device] [data-span=today]')).toHaveText('0, no limit');
    await open(page, '/en/batch');
    await expect(main.getByText('200 at most')).toBeVisible();
    await open(page, '/en/single');
    const sent = page.waitForResponse((response) => response.url().endsWith('/rpc/count_device_images'));
    await cutOut(page, photo);
    expect((await sent).ok()).toBe(true);
    await open(page, '/en/membership/manage');
    await expect(main.locator('[data-kind=device] [data-span=today]')).toHaveText('1, no limit');

    await main.getByRole('button', { name: 'Cancel membership' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel membership' }).click();
    await expect(main.getByText(/Ends on .* and is not renewed/)).toBeVisible();
    await main.getByRole('button', { name: 'Resume membership' }).click();
    await expect(main.getByText(/Renews on/)).toBeVisible();

    await open(page, '/en/payment-logs');
    await main.getByRole('radio', { name: 'Paid' }).click();
    await expect(main.getByRole('row').filter({ hasText: 'CNY 0' })).toBeVisible();
    await main.getByRole('radio', { name: 'Refunded' }).click();
    await expect(main.getByText('No payments')).toBeVisible();
    await open(page, '/en/membership/manage');

    for (const [current, language, title, total] of [
      ['English', 'Русский', 'Счёт', 'Итого'],
      ['Русский', '中文', '账单', '合计'],
    ] as const) {
      const header = page.getByRole('banner');
      await header.getByRole('button', { name: current }).click();
      await page.getByRole('link', { name: language }).first().click();
      await header.getByRole('button', { name: language }).waitFor();
      const text = await downloadInvoice(page);
      expect(text).toContain(title);
      expect(text).toContain(total);
      expect(text).toContain(email);
    }
  },
);

test(
  'a member downloads a file with their account, membership and invoices, and nobody else’s',
  { tag: ['@membership', '@export', '@long'] },
  async ({ page, request }) => {
    const [email, another] = ['export', 'another'].map(
      (name) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.com`,
    );
    await newMember(request, String(another), password);
    const { user } = await newMember(request, String(email), password);
    const main = page.getByRole('main');
    await signIn(page, String(email));
    await open(page, '/en/membership');
    await main.getByRole('button', { name: 'Join for free' }).click();
    await main.getByRole('link', { name: 'Manage membership' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('isola-data.json');
    const text = readFileSync(await saved.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      account: { id: user.id, email },
      profile: { username: 'Lin Wei' },
      administration: null,
      subscriptions: [{ plan_id: 'member', status: 'active' }],
      invoices: [{ user_id: user.id, amount_minor: 0 }],
    });
    expect(text).not.toContain(another);
    await expect(main.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'an image counts once, even when processed again after a reload, and one processed offline counts at the next start',
  { tag: ['@membership', '@long'] },
  async ({ page, context, request }) => {
    const email = `offline.${crypto.randomUUID().slice(0, 8)}@example.com`;
    await newMember(request, email, password);
    const main = page.getByRole('main');
    const counted = () => page.waitForResponse((response) => response.url().endsWith('/rpc/count_device_images'));
    await signIn(page, email);
    await open(page, '/en/single');
    const [first] = await Promise.all([counted(), cutOut(page, photo)]);
    expect(await first.json()).toEqual({ counted: 1, left_out: 0 });

    // Processes the same image again in a reloaded page, which does not know about the first time.
    await page.reload();
    await expectResult(page);
    const [again] = await Promise.all([counted(), drop(page, fileAt(photo))]);
    expect(await again.json()).toEqual({ counted: 0, left_out: 0 });
    await expectResult(page);

    await context.setOffline(true);
    // A request that waits while the page closes would leave the browser, because only the open page is offline.
    await context.route('**/rpc/count_device_images', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/rpc/count_device_images'));
    await drop(page, fileAt(anotherPhoto));
    await expect(main.getByRole('heading', { name: 'bottle' })).toBeVisible();
    await expectResult(page);
    await expect.poll(() => waitingCounts(page)).toBe(1);
    await failed;
    await page.close();

    // The next start is on a page that processes nothing.
    await context.unroute('**/rpc/count_device_images');
    await context.setOffline(false);
    const next = await context.newPage();
    const sent = next.waitForResponse((response) => response.url().endsWith('/rpc/count_device_images'));
    await open(next, '/en/faq');
    expect(await (await sent).json()).toEqual({ counted: 1, left_out: 0 });
    await expect.poll(() => waitingCounts(next)).toBe(0);
    await open(next, '/en/membership/manage');
    await expect(next.locator('[data-kind=device] [data-span=today]')).toHaveText('2, no limit');
  },
);
