/**
 * An administrator, who proves their identity once more before anything is shown or changed. What the database refuses
 * without the proof is tested beside its migrations; here is what the pages do about it.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';

import { booted, withDataSaver } from '../support/first-visit.ts';
import { newMember } from '../support/new-member.ts';

const password = 'Correct-Horse-9';
const minute = 60_000;

/** The operator's own key, which the server made for this run; see `playwright.config.ts` for the folder. */
function secretKey(): string {
  const file = resolve(import.meta.dirname, '../../test-results/data/secrets.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string }).secretKey;
}

const newEmail = () => `admin.${crypto.randomUUID().slice(0, 8)}@example.com`;

/** An account of its own for each journey; @returns its email. */
async function newAdministrator(request: APIRequestContext): Promise<string> {
  const email = newEmail();
  const { user } = await newMember(request, email, password);
  const owner = { apikey: secretKey(), prefer: 'return=minimal' };
  const appointed = await request.post('/rest/v1/admins', {
    headers: owner,
    data: { user_id: user.id, role: 'super_admin' },
  });
  expect(appointed.status()).toBe(201);
  return email;
}

const main = (page: Page) => page.getByRole('main');
const passwordField = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
const adminSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('admin_session') ?? 'null') as unknown);
const step = (page: Page, state: 'unproven' | 'expired') => main(page).locator(`section[data-state=${state}]`);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Begins, rather than waiting until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
}

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await passwordField(page, 'Password').fill(typed);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
}

async function prove(page: Page, typed = password): Promise<void> {
  await passwordField(page, 'Current password').fill(typed);
  await main(page).getByRole('button', { name: 'Confirm', exact: true }).click();
}

test.beforeEach(({ page }) => withDataSaver(page));

test(
  'an administrator signs in on the page they wanted, and has the admin session for thirty minutes',
  { tag: '@administration' },
  async ({ page, request }) => {
    const email = await newAdministrator(request);
    await open(page, '/en/admin/settings');
    await signIn(page, email, 'Wrong-Horse-9');
    await expect(main(page).locator('[data-code=invalid-credentials]')).toBeFocused();
    expect(await adminSession(page)).toBeNull();
    await signIn(page, email);
    await expect(passwordField(page, 'Minutes until it is asked for again')).toHaveValue(/^\d+$/);
    await expect(page).toHaveURL(/\/en\/admin\/settings$/);
    const session = (await adminSession(page)) as { admin: object; expires_at: number };
    expect(session.admin).toEqual({ role: 'super_admin', permissions: [] });
    const leftMs = session.expires_at - Date.now();
    expect(leftMs).toBeGreaterThan(29 * minute);
    expect(leftMs).toBeLessThanOrEqual(30 * minute + 1_000);

    await open(page, '/en/auth/account');
    await main(page).getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => adminSession(page)).toBeNull();
    await open(page, '/en/admin/settings');
    await expect(main(page).getByText('Sign in with an administrator’s account.')).toBeVisible();
  },
);

test(
  'who is signed in already types the password once more; wrong ones count, and the fifth was the last',
  { tag: '@administration' },
  async ({ page, request }) => {
    const email = await newAdministrator(request);
    await open(page, '/en/auth');
    await signIn(page, email);
    await expect(page).toHaveURL(/\/auth\/account$/);
    await open(page, '/en/admin');
    await expect(step(page, 'unproven')).toContainText('Confirm that it is you');
    await expect(main(page).getByRole('link', { name: 'Users' })).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    for (let guess = 1; guess <= 5; guess += 1) {
      await prove(page, `Wrong-Horse-${guess}`);
      await expect(main(page).getByText('The current password is wrong')).toBeVisible();
      await expect(main(page).getByRole('button', { name: 'Confirm', exact: true })).toBeEnabled();
    }
    await prove(page);
    await expect(main(page).locator('[data-code=too-many-requests]')).toBeFocused();
    expect(await adminSession(page)).toBeNull();
  },
);

test(
  'when the time is over the page asks again, and keeps what was typed',
  { tag: '@administration' },
  async ({ page, request }) => {
    const email = await newAdministrator(request);
    await page.clock.install();
    // The clock's `performance` has no marks to wait for.
    await page.goto('/en/admin/settings');
    await page.keyboard.press('Shift');
    await signIn(page, email);
    const minutes = passwordField(page, 'Minutes until it is asked for again');
    await minutes.fill('45');
    await page.clock.fastForward(31 * minute);
    await expect(step(page, 'expired')).toBeFocused();
    await expect(step(page, 'expired')).toContainText('What you had entered on this page is still there.');
    await expect(minutes).toBeHidden();
    expect(await adminSession(page)).toBeNull();
    await prove(page);
    await expect(minutes).toBeFocused();
    await expect(minutes).toHaveValue('45');
  },
);

test(
  'what the database refuses because the proof has ended is done once the password was typed',
  { tag: '@administration' },
  async ({ page, request }) => {
    const email = await newAdministrator(request);
    await open(page, '/en/admin/settings');
    await signIn(page, email);
    const minutes = passwordField(page, 'Minutes until it is asked for again');
    await minutes.fill('30');
    // As the database answers once the time is over by its own clock, before the browser's has noticed.
    await page.route('**/rest/v1/settings*', (route) => route.fulfill({ status: 403, json: { code: '42501' } }), {
      times: 1,
    });
    await page.route(
      '**/rest/v1/rpc/admin_session',
      (route) => route.fulfill({ json: { admin: { role: 'super_admin', permissions: [] }, seconds_left: 0 } }),
      { times: 1 },
    );
    await main(page).getByRole('button', { name: 'Save' }).click();
    await expect(step(page, 'expired')).toBeFocused();
    const saved = page.waitForResponse((response) => /\/rest\/v1\/settings/.test(response.url()) && response.ok());
    await prove(page);
    await saved;
    await expect(page.locator('[data-slot=toast]').filter({ hasText: 'The setting is saved' })).toBeVisible();
    const rows = await request.get('/rest/v1/settings?key=eq.admin.identity_minutes&select=value', {
      headers: { apikey: secretKey() },
    });
    expect(await rows.json()).toEqual([{ value: 30 }]);
  },
);

test(
  'a member is no administrator, whatever their browser stores',
  { tag: '@administration' },
  async ({ page, request }) => {
    const email = newEmail();
    await newMember(request, email, password);
    await open(page, '/en/admin/users');
    await page.evaluate(() => {
      const admin = { role: 'super_admin', permissions: ['all'] };
      localStorage.setItem('admin_session', JSON.stringify({ admin, expires_at: Date.now() + 3_600_000 }));
    });
    await signIn(page, email);
    await expect(main(page).getByText('This account is not an administrator')).toBeVisible();
    await expect(main(page)).toContainText(email);
    expect(await adminSession(page)).toBeNull();
  },
);
