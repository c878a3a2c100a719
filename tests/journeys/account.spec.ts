/**
 * The life of an account, from registration to deletion, with the embedded backend. Mails are read from the local
 * mailbox.
 */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';

import { contrastAlone, violations } from '../support/accessibility.ts';
import { coversFault } from '../support/covers-fault.ts';
import { withMovableClock } from '../support/fault-switch.ts';
import { booted, consoleErrors, withDataSaver } from '../support/first-visit.ts';
import { newMember } from '../support/new-member.ts';
import { signOut } from '../support/sign-out.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

interface Mail {
  readonly to: string;
  readonly text: string;
}

const password = 'Correct-Horse-9';

/** Returns a new address on each call, because the journeys share one server. */
const newEmail = () => `lin.${crypto.randomUUID().slice(0, 8)}@example.com`;

async function mailsTo(request: APIRequestContext, email: string): Promise<string[]> {
  const mails = (await (await request.get('/_local/mailbox.json', { maxRetries: 3 })).json()) as Mail[];
  return mails.filter(({ to }) => to === email).map(({ text }) => text);
}

/** Returns the newest mail to an address, once `count` mails have arrived. */
async function newestMail(request: APIRequestContext, email: string, count: number) {
  await expect.poll(async () => (await mailsTo(request, email)).length).toBe(count);
  const [text = ''] = await mailsTo(request, email);
  return { link: /https?:\/\/\S+/.exec(text)?.[0] ?? '', code: /\b\d{6}\b/.exec(text)?.[0] ?? '' };
}

const main = (page: Page) => page.getByRole('main');
const emailField = (page: Page) => main(page).getByLabel('Email', { exact: true });
const passwordField = (page: Page, name = 'Password') => main(page).getByLabel(name, { exact: true });
const toast = (page: Page, title: string) => page.locator('[data-slot=toast]').filter({ hasText: title });
const inHeader = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // A key press starts the application, which otherwise waits until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
}

async function register(page: Page, email: string): Promise<void> {
  await open(page, '/en/auth?mode=register');
  await main(page).getByLabel('Username').fill('Lin Wei');
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await main(page).getByRole('button', { name: 'Register' }).click();
  await expect(main(page).getByRole('status').filter({ hasText: 'Check your email' })).toContainText(email);
}

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(typed);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
}

/** Confirms with the code instead of the link, which is faster and equivalent. */
async function registerAndConfirm(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await register(page, email);
  await main(page)
    .getByLabel('Code')
    .fill((await newestMail(request, email, 1)).code);
  await main(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/en\/auth\/account$/);
  await expect(main(page)).toContainText(email);
}

/** Registers a member and signs in with the password. Such a session needs the current password for every change. */
async function joinAndSignIn(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await newMember(request, email, password);
  await open(page, '/en/auth');
  await signIn(page, email);
  await expect(page).toHaveURL(/\/en\/auth\/account$/);
}

test.beforeEach(async ({ page }) => withDataSaver(page));

