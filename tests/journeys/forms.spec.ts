import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type APIRequestContext, expect, type Page, test } from '@playwright/test';

import { withoutModel } from '../support/first-visit.ts';
import { wordsOf } from '../support/words.ts';

/**
 * Returns the operator's key, which the server created for this run in the data folder that `playwright.config.ts`
 * sets.
 */
function secretKey(): string {
  const file = resolve(import.meta.dirname, '../../test-results/data/secrets.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string }).secretKey;
}

async function rowsOf(request: APIRequestContext, query: string): Promise<Record<string, unknown>[]> {
  const response = await request.get(`/rest/v1/${query}`, { headers: { apikey: secretKey() } });
  expect(response.status()).toBe(200);
  return (await response.json()) as Record<string, unknown>[];
}

/** Returns a unique mark, because the folder may contain rows of an earlier run. */
const mark = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

test.beforeEach(({ page }) => withoutModel(page));

test('feedback reaches the operator and clears the draft', { tag: '@forms' }, async ({ page, request }) => {
  const text = `The edge of the cup is a little soft ${mark()}`;
  await page.goto('/en/feedback');
  await page.getByLabel('Your feedback').fill(text);
  await page.getByLabel('Email').fill('lin@example.com');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByText(wordsOf('messages:feedback.submitted'))).toBeVisible();
  await expect(page.getByLabel('Your feedback')).toHaveValue('');
  const rows = await rowsOf(request, `feedback?text=eq.${encodeURIComponent(text)}`);
  expect(rows).toMatchObject([{ email: 'lin@example.com', language: 'en', page: '/en/feedback', user_id: null }]);
});

async function preregister(page: Page, email: string): Promise<void> {
  await page.goto('/de/api');
  const main = page.getByRole('main');
  await main.locator('input[type=email]').fill(email);
  await main.locator('button[type=submit]').click();
  // The answer is the same each time, so that it does not reveal who is on the list.
  const answer = main.getByRole('status').filter({ hasText: 'Ihre Anfrage wurde gesendet' });
  await expect(answer).toBeFocused();
  await expect(answer).toContainText(email);
  await expect(answer).toContainText('Postfach');
}

/** Returns the links of the mails to an address, the newest first. */
async function linksTo(request: APIRequestContext, email: string): Promise<string[]> {
  const mails = (await (await request.get('/_local/mailbox.json')).json()) as { to: string; text: string }[];
  return mails.filter(({ to }) => to === email).map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
}

test(
  'a pre-registration counts once the link in its mail is confirmed',
  { tag: ['@forms', '@long'] },
  async ({ page, request }) => {
    const email = `lin-${mark()}@example.com`;
    await preregister(page, email);
    await preregister(page, email.toUpperCase());
    const read = `api_preregistrations?email=ilike.${encodeURIComponent(email)}`;
    expect(await rowsOf(request, read)).toMatchObject([{ language: 'de', confirmed_at: null }]);

    const [link = ''] = await linksTo(request, email);
    // A mail scanner opens the link with a GET request and presses nothing.
    await request.get(link);
    await page.goto(link);
    await expect(page).toHaveURL(/\/de\/api\/confirm$/);
    const main = page.getByRole('main');
    const submit = main.getByRole('button', { name: 'Voranmeldung bestätigen' });
    await expect(submit).toBeEnabled();
    expect(await rowsOf(request, read)).toMatchObject([{ confirmed_at: null }]);
    await submit.click();
    await expect(main.locator('[data-outcome=confirmed]')).toBeFocused();
    expect(await rowsOf(request, read)).toMatchObject([{ confirmed_at: expect.stringMatching(/^20/) as unknown }]);

    // In the same tab, this navigation changes only the fragment of the address.
    await page.goto(link);
    await submit.click();
    await expect(main.locator('[data-outcome=already-confirmed]')).toContainText('Bereits bestätigt');

    await preregister(page, email);
    expect(await linksTo(request, email)).toHaveLength(1);
  },
);

test('a link that confirms nothing is explained, with what to do', { tag: ['@forms', '@long'] }, async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto(`/en/api/confirm#token=${'x'.repeat(43)}`);
  const submit = main.getByRole('button', { name: 'Confirm pre-registration' });
  await expect(submit).toBeEnabled();
  await page.context().setOffline(true);
  await submit.click();
  await expect(main.getByRole('alert')).toContainText('Not confirmed yet');
  await page.context().setOffline(false);
  await submit.click();
  const expired = main.locator('[data-outcome=link-expired]');
  await expect(expired).toBeFocused();
  await expired.getByRole('link', { name: 'Pre-register again' }).click();
  await expect(page).toHaveURL(/\/en\/api$/);
  await main.locator('input[type=email]').fill(`lin-${mark()}@example.com`);
  await main.locator('button[type=submit]').click();
  await expect(main.getByRole('status').filter({ hasText: wordsOf('messages:request.submitted') })).toBeFocused();
  await page.goto('/en/api/confirm');
  await expect(main.getByText('A link is missing')).toBeVisible();
});

test('visitors cannot read what others sent', { tag: '@forms' }, async ({ request }) => {
  const { publishableKey } = (await (await request.get('/backend.json')).json()) as { publishableKey: string };
  for (const table of ['feedback', 'api_preregistrations', 'profiles', 'admins']) {
    const response = await request.get(`/rest/v1/${table}?select=*`, { headers: { apikey: publishableKey } });
    if (response.ok()) expect(await response.json(), table).toEqual([]);
    else expect([401, 403], table).toContain(response.status());
  }
});
