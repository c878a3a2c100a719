/**
 * An administrator confirms their identity again before the pages show or change anything. The database's own checks
 * are tested next to its migrations; these journeys test the pages.
 */
import { readFileSync } from 'node:fs';

import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

import { booted, withDataSaver } from '../support/first-visit.ts';
import { newAdministrator, secretKey } from '../support/new-administrator.ts';
import { newMember } from '../support/new-member.ts';
import { signOut } from '../support/sign-out.ts';

const password = 'Correct-Horse-9';
const minute = 60_000;

const newEmail = () => `admin.${crypto.randomUUID().slice(0, 8)}@example.com`;

const main = (page: Page) => page.getByRole('main');
const passwordField = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
const adminSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('admin_session') ?? 'null') as unknown);
const step = (page: Page, state: 'unproven' | 'expired') => main(page).locator(`section[data-state=${state}]`);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // A key press starts the application, which otherwise waits until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
}

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await passwordField(page, 'Password').fill(typed);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
}

/** Answers the next requests for the admin session in place of the database. */
function answerAdminSession(
  page: Page,
  left: { seconds_left: number; writes_seconds_left: number },
  times = 1,
): Promise<unknown> {
  const json = { admin: { role: 'super_admin', permissions: [] }, second_factor: 'none', ...left };
  return page.route('**/rest/v1/rpc/admin_session', (route) => route.fulfill({ json }), { times });
}

async function prove(page: Page, typed = password): Promise<void> {
  await passwordField(page, 'Current password').fill(typed);
  await main(page).getByRole('button', { name: 'Confirm', exact: true }).click();
}

test.beforeEach(({ page }) => withDataSaver(page));

