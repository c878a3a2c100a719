/** A member: joins the offer, reads the invoice, cancels and goes on. The pages' states lie beside the package as stories. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, type Page, test } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { booted } from '../support/first-visit.ts';
import { newMember } from '../support/new-member.ts';
import { cutOut } from '../support/tool-page.ts';

const password = 'Correct-Horse-9';
const photo = resolve(import.meta.dirname, '../../pictures/mug.jpg');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Begins, rather than waiting until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
}

/** The text of a PDF, as an independent reader finds it. */
async function textOf(path: string): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(readFileSync(path)) }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

async function downloadInvoice(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('row').getByRole('button').filter({ hasText: 'PDF' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
  return textOf(await saved.path());
}

test(
  'a member joins the offer, sees an image counted, cancels and goes on, and has the invoice in Russian and in Chinese',
  { tag: '@membership' },
  async ({ page, request }) => {
    const email = `member.${crypto.randomUUID().slice(0, 8)}@example.com`;
    await newMember(request, email, password);
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
    await open(page, '/en/membership');
    await main.getByRole('button', { name: 'Join for free' }).click();
    await main.getByRole('link', { name: 'Manage membership' }).click();
    const nextYear = new Date().getUTCFullYear() + 1;
    await expect(main.getByText(new RegExp(`Renews on .*${nextYear} for CN¥0`))).toBeVisible();
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