test(
  'an account is registered, confirmed by mail, signed out and in, given a new password and deleted',
  { tag: '@account' },
  async ({ page, request }) => {
    const email = newEmail();
    await register(page, email);
    await expectMessage(main(page), 'messages:signUp.done', { email });
    await expect(main(page).getByRole('link', { name: 'Open the local mailbox' })).toHaveAttribute(
      'href',
      '/_local/mailbox',
    );

    await page.goto((await newestMail(request, email, 1)).link);
    await expect(page, 'the URL no longer contains the link’s token').toHaveURL(/\/en\/auth\/confirm$/);
    await expect(main(page)).toContainText(`This confirms ${email} for your account at 127.0.0.1:`);
    await main(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(main(page).getByText('Your email is confirmed, and you are signed in')).toBeVisible();
    await expect(inHeader(page, 'Lin Wei')).toBeVisible();

    await main(page).getByRole('link', { name: 'See the account' }).click();
    await expect(main(page)).toContainText(email);
    const reloaded = page.waitForEvent('load');
    await main(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(toast(page, wordsOf('messages:signOut.done'))).toBeVisible();
    await reloaded;
    await expect(main(page).getByText('You are not signed in')).toBeVisible();

    await open(page, '/en/auth?next=%2Fen%2Fmembership');
    await signIn(page, email, 'Wrong-Horse-9');
    await expect(toast(page, wordsOf('messages:signIn.failed.title'))).toContainText(
      wordsOf('messages:credentials.invalid.title'),
    );
    await expect(main(page)).not.toContainText('Invalid login credentials');
    await expect(main(page).locator('[data-code=invalid-credentials]')).toBeFocused();
    await expectMessage(main(page), 'messages:credentials.invalid');
    await expect(emailField(page)).toHaveValue(email);
    await signIn(page, email);
    await expect(page).toHaveURL(/\/en\/membership$/);
    await expect(toast(page, wordsOf('messages:signIn.done', { name: 'Lin Wei' }))).toBeVisible();

    await open(page, '/en/auth/account');
    await signOut(page);
    await open(page, '/en/auth/forgot');
    await emailField(page).fill(email);
    await main(page).getByRole('button', { name: 'Set a new password' }).click();
    await expect(main(page).getByText('Check your email')).toBeVisible();
    await page.goto((await newestMail(request, email, 2)).link);
    await expect(page).toHaveURL(/\/en\/auth\/reset$/);
    await expect(main(page)).toContainText(email);
    await passwordField(page, 'New password').fill('short');
    await main(page).getByRole('button', { name: 'Save the new password' }).click();
    await expect(passwordField(page, 'New password')).toHaveAccessibleDescription(/./);
    await passwordField(page, 'New password').fill('Battery-Staple-7');
    await main(page).getByRole('button', { name: 'Save the new password' }).click();
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    await expect(toast(page, 'Your password was changed')).toBeVisible();

    // A session that began with a link needs no password for ten minutes, so the journey signs in with the password.
    await signOut(page);
    await open(page, '/en/auth');
    await signIn(page, email, 'Battery-Staple-7');
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    await main(page).getByRole('button', { name: 'Delete the account…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await expect(dialog.getByText('The current password is wrong')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill('Battery-Staple-7');
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await expect(main(page).getByRole('status').filter({ hasText: 'Your account is deleted' })).toBeFocused();

    await open(page, '/en/auth');
    await signIn(page, email, 'Battery-Staple-7');
    await expect(toast(page, 'Sign-in failed')).toContainText(wordsOf('messages:credentials.invalid.title'));
  },
);

const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

test(
  'changing the password needs the current one, and the owner is informed by mail',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await joinAndSignIn(page, request, email);
    const form = section(page, 'Password');
    await form.getByLabel('New password', { exact: true }).fill('Battery-Staple-7');
    await form.getByRole('button', { name: 'Change the password' }).click();
    await expect(form.getByLabel('Current password', { exact: true })).toBeFocused();
    await expect(form).toContainText(wordsOf('messages:password.required.title'));
    await form.getByLabel('Current password', { exact: true }).fill('Wrong-Horse-9');
    await form.getByRole('button', { name: 'Change the password' }).click();
    await expect(toast(page, 'The password was not changed')).toBeVisible();
    await expect(form).toContainText(wordsOf('messages:password.wrong.title'));
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByLabel('New password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Change the password' }).click();
    await expect(form).toContainText(wordsOf('messages:password.same.title'));
    await form.getByLabel('New password', { exact: true }).fill('Battery-Staple-7');
    await form.getByRole('button', { name: 'Change the password' }).click();
    await expect(toast(page, 'Your password was changed')).toBeVisible();
    await expect(form.getByLabel('New password', { exact: true })).toHaveValue('');
    const [notice] = await mailsTo(request, email);
    expect(notice).toContain('/en/auth/forgot');
  },
);

test(
  'an email address changes once the new one confirms, and the owner of the old one can undo it',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    const next = newEmail();
    await joinAndSignIn(page, request, email);
    const form = section(page, 'Email');
    await form.getByLabel('New email').fill(next);
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Change the email' }).click();
    const sent = form.getByRole('status').filter({ hasText: 'Confirm your new email' });
    await expect(sent).toBeFocused();
    await expect(sent).toContainText(next);
    await page.goto((await newestMail(request, next, 1)).link);
    await main(page).getByRole('button', { name: 'Use this email' }).click();
    await expect(main(page).getByText('Your new email is confirmed')).toBeVisible();

    const { link } = await newestMail(request, email, 2);
    expect(link).toContain('/en/auth/restore#token=');
    await page.goto(link);
    await expect(page).toHaveURL(/\/en\/auth\/restore$/);
    await main(page).getByRole('button', { name: 'Restore the previous email' }).click();
    const restored = main(page).getByRole('status').filter({ hasText: 'Your previous email is restored' });
    await expect(restored).toBeFocused();
    await expect(inHeader(page, 'Lin Wei')).toHaveCount(0);

    await page.goto(link);
    await main(page).getByRole('button', { name: 'Restore the previous email' }).click();
    await expect(main(page).locator('[data-code=link-expired]')).toBeFocused();
    await expectMessage(main(page), 'messages:link.expired');
    await open(page, '/en/auth/restore');
    await expect(main(page).getByText('This page needs the link from our message')).toBeVisible();
    await open(page, '/en/auth');
    await signIn(page, email);
    await expect(toast(page, 'Sign-in failed')).toBeVisible();
  },
);

test(
  'a session that began with a mailed link needs no password, and the page shows until when',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await registerAndConfirm(page, request, email);
    await expect(main(page).getByText('You signed in by email: no password is needed until').first()).toBeVisible();
    await expect(main(page).getByLabel('Current password', { exact: true })).toHaveCount(0);
    await main(page).getByRole('button', { name: 'Delete the account…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('somebody@example.com');
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await expect(dialog.getByText('This is not the email of the account.')).toBeVisible();
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await expect(main(page).getByRole('status').filter({ hasText: 'Your account is deleted' })).toBeFocused();
    await expect.poll(async () => (await mailsTo(request, email))[0]).toContain('were deleted');
  },
);

test(
  'password rules are ticked off while typing, and the server rejects a password that breaks them',
  { tag: ['@account', '@long'] },
  async ({ page }) => {
    await open(page, '/en/auth?mode=register');
    await main(page).getByLabel('Username').fill('Lin Wei');
    await emailField(page).fill(newEmail());
    const isMet = async (length: boolean, leaked: boolean) => {
      const rule = (key: 'length' | 'leaked') =>
        main(page)
          .getByRole('listitem')
          .filter({ hasText: wordsOf(`auth:password.rule.${key}`, { count: 10 }) });
      await expect(rule('length')).toHaveAttribute('data-state', length ? 'met' : 'open');
      await expect(rule('leaked')).toHaveAttribute('data-state', leaked ? 'met' : 'open');
    };
    const refused = async (typed: string) => {
      await passwordField(page).fill(typed);
      await expect(main(page)).toContainText(wordsOf('auth:password.strength.0'));
      await main(page).getByRole('button', { name: 'Register' }).click();
      await expect(passwordField(page)).toBeFocused();
    };
    await isMet(false, false);
    await refused('abc');
    await isMet(false, false);
    await expect(passwordField(page)).toHaveAccessibleDescription(/It needs at least 10 characters/);
    await expect(toast(page, wordsOf('messages:signUp.failed.title'))).toContainText(
      wordsOf('messages:password.weak.length', { count: 10 }),
    );
    await refused('Password123');
    await isMet(true, false);
    await expect(passwordField(page)).toHaveAccessibleDescription(/data leak/);
    await expect(toast(page, wordsOf('messages:signUp.failed.title'))).toContainText(
      wordsOf('messages:password.weak.known'),
    );
    await expect(main(page).getByLabel('Username')).toHaveValue('Lin Wei');
    await main(page).getByLabel('Username').fill('');
    await passwordField(page).fill('correct horse battery');
    await isMet(true, true);
    await main(page).getByRole('button', { name: 'Register' }).click();
    await expect(main(page).getByText(wordsOf('messages:signUp.done.title'))).toBeVisible();
  },
);

test(
  'the page explains each rejection by the account server and says what to do',
  { tag: ['@account', '@long'] },
  async ({ page }) => {
    // Simulates answers that only a hosted server gives.
    const refuseWith = async (status: number, code: string, more: object = {}) => {
      await page.unroute('**/auth/v1/signup*');
      await page.route('**/auth/v1/signup*', (route) =>
        route.fulfill({ status, json: { error_code: code, msg: 'No', ...more } }),
      );
      await main(page).getByRole('button', { name: 'Register' }).click();
    };
    await open(page, '/en/auth?mode=register');
    await main(page).getByLabel('Username').fill('Lin Wei');
    await emailField(page).fill(newEmail());
    await passwordField(page).fill(password);
    await refuseWith(422, 'weak_password', { weak_password: { reasons: ['pwned'] } });
    await expect(main(page)).toContainText(wordsOf('messages:password.weak.known'));
    await refuseWith(422, 'weak_password', { weak_password: { reasons: ['characters'] } });
    await expect(main(page)).toContainText(wordsOf('messages:password.weak.characters'));
    await refuseWith(422, 'weak_password');
    await expect(main(page)).toContainText(wordsOf('messages:password.weak.title'));
    await refuseWith(400, 'validation_failed', { msg: 'Password cannot be longer than 72 characters' });
    await expect(main(page)).toContainText(wordsOf('messages:password.long.title'));
    await refuseWith(400, 'email_address_invalid');
    await expect(main(page)).toContainText(wordsOf('messages:email.invalid.title'));
    await refuseWith(403, 'user_banned');
    await expectMessage(main(page), 'messages:account.disabled');
    await refuseWith(403, 'not_admin');
    await expectMessage(main(page), 'messages:account.notAllowed');
    await refuseWith(422, 'otp_disabled');
    await expectMessage(main(page), 'messages:account.notOffered');
    await refuseWith(400, 'bad_json');
    await expectMessage(main(page), 'messages:input.invalid');
    await refuseWith(422, 'invitation_needed', { msg: 'Signups need an invitation' });
    await expect(toast(page, wordsOf('messages:signUp.failed.title'))).toContainText('Signups need an invitation');
    await expect(main(page).locator('[data-code=refused]')).toContainText('Signups need an invitation');
    await refuseWith(422, 'signup_disabled');
    await expectMessage(main(page), 'messages:signUp.closed');
    await refuseWith(429, 'over_request_rate_limit');
    await expectMessage(main(page), 'messages:requests.tooMany');
    for (const status of [502, 503, 504]) {
      await refuseWith(status, '');
      await expect(main(page).locator('[data-code=unavailable]')).toBeFocused();
      await expectMessage(main(page), 'messages:server.unreachable');
    }
    await expect(main(page).getByLabel('Username')).toHaveValue('Lin Wei');

    await page.route('**/auth/v1/restore-email', (route) =>
      route.fulfill({ status: 409, json: { error_code: 'email_exists', msg: 'No' } }),
    );
    await page.goto('about:blank');
    await open(page, '/en/auth/restore#token=x');
    await main(page).getByRole('button', { name: 'Restore the previous email' }).click();
    await expectMessage(main(page), 'messages:email.taken');
  },
);

test(
  'an unconfirmed account that another browser registered is explained at the code and at the sign-in',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await register(page, email);
    const { publishableKey } = (await (await request.get('/backend.json')).json()) as { publishableKey: string };
    await request.post('/auth/v1/signup', { headers: { apikey: publishableKey }, data: { email, password } });
    await main(page)
      .getByLabel('Code')
      .fill((await newestMail(request, email, 2)).code);
    await main(page).getByRole('button', { name: 'Confirm' }).click();
    await expectMessage(main(page), 'messages:link.elsewhere');
    await open(page, '/en/auth');
    await signIn(page, email);
    await expectMessage(main(page), 'messages:email.unconfirmed');
  },
);

test(
  'a session that was ended elsewhere is reported with the next action or after a sleep, and the last super admin cannot be deleted',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await newMember(request, email, password);
    await open(page, '/en/auth');
    await signIn(page, email);
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    // Simulates the answer of the database. In this run the administrators of other journeys prevent the real case.
    await page.route('**/rest/v1/rpc/delete_my_account', (route) => route.fulfill({ json: 'last-super-admin' }));
    await main(page).getByRole('button', { name: 'Delete the account…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await expectMessage(dialog, 'messages:superAdmin.last');
    await dialog.getByRole('button', { name: 'Keep the account' }).click();

    const { publishableKey } = (await (await request.get('/backend.json')).json()) as { publishableKey: string };
    const endElsewhere = async () => {
      const data = { email, password };
      const answer = await request.post('/auth/v1/token?grant_type=password', {
        headers: { apikey: publishableKey },
        data,
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      const headers = { apikey: publishableKey, authorization: `Bearer ${access_token}` };
      expect((await request.post('/auth/v1/logout?scope=global', { headers })).ok()).toBe(true);
    };
    const ended = toast(page, wordsOf('messages:session.missing.text'));
    await endElsewhere();
    const form = section(page, 'Password');
    await form.getByLabel('New password', { exact: true }).fill('Battery-Staple-7');
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Change the password' }).click();
    await expectMessage(ended, 'messages:session.missing');
    await main(page).getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email);
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    await expect(ended).toHaveCount(0);

    await endElsewhere();
    // Simulates an hour of sleep, after which the session has to be refreshed.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
      dispatchEvent(new Event('online'));
    });
    await expectMessage(ended, 'messages:session.missing');
  },
);

test(
  'a visitor who chooses another language stays in the registration, with the email that was typed',
  { tag: ['@account', '@long'] },
  async ({ page }) => {
    const email = newEmail();
    await open(page, '/en/auth?mode=register');
    await emailField(page).fill(email);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Language/ })
      .click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/de\/auth\?mode=register$/);
    await expect(main(page).getByLabel('Benutzername')).toBeVisible();
    await expect(main(page).getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue(email);
  },
);

