/** The mail server refuses connections, stalls, or refuses an email. */
import { expect, type Page } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { withDataSaver } from '../support/first-visit.ts';
import type { MailServer } from '../support/server-faults/mail-server.ts';
import { emailField, main, open } from '../support/server-faults/member-page.ts';
import { addMember, newEmail, password } from '../support/server-faults/product.ts';
import { test } from '../support/server-faults/surroundings.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const tags = { tag: ['@faults', '@account', '@long'] };
/** The server gives up an attempt after 15 seconds, and the page asks every five. */
const saidWithin = { timeout: 60_000 };

test.beforeEach(({ page }) => withDataSaver(page));

const delayed = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: wordsOf('auth:mail.delayed.title') });
const done = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: wordsOf('messages:signUp.done.title') });

async function register(page: Page, email: string): Promise<void> {
  await open(page, '/en/auth?mode=register');
  await main(page).getByLabel('Username').fill('Lin Wei');
  await emailField(page).fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Register' }).click();
  await expect(main(page).getByLabel('Code')).toBeVisible();
}

async function confirm(page: Page, code: string): Promise<void> {
  await main(page).getByLabel('Code').fill(code);
  await main(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/en\/auth\/account$/);
}

const outages: readonly (readonly [
  name: string,
  begin: (mail: MailServer) => unknown,
  end: (mail: MailServer) => unknown,
])[] = [
  ['refuses connections', (mail) => mail.close(), (mail) => mail.open()],
  ['closes its service for now (421)', (mail) => mail.setFault('busy'), (mail) => mail.setFault(null)],
  ['accepts connections and says nothing', (mail) => mail.setFault('stalls'), (mail) => mail.setFault(null)],
];

for (const [name, begin, end] of outages) {
  test(
    `a registration while the mail server ${name} says so, and is confirmed once it is back`,
    tags,
    async ({ page, around: { mail } }) => {
      coversFault({
        fault: `the mail server ${name}, at a registration`,
        sees: 'auth:mail.delayed',
        kept: 'the account and its email, which is sent once the mail server is back',
      });
      const email = newEmail();
      await begin(mail);
      await register(page, email);
      await expect(delayed(page)).toBeVisible(saidWithin);
      await expectMessage(delayed(page), 'auth:mail.delayed');
      expect(mail.countTo(email)).toBe(0);
      await end(mail);
      const code = await mail.codeTo(email);
      await expect(delayed(page)).toHaveCount(0, saidWithin);
      await expectMessage(done(page), 'messages:signUp.done', { email });
      await confirm(page, code);
    },
  );
}

test(
  'a new password while the mail server is down arrives once it is back',
  tags,
  async ({ page, around: { product, mail } }) => {
    coversFault({
      fault: 'the mail server refuses connections, at a forgotten password',
      sees: 'auth:mail.delayed',
      kept: 'the account with its password, until the email arrives',
    });
    const email = newEmail();
    await addMember(product, mail, email);
    await mail.close();
    await open(page, '/en/auth/forgot');
    await emailField(page).fill(email);
    await main(page)
      .getByRole('button', { name: wordsOf('auth:forgot.reset') })
      .click();
    await expect(delayed(page)).toBeVisible(saidWithin);
    const signedIn = await product.post('/auth/v1/token?grant_type=password', { email, password });
    expect(signedIn.status, 'the password before').toBe(200);
    await mail.open();
    const code = await mail.codeTo(email, 2);
    await main(page).getByLabel(wordsOf('auth:password.new'), { exact: true }).fill('Battery-Staple-7');
    await confirm(page, code);
  },
);

test('an email that the mail server refuses for good can be sent again', tags, async ({ page, around: { mail } }) => {
  coversFault({
    fault: 'the mail server refuses the recipient for good (550), at a registration',
    sees: 'messages:signUp.done',
    kept: 'the account; “Send it again” sends another email',
  });
  const email = newEmail();
  mail.setFault('rejects');
  await register(page, email);
  await expectMessage(done(page), 'messages:signUp.done', { email });
  await expect.poll(() => mail.refusedTo(email)).toBe(1);
  mail.setFault(null);
  await main(page)
    .getByRole('button', { name: wordsOf('auth:mail.again') })
    .click();
  await expect(page.locator('[data-slot=toast]').filter({ hasText: wordsOf('auth:mail.sent') })).toBeVisible();
  await confirm(page, await mail.codeTo(email));
});

test('a contact message needs no mail server', tags, async ({ page, around: { product, mail } }) => {
  coversFault({
    fault: 'the mail server refuses connections, at a contact message',
    sees: 'messages:feedback.submitted',
    kept: 'the message, in the database',
  });
  await mail.close();
  const text = `No mail is needed ${crypto.randomUUID()}`;
  await open(page, '/en/feedback');
  await page.getByLabel('Your feedback').fill(text);
  await main(page).locator('button[type=submit]').click();
  await expect(main(page).getByText(wordsOf('messages:feedback.submitted'))).toBeVisible();
  expect(await product.rows(`feedback?text=eq.${encodeURIComponent(text)}`)).toHaveLength(1);
});