test(
  'an administrator signs in on the requested page and gets an admin session of eight hours',
  { tag: ['@administration', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
    await open(page, '/en/admin/settings');
    await signIn(page, email, 'Wrong-Horse-9');
    await expect(main(page).locator('[data-code=invalid-credentials]')).toBeFocused();
    expect(await adminSession(page)).toBeNull();
    await signIn(page, email);
    await expect(main(page).getByRole('rowheader', { name: 'Member' })).toBeVisible();
    await expect(page).toHaveURL(/\/en\/admin\/settings$/);
    const session = (await adminSession(page)) as { admin: object; expires_at: number };
    expect(session.admin).toEqual({ role: 'super_admin', permissions: [] });
    const leftMs = session.expires_at - Date.now();
    expect(leftMs).toBeGreaterThan(479 * minute);
    expect(leftMs).toBeLessThanOrEqual(480 * minute + 1_000);

    await open(page, '/en/auth/account');
    await signOut(page);
    await expect.poll(() => adminSession(page)).toBeNull();
    await open(page, '/en/admin/settings');
    await expect(main(page).getByText('Sign in with an administrator’s account.')).toBeVisible();
  },
);

test(
  'an administrator who is signed in enters the password again, and is locked out after five wrong ones',
  { tag: ['@administration', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
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
  'a change rejected because the confirmation expired is made after the password was entered',
  { tag: ['@administration', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
    await open(page, '/en/admin/settings');
    await signIn(page, email);
    await main(page).getByRole('button', { name: 'Change: Minutes until it is asked for again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Minutes until it is asked for again' });
    await dialog.getByLabel('Minutes until it is asked for again').fill('30');
    // Simulates the database, whose clock reaches the end of the session before the browser's does.
    await page.route('**/rest/v1/settings*', (route) => route.fulfill({ status: 403, json: { code: '42501' } }), {
      times: 1,
    });
    await answerAdminSession(page, { seconds_left: 3_600, writes_seconds_left: 0 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(step(page, 'expired')).toBeFocused();
    const saved = page.waitForResponse((response) => /\/rest\/v1\/settings/.test(response.url()) && response.ok());
    await prove(page);
    await saved;
    await expect(page.locator('[data-slot=toast]').filter({ hasText: 'Saved: Minutes until' })).toBeVisible();
    await expect(dialog).toBeHidden();
    const rows = await request.get('/rest/v1/settings?key=eq.admin.identity_minutes&select=value', {
      headers: { apikey: secretKey() },
    });
    expect(await rows.json()).toEqual([{ value: 30 }]);
  },
);

test(
  'a change that fails after the password was entered again keeps the input, and an empty field is named',
  { tag: ['@administration', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
    await open(page, '/en/admin/settings');
    await signIn(page, email);
    await main(page).getByRole('button', { name: 'Change seller' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change seller' });
    await dialog.getByRole('button', { name: 'Save seller' }).click();
    await expect(dialog.getByText('Fill this in.')).toBeVisible();
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await dialog.getByLabel('Name', { exact: true }).fill('Isola Studio');
    await dialog.getByLabel('Address').fill('1 Mill Lane\nLeeds');
    await dialog.getByLabel('Tax rate in percent').fill('7.7');
    const answers = [
      { status: 403, json: { code: '42501' } },
      { status: 500, json: { message: 'the disk is full' } },
    ];
    await page.route('**/rest/v1/settings*', (route) => route.fulfill(answers.shift() ?? {}), { times: 2 });
    await answerAdminSession(page, { seconds_left: 3_600, writes_seconds_left: 0 });
    await dialog.getByRole('button', { name: 'Save seller' }).click();
    await prove(page);
    await expect(dialog.getByText('the disk is full')).toBeVisible();
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Isola Studio');
    await expect(dialog.getByLabel('Address')).toHaveValue('1 Mill Lane\nLeeds');
    await expect(dialog.getByLabel('Tax rate in percent')).toHaveValue('7.7');
  },
);

/** Functions that the database offers only to administrators, with arguments as the pages send them. */
const calls = [
  ['admin_dashboard', { days: 30 }],
  ['admin_revenue', { first_day: '2026-11-01', last_day: '2026-11-30' }],
  ['admin_payments', {}],
  ['admin_webhooks', {}],
  ['admin_audit', {}],
  ['admin_list_admins', {}],
  ['admin_health', {}],
  ['admin_disable_user', { person: '00000000-0000-4000-8000-000000000000', reason: 'x' }],
] as const;

/** Returns the names of the functions that the server answered for the page's own session. */
async function answeredCalls(page: Page, request: APIRequestContext): Promise<string[]> {
  const { publishableKey } = (await (await request.get('/backend.json')).json()) as { publishableKey: string };
  return page.evaluate(
    async ({ calls, apikey }) => {
      const stored = Object.entries(localStorage).find(([, value]) => value.includes('access_token'))?.[1] ?? '{}';
      const { access_token: token } = JSON.parse(stored) as { access_token?: string };
      const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answers = await Promise.all(
        calls.map(async ([name, body]) => {
          const { ok } = await fetch(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
          return ok ? [name] : [];
        }),
      );
      return answers.flat();
    },
    { calls, apikey: publishableKey },
  );
}

test(
  'an administrator with users.read sees users, and the server rejects everything else',
  { tag: ['@admin', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password, { role: 'support', permissions: ['users.read'] });
    await open(page, '/en/admin/users');
    await signIn(page, email);
    await main(page).getByLabel('Search', { exact: true }).fill(email);
    await expect(main(page).getByRole('rowheader')).toHaveText([email]);
    await expect(page).toHaveURL(/q=admin/);
    await expect(main(page).getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await main(page).getByRole('link', { name: email }).click();
    await expect(main(page).getByRole('heading', { name: email })).toBeVisible();
    await main(page).getByRole('link', { name: 'Dashboard' }).click();
    await expect(main(page).getByRole('figure', { name: 'New users' })).toBeVisible();
    await expect(main(page).getByRole('figure', { name: /^Revenue/ })).toHaveCount(0);
    const pages = main(page).getByRole('navigation', { name: 'Administration pages' });
    await expect(pages.getByRole('link')).toHaveText(['Dashboard', 'Users', 'Settings']);
    await main(page).getByRole('link', { name: 'Settings' }).click();
    await expect(main(page).getByRole('radio')).toHaveCount(1);
    for (const [path, permission] of [
      ['/en/admin/revenue', 'revenue.read'],
      ['/en/admin/settings?part=general', 'settings.read'],
      ['/en/webhook-debug', 'webhooks.read'],
    ] as const) {
      await open(page, path);
      await expect(main(page).locator(`[data-permission='${permission}']`)).toBeVisible();
    }
    expect(await answeredCalls(page, request)).toEqual(['admin_dashboard']);
  },
);

test(
  'a member does not become an administrator by editing the browser’s storage',
  { tag: ['@administration', '@admin'] },
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
    await expect(main(page).getByRole('table')).toHaveCount(0);
    expect(await answeredCalls(page, request)).toEqual([]);
  },
);

const factorStep = (page: Page, name: 'give' | 'needed') =>
  main(page).locator(`section[data-state=second-factor-${name}]`);

/**
 * Returns the code that an authenticator app shows for the key on the page. @param early seconds by which its clock is
 * fast.
 */
async function codeOf(page: Page, early = 0): Promise<{ secret: string; code: string }> {
  const written =
    (await main(page)
      .getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      .textContent()) ?? '';
  const secret = written.replaceAll(' ', '');
  return { secret, code: codeFrom(secret, early) };
}

const codeFrom = (secret: string, early = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + early * 1_000 });

test(
  'an administrator sets up a second factor, uses it at the next sign-in and removes it with a recovery code',
  { tag: ['@admin', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
    await open(page, '/en/admin/settings');
    await signIn(page, email);
    await main(page).getByRole('link', { name: 'To your second factor' }).click();
    await main(page).getByRole('button', { name: 'Set up second factor' }).click();
    const { secret, code } = await codeOf(page);
    await main(page)
      .getByLabel('Code from your app')
      .fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await main(page).getByRole('button', { name: 'Turn on' }).click();
    const codes = main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recovery = (await codes.first().textContent()) ?? '';
    const saved = page.waitForEvent('download');
    await main(page).getByRole('button', { name: 'Save as a file' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8').split('\n')).toContain(recovery);
    await main(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(main(page).getByText('10 recovery codes left')).toBeVisible();

    await open(page, '/en/auth/account');
    await signOut(page);
    await expect.poll(() => adminSession(page)).toBeNull();
    await open(page, '/en/admin/settings?part=second-factor');
    await signIn(page, email);
    await expect(factorStep(page, 'give')).toBeFocused();
    expect(await adminSession(page)).toBeNull();
    expect(await answeredCalls(page, request)).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const field = main(page).getByLabel('Code from your app');
    // This code was already used for the setup.
    await field.fill(code);
    await field.press('Enter');
    await expect(main(page).getByText('This code is not right.')).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(codeFrom(secret, 30));
    await field.press('Enter');
    await expect(main(page).getByText('10 recovery codes left')).toBeVisible();

    await main(page).getByRole('button', { name: 'Remove second factor' }).click();
    await main(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await main(page).getByLabel('Recovery code').fill(recovery);
    await main(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(main(page).getByText('Not set up')).toBeVisible();
  },
);

test(
  'when a second factor is required, setting one up needs a code from the mailbox in addition to the password',
  { tag: ['@admin', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
    const json = { admin: { role: 'super_admin', permissions: [] }, seconds_left: 60, writes_seconds_left: 60 };
    await page.route('**/rest/v1/rpc/admin_session', (route) =>
      route.fulfill({ json: { ...json, second_factor: 'needed' } }),
    );
    let isByMail = false;
    await page.route('**/rest/v1/rpc/second_factor_status', (route) =>
      route.fulfill({
        json: { enrolled: false, required: true, state: 'needed', recovery_codes_left: 0, needs_mail: !isByMail },
      }),
    );
    await open(page, '/en/admin/settings');
    await signIn(page, email);
    await expect(main(page).getByRole('heading', { name: 'First show that the mailbox is yours' })).toBeVisible();
    await expect(main(page).getByText(email)).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Set up second factor' })).toHaveCount(0);
    expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
    await main(page).getByRole('button', { name: 'Send code' }).click();
    const field = main(page).getByRole('textbox', { name: 'Code' });
    await field.waitFor();
    const mails = (await (await request.get('/_local/mailbox.json')).json()) as { to: string; text: string }[];
    const code = /^\d{6}$/m.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
    await field.fill(code);
    isByMail = true;
    await main(page).getByRole('button', { name: 'Confirm', exact: true }).click();
    await main(page).getByRole('button', { name: 'Set up second factor' }).click();
    await expect(main(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  },
);

test(
  'when every administrator needs a second factor, one without is led to the setup before anything is shown',
  { tag: ['@admin', '@long'] },
  async ({ page, request }) => {
    const email = await newAdministrator(request, password);
    // Simulates the database's answer. The setting itself would also affect the journeys that run in parallel.
    const json = { admin: { role: 'super_admin', permissions: [] }, seconds_left: 60, writes_seconds_left: 60 };
    await page.route('**/rest/v1/rpc/admin_session', (route) =>
      route.fulfill({ json: { ...json, second_factor: 'needed' } }),
    );
    await open(page, '/en/admin/settings');
    await signIn(page, email);
    await expect(factorStep(page, 'needed')).toBeFocused();
    await main(page).getByRole('button', { name: 'Set up second factor' }).click();
    const { code } = await codeOf(page);
    await main(page).getByLabel('Code from your app').fill(code);
    await page.unroute('**/rest/v1/rpc/admin_session');
    await main(page).getByRole('button', { name: 'Turn on' }).click();
    await main(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(main(page).getByRole('rowheader', { name: 'Member' })).toBeVisible();
    expect(await adminSession(page)).toMatchObject({ admin: { role: 'super_admin' } });
  },
);