test(
  'a sign-in that is answered late leaves the visitor on the page that was opened meanwhile',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await newMember(request, email, password);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      await released;
      await route.continue();
    });
    await open(page, '/en/auth');
    await signIn(page, email);
    await inHeader(page, 'Batch').click();
    await expect(page).toHaveURL(/\/en\/batch$/);
    release();
    await expect(toast(page, wordsOf('messages:signIn.done', { name: 'Lin Wei' }))).toBeVisible();
    await expect(page).toHaveURL(/\/en\/batch$/);
  },
);

test(
  'the language follows the account to another browser and can be changed there',
  { tag: ['@account', '@long'] },
  async ({ page, request, browser }) => {
    const email = newEmail();
    await joinAndSignIn(page, request, email);
    await main(page).getByLabel('Language', { exact: true }).selectOption('de');
    await expect(page).toHaveURL(/\/de\/auth\/account$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');

    const elsewhere = await (await browser.newContext()).newPage();
    await withDataSaver(elsewhere);
    await open(elsewhere, '/en/auth');
    await signIn(elsewhere, email);
    await expect(elsewhere).toHaveURL(/\/de\/auth\/account$/);
    expect(await elsewhere.evaluate(() => localStorage.getItem('language'))).toBe('de');
    // The toast shows that the language change is complete. A menu opened before would be rendered again and closed.
    await expect(elsewhere.locator('[data-slot=toast]')).toBeVisible();

    const saved = elsewhere.waitForResponse((response) => response.url().endsWith('/auth/v1/user'));
    await elsewhere.getByRole('button', { name: /Sprache/ }).click();
    await elsewhere.getByRole('link', { name: 'Français' }).click();
    await expect(elsewhere).toHaveURL(/\/fr\/auth\/account$/);
    expect((await saved).status()).toBe(200);
    await elsewhere.context().close();
  },
);

test(
  'a link signs in once, and is rejected when it was already used',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await newMember(request, email, password);

    await open(page, '/en/auth/forgot');
    await emailField(page).fill(email);
    await main(page).getByRole('button', { name: 'Sign in by email' }).click();
    await expect(main(page).getByText('Check your email')).toBeVisible();
    const { link } = await newestMail(request, email, 2);
    await page.goto(link);
    await expect(main(page)).toContainText(`as ${email}`);
    await main(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    await expect(toast(page, 'Welcome back, Lin Wei')).toBeVisible();

    await signOut(page);
    await page.goto(link);
    await expect(main(page).locator('[data-code=link-expired]')).toBeVisible();
    await main(page).getByRole('link', { name: 'Ask for another link' }).click();
    await expect(page).toHaveURL(/\/en\/auth\/forgot$/);
  },
);

test(
  'a link opened in another browser confirms or sets a password, but does not sign in',
  { tag: ['@account', '@long'] },
  async ({ page, request, browser }) => {
    const email = newEmail();
    await register(page, email);
    const elsewhere = await (await browser.newContext()).newPage();
    await withDataSaver(elsewhere);
    const { link } = await newestMail(request, email, 1);
    await open(elsewhere, link);
    // Simulates a scanner that opens the link and runs scripts, but presses nothing.
    await expect(main(elsewhere)).toContainText('This link was requested in another browser');
    await elsewhere.goto('about:blank');
    await open(elsewhere, link);
    await passwordField(elsewhere).fill('Battery-Staple-7');
    await main(elsewhere).getByRole('button', { name: 'Confirm' }).click();
    await expect(main(elsewhere).locator('[data-result=confirmed]')).toBeFocused();
    await expect(inHeader(elsewhere, 'Lin Wei')).toHaveCount(0);
    await main(elsewhere).getByRole('link', { name: 'Sign in' }).click();
    await signIn(elsewhere, email, 'Battery-Staple-7');
    await expect(toast(elsewhere, 'Welcome back, Lin Wei')).toBeVisible();

    // The link is requested in the other browser and opened here.
    await signOut(elsewhere);
    await open(elsewhere, '/en/auth/forgot');
    await emailField(elsewhere).fill(email);
    await main(elsewhere).getByRole('button', { name: 'Sign in by email' }).click();
    await expect(main(elsewhere).getByText('Check your email')).toBeVisible();
    const { link: linkToSignIn, code } = await newestMail(request, email, 2);
    await open(page, linkToSignIn);
    await expect(main(page)).toContainText('Open it there, or sign in here with the code');
    await emailField(page).fill(email);
    await main(page).getByLabel('Code').fill(code);
    await main(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    await expect(toast(page, 'Welcome back, Lin Wei')).toBeVisible();

    await open(elsewhere, '/en/auth/forgot');
    await emailField(elsewhere).fill(email);
    await main(elsewhere).getByRole('button', { name: 'Set a new password' }).click();
    await expect(main(elsewhere).getByText('Check your email')).toBeVisible();
    const third = await (await browser.newContext()).newPage();
    await withDataSaver(third);
    await open(third, (await newestMail(request, email, 3)).link);
    await passwordField(third, 'New password').fill('Correct-Horse-10');
    await main(third).getByRole('button', { name: 'Save the new password' }).click();
    await expect(main(third).locator('[data-result=reset]')).toBeFocused();
    await expect(inHeader(third, 'Lin Wei')).toHaveCount(0);
    await elsewhere.context().close();
    await third.context().close();
  },
);

test(
  'a forgotten password is replaced with the code from the mail',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    await newMember(request, email, password);
    await open(page, '/en/auth/forgot');
    await emailField(page).fill(email);
    await main(page).getByRole('button', { name: 'Set a new password' }).click();
    await main(page)
      .getByLabel('Code')
      .fill((await newestMail(request, email, 2)).code);
    await passwordField(page, 'New password').fill('Battery-Staple-7');
    await main(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
    await expect(toast(page, 'Your password was changed')).toBeVisible();
  },
);

test(
  'a session in a page’s address is ignored and removed from the address',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const email = newEmail();
    const { access_token, refresh_token } = await newMember(request, email, password);
    const fragment = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
      type: 'signup',
    });
    for (const path of ['/en', '/en/auth', '/en/auth/confirm', '/en/auth/reset', '/en/faq']) {
      await page.goto('about:blank');
      await open(page, `${path}#${fragment}`);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(inHeader(page, 'Lin Wei')).toHaveCount(0);
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(refresh_token);
    }
  },
);

