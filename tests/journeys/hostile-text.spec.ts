/** Text with markup is stored in every field, and every page that could show it is opened. */
import { expect, type Page, test } from '@playwright/test';

import { pages } from '../../apps/site/src/shell/pages.ts';
import { booted, withDataSaver } from '../support/first-visit.ts';
import { newAdministrator, secretKey } from '../support/new-administrator.ts';
import { newMember } from '../support/new-member.ts';
import { injected, longMarkup, shortMarkup, storeMarkup } from '../support/stored-markup.ts';

const password = 'Correct-Horse-9';
const ofMembersAndAdministrators = pages
  .filter(({ words }) => words.some((each) => each === 'membership' || each === 'admin'))
  .map(({ path }) => `/en${path}`);

/** Collects scripts that ran, dialogs, and reports of the content security policy. */
async function watch(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.exposeFunction('reportProblem', (problem: string) => found.push(`${page.url()}: ${problem}`));
  await page.addInitScript(() => {
    const { reportProblem } = globalThis as unknown as { reportProblem: (problem: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportProblem(`the policy blocked ${blockedURI} (${violatedDirective})`),
    );
    // The markup sets this variable.
    Object.defineProperty(globalThis, 'ran', {
      set: () => {
        reportProblem('a stored script ran');
      },
    });
  });
  page.on('dialog', (dialog) => {
    found.push(`${page.url()}: a dialog`);
    void dialog.dismiss();
  });
  return found;
}

/** Opens a page, waits until it shows what is stored, and looks for elements that stored text created. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // A key press starts the application, which otherwise waits until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator(injected), address).toHaveCount(0);
}

async function signIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email', { exact: true }).fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Sign in' }).click();
}

test(
  'markup in every stored field is text on every page of members and administrators',
  { tag: ['@hostile', '@admin', '@membership', '@long'] },
  async ({ page, browser, request }) => {
    const email = `markup.${crypto.randomUUID().slice(0, 8)}@example.com`;
    const { user } = await newMember(request, email, password, shortMarkup);
    const administrator = `support.${crypto.randomUUID().slice(0, 8)}@example.com`;
    const support = await newMember(request, administrator, password);
    const superAdmin = await newAdministrator(request, password);
    const appointed = await request.post('/rest/v1/admins', {
      headers: { apikey: secretKey() },
      data: { user_id: support.user.id, role: 'support' },
    });
    expect(appointed.status()).toBe(201);
    const stored = await storeMarkup(request, user.id, support.user.id);

    await test.step('the member', async () => {
      await withDataSaver(page);
      const problems = await watch(page);
      await open(page, '/en/auth');
      await signIn(page, email);
      await expect(page).toHaveURL(/\/auth\/account$/);
      await expect(page.getByText(shortMarkup).first()).toBeVisible();
      for (const address of [...ofMembersAndAdministrators, '/en/', '/en/feedback', '/en/api']) {
        await test.step(address, () => open(page, address));
      }
      await open(page, '/en/membership/manage');
      await expect(page.getByRole('main').getByText('<img src=x onerror=ran=1>').first()).toBeVisible();
      expect(problems).toEqual([]);
    });

    await test.step('the administrator', async () => {
      const context = await browser.newContext();
      const adminPage = await context.newPage();
      await withDataSaver(adminPage);
      const problems = await watch(adminPage);
      await open(adminPage, '/en/admin/settings');
      await signIn(adminPage, superAdmin);
      await expect(adminPage.getByRole('main').getByRole('rowheader', { name: 'Member' })).toBeVisible();
      // The seller is printed on invoices of other journeys, so only this page gets one with markup.
      await adminPage.route('**/rest/v1/settings*', async (route) => {
        const response = await route.fetch();
        const rows = (await response.json()) as { key: string; value: unknown }[];
        const seller = Object.fromEntries(['name', 'address', 'tax_id', 'email'].map((field) => [field, longMarkup]));
        const others = rows.filter(({ key }) => key !== 'billing.seller');
        await route.fulfill({ response, json: [...others, { key: 'billing.seller', value: seller }] });
      });
      const shown: readonly (readonly [address: string, text: string])[] = [
        ['/en/admin/settings?part=general', longMarkup],
        ['/en/admin/settings?part=admins', longMarkup],
        ['/en/admin/settings?part=audit', shortMarkup],
        [`/en/admin/users?user=${user.id}`, shortMarkup],
        [`/en/admin/users?q=${encodeURIComponent(email)}`, shortMarkup],
        ['/en/payment-logs', shortMarkup],
        ['/en/webhook-debug', shortMarkup],
        [`/en/webhook-debug?event=${stored.event}`, shortMarkup],
      ];
      for (const [address, text] of shown) {
        await test.step(address, async () => {
          await open(adminPage, address);
          // A filter lists the same provider in options, which are not visible.
          const found = adminPage.getByRole('main').getByText(text).filter({ visible: true });
          await expect.soft(found.first(), address).toBeVisible();
        });
      }
      for (const address of ofMembersAndAdministrators) await test.step(address, () => open(adminPage, address));
      const sought = encodeURIComponent(longMarkup);
      for (const path of ['/en/admin/users', '/en/admin/revenue', '/en/webhook-debug']) {
        await test.step(`a search for markup in ${path}`, () => open(adminPage, `${path}?q=${sought}`));
      }
      expect(problems).toEqual([]);
      await context.close();
    });
    await stored.remove();
  },
);
