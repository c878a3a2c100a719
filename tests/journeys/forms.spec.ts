import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type APIRequestContext, expect, test } from '@playwright/test';

/** The operator's own key, which the server made for this run; see `playwright.config.ts` for the folder. */
function secretKey(): string {
  const file = resolve(import.meta.dirname, '../../test-results/data/secrets.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string }).secretKey;
}

async function rowsOf(request: APIRequestContext, query: string): Promise<Record<string, unknown>[]> {
  const response = await request.get(`/rest/v1/${query}`, { headers: { apikey: secretKey() } });
  expect(response.status()).toBe(200);
  return (await response.json()) as Record<string, unknown>[];
}

/** Another for each run: the folder may hold those of an earlier one. */
const mark = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

test('feedback reaches the operator, and the draft is gone', { tag: '@forms' }, async ({ page, request }) => {
  const text = `The edge of the cup is a little soft ${mark()}`;
  await page.goto('/en/feedback');
  await page.getByLabel('Your feedback').fill(text);
  await page.getByLabel('E-mail').fill('lin@example.com');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByText('Your feedback was submitted')).toBeVisible();
  await expect(page.getByLabel('Your feedback')).toHaveValue('');
  const rows = await rowsOf(request, `feedback?text=eq.${encodeURIComponent(text)}`);
  expect(rows).toMatchObject([{ email: 'lin@example.com', language: 'en', page: '/en/feedback', user_id: null }]);
});

test('a pre-registration is kept once, however often it is sent', { tag: '@forms' }, async ({ page, request }) => {
  const email = `lin-${mark()}@example.com`;
  for (const address of [email, email.toUpperCase()]) {
    await page.goto('/de/api');
    await page.getByRole('main').locator('input[type=email]').fill(address);
    await page.getByRole('main').locator('button[type=submit]').click();
    // The same answer both times: nobody learns who is on the list.
    await expect(page.getByRole('main')).toContainText(address);
  }
  const rows = await rowsOf(request, `api_preregistrations?email=ilike.${encodeURIComponent(email)}`);
  expect(rows).toMatchObject([{ language: 'de' }]);
});

test('visitors cannot read what others sent', { tag: '@forms' }, async ({ request }) => {
  const { publishableKey } = (await (await request.get('/backend.json')).json()) as { publishableKey: string };
  for (const table of ['feedback', 'api_preregistrations', 'profiles', 'admins']) {
    const response = await request.get(`/rest/v1/${table}?select=*`, { headers: { apikey: publishableKey } });
    if (response.ok()) expect(await response.json(), table).toEqual([]);
    else expect([401, 403], table).toContain(response.status());
  }
});