test(
  'a link cannot redirect to another site after the sign-in',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    await joinAndSignIn(page, request, newEmail());
    // The user is signed in, so the page redirects at once.
    for (const next of ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example']) {
      await page.goto(`/en/auth?next=${encodeURIComponent(next)}`);
      await expect(page).toHaveURL(/:\d+\/en\/auth\/account$/);
    }
  },
);

test(
  'the page says when accounts are not available or the server is unreachable',
  { tag: ['@account', '@faults', '@long'] },
  async ({ page, context }) => {
    coversFault({
      fault: 'the account server does not answer',
      sees: 'a message in the form',
      kept: 'the input',
    });
    await context.route('**/backend.json', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await open(page, '/en/auth');
    await expect(main(page).getByText('Accounts are not open on this installation yet')).toBeVisible();
    await expect(main(page).getByRole('textbox')).toHaveCount(0);

    await context.unroute('**/backend.json');
    await context.route('**/backend.json', (route) => route.abort('internetdisconnected'));
    await open(page, '/en/auth');
    await expect(main(page).locator('[data-code=unreachable]')).toBeVisible();
    await emailField(page).fill('lin@example.com');
    // The page asks the server again by itself, and the typed text stays.
    await context.unroute('**/backend.json');
    await expect(main(page).locator('[data-code=unreachable]')).toHaveCount(0, { timeout: 20_000 });
    await expect(emailField(page)).toHaveValue('lin@example.com');
  },
);

test(
  'a username that is saved without a connection stays in its form and is saved with the next try',
  { tag: ['@account', '@faults', '@offline', '@long'] },
  async ({ page, context, request }) => {
    coversFault({
      fault: 'the connection ends before a member saves a change of the account',
      sees: 'messages:server.unreachable',
      kept: 'the input and the session, and the next try saves it',
    });
    await joinAndSignIn(page, request, newEmail());
    const name = main(page).getByRole('textbox', { name: 'Username' });
    const save = main(page).getByRole('button', { name: wordsOf('auth:account.save') });
    await name.fill('Mei Lin');
    await context.setOffline(true);
    await save.click();
    await expectMessage(main(page), 'messages:server.unreachable');
    await expect(name).toHaveValue('Mei Lin');
    await context.setOffline(false);
    await save.click();
    await expect(toast(page, wordsOf('auth:account.username.done'))).toBeVisible();
    await expect(inHeader(page, 'Mei Lin')).toBeVisible();
  },
);

test(
  'a member stays signed in while the clock jumps, and can change the account',
  { tag: ['@account', '@faults', '@long'] },
  async ({ page, request }) => {
    coversFault({
      fault: 'the clock jumps a day forward and two days back while a member is signed in',
      sees: 'nothing',
      kept: 'the session; changes are saved as always',
    });
    const moveClock = await withMovableClock(page);
    await joinAndSignIn(page, request, newEmail());
    for (const [name, byMs] of [
      ['Mei Lin', 86_400_000],
      ['Lin Mei', -2 * 86_400_000],
    ] as const) {
      await moveClock(byMs);
      await main(page).getByRole('textbox', { name: 'Username' }).fill(name);
      await main(page)
        .getByRole('button', { name: wordsOf('auth:account.save') })
        .click();
      await expect(inHeader(page, name)).toBeVisible();
    }
    await page.reload();
    await expect(inHeader(page, 'Lin Mei')).toBeVisible();
  },
);

test(
  'the account library is loaded only when someone is signed in or about to sign in',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open(page, '/en/faq');
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/backend.json');

    await joinAndSignIn(page, request, newEmail());
    await open(page, '/en/faq');
    await expect(inHeader(page, 'Lin Wei')).toBeVisible();
  },
);

test(
  'every account page is accessible in light and dark mode',
  { tag: ['@account', '@long'] },
  async ({ page, request }) => {
    const errors = consoleErrors(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const look = async (what: string) => {
      await page.emulateMedia({ colorScheme: 'light' });
      expect.soft(await violations(page), `${what}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await violations(page, contrastAlone), `${what}, dark`).toEqual([]);
    };
    for (const path of [
      '',
      '?mode=register',
      '/confirm',
      '/forgot',
      '/reset',
      '/restore',
      '/restore#token=x',
      '/account',
    ]) {
      await open(page, `/en/auth${path}`);
      await expect(
        main(page)
          .getByRole('status')
          .filter({ hasText: /^(Checking|Looking)/ }),
      ).toHaveCount(0);
      await look(`signed out: /auth${path}`);
    }
    const email = newEmail();
    await registerAndConfirm(page, request, email);
    await look('signed in: /auth/account');
    await main(page).getByRole('button', { name: 'Delete the account…' }).click();
    await look('the question before the end');
    expect(errors).toEqual([]);
  },
);
