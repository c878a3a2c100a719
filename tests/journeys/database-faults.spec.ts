/**
 * The database behind the product’s server is locked, slow, restarted or away. The tests use PostgreSQL: the embedded
 * database has one session, which only the server can reach, and `end-of-thread.test.ts` freezes that one.
 */
import { expect, type Page } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { withDataSaver } from '../support/first-visit.ts';
import {
  emailField,
  main,
  open,
  openSignIn,
  pressSignIn,
  sendSignIn,
  signIn,
} from '../support/server-faults/member-page.ts';
import { addMember, newEmail } from '../support/server-faults/product.ts';
import { type Surroundings, test } from '../support/server-faults/surroundings.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const tags = { tag: ['@faults', '@account', '@long'] };
/** Longest time until the page says something: 30 seconds of the server, and what a busy machine adds. */
const saidWithin = { timeout: 60_000 };
/** Longest time until a page that tries again by itself does so. */
const triedAgainWithin = { timeout: 90_000 };

test.beforeEach(({ page }) => withDataSaver(page));

/**
 * Returns the database, or skips the test where PostgreSQL is missing. `coversFault` comes before it, so that the table
 * of faults notices a row that was not tested.
 */
function databaseIn({ database }: Surroundings) {
  test.skip(database === null, 'PostgreSQL is not installed: npm run test:postgres installs it on Debian');
  if (!database) throw new Error('there is no database');
  return database;
}

const feedbackText = (page: Page) => page.getByLabel('Your feedback');
const sendFeedback = (page: Page) => main(page).locator('button[type=submit]').click();

/** Opens the contact page and fills it in. @returns the text, which no other message has. */
async function writeFeedback(page: Page): Promise<string> {
  const text = `The edge of the cup is a little soft ${crypto.randomUUID()}`;
  await open(page, '/en/feedback');
  await feedbackText(page).fill(text);
  return text;
}

/** Sends the open form, and expects that its text is stored once. */
async function sendsOnce(page: Page, { product }: Surroundings, text: string): Promise<void> {
  await sendFeedback(page);
  await expect(main(page).getByText(wordsOf('messages:feedback.submitted'))).toBeVisible(saidWithin);
  expect(await product.rows(`feedback?text=eq.${encodeURIComponent(text)}`)).toHaveLength(1);
}

async function expectUnsentFeedback(page: Page, text: string): Promise<void> {
  const alert = main(page).locator('[data-code=network]');
  await expect(alert).toBeVisible(saidWithin);
  await expectMessage(alert, 'feedback:failure.network');
  await expect(feedbackText(page)).toHaveValue(text);
}

/** Expects the message of a sign-in that failed, and the typed email. */
async function expectRefusedSignIn(page: Page, email: string): Promise<void> {
  const notice = main(page).locator('[data-code=unavailable], [data-code=network]');
  await expect(notice).toBeVisible(saidWithin);
  await expectMessage(notice, 'messages:server.unreachable');
  await expect(emailField(page)).toHaveValue(email);
}

async function signsInNow(page: Page): Promise<void> {
  await pressSignIn(page);
  await expect(page).toHaveURL(/\/en\/auth\/account$/, saidWithin);
}

const busyNotice = (page: Page) => main(page).locator('[data-code=busy]').first();

test(
  'a sign-in on a locked table ends with a message, and works once the table is free',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'somebody else’s transaction locks the table of accounts',
      sees: 'messages:server.unreachable',
      kept: 'the form; the next sign-in works once the table is free',
    });
    const { lock } = databaseIn(around);
    const email = newEmail();
    await addMember(around.product, around.mail, email);
    await openSignIn(page);
    const free = await lock('auth.users');
    await sendSignIn(page, email);
    await expectRefusedSignIn(page, email);
    await free();
    await signsInNow(page);
  },
);

test(
  'the membership page says that the database is busy, and shows the plan once the lock is gone',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'somebody else’s transaction locks the table of memberships',
      sees: 'messages:server.busy',
      kept: 'the plan, which appears by itself once the table is free',
    });
    const { lock } = databaseIn(around);
    const email = newEmail();
    await addMember(around.product, around.mail, email);
    await signIn(page, email);
    const free = await lock('public.user_subscriptions');
    await open(page, '/en/membership/manage');
    await expect(busyNotice(page)).toBeVisible(saidWithin);
    await expectMessage(busyNotice(page), 'messages:server.busy');
    await free();
    await expect(main(page).getByText(wordsOf('membership:manage.free'))).toBeVisible(triedAgainWithin);
    await expect(busyNotice(page)).toHaveCount(0, triedAgainWithin);
  },
);

test(
  'the list of members says that the account service does not answer, and goes on by itself',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'somebody else’s transaction locks the table of members, for an administrator',
      sees: 'auth:unreachable',
      kept: 'the session; the list appears by itself once the table is free',
    });
    const { lock } = databaseIn(around);
    const email = newEmail();
    const member = await addMember(around.product, around.mail, email);
    await around.product.insert('admins', { user_id: member, role: 'super_admin' });
    await open(page, '/en/admin/users');
    await sendSignIn(page, email);
    const row = main(page).getByRole('link', { name: email });
    await expect(row).toBeVisible(saidWithin);
    const free = await lock('private.people');
    await open(page, '/en/admin/users');
    const notice = main(page).locator('[data-code=unreachable]');
    await expect(notice).toBeVisible(saidWithin);
    await expectMessage(notice, 'auth:unreachable');
    await free();
    await expect(row).toBeVisible(triedAgainWithin);
    await expect(notice).toHaveCount(0, triedAgainWithin);
  },
);

test('a contact message to a locked table stays in the form, and is stored once', tags, async ({ page, around }) => {
  coversFault({
    fault: 'somebody else’s transaction locks the table of contact messages',
    sees: 'feedback:failure.network',
    kept: 'the text; sending it again stores it once',
  });
  const { lock } = databaseIn(around);
  const text = await writeFeedback(page);
  const free = await lock('public.feedback');
  await sendFeedback(page);
  await expectUnsentFeedback(page, text);
  await free();
  await sendsOnce(page, around, text);
});

test(
  'a contact message waits for a database whose every answer takes a second longer',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'every answer of the database takes a second longer',
      sees: 'the button at work, then messages:feedback.submitted',
      kept: 'everything',
    });
    const { relay } = databaseIn(around);
    const text = await writeFeedback(page);
    relay.delay(1_000);
    await sendsOnce(page, around, text);
  },
);

test(
  'a sign-in on a database that takes twelve seconds for an answer ends with a message',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'every answer of the database takes twelve seconds longer, at sign-in',
      sees: 'messages:server.unreachable',
      kept: 'the form; the next sign-in works once the database is fast again',
    });
    const { relay } = databaseIn(around);
    const email = newEmail();
    await addMember(around.product, around.mail, email);
    await openSignIn(page);
    relay.delay(12_000);
    await sendSignIn(page, email);
    await expectRefusedSignIn(page, email);
    relay.delay(0);
    await around.product.ready();
    await signsInNow(page);
  },
);

test(
  'the membership page of a database that takes twelve seconds says so, and goes on by itself',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'every answer of the database takes twelve seconds longer, on the membership page',
      sees: 'auth:unreachable',
      kept: 'the session and the plan, which appears by itself once the database is fast again',
    });
    const { relay } = databaseIn(around);
    const email = newEmail();
    await addMember(around.product, around.mail, email);
    await signIn(page, email);
    relay.delay(12_000);
    await open(page, '/en/membership/manage');
    const notice = main(page).locator('[data-code=unreachable]');
    await expect(notice).toBeVisible(saidWithin);
    await expectMessage(notice, 'auth:unreachable');
    relay.delay(0);
    await expect(main(page).getByText(wordsOf('membership:manage.free'))).toBeVisible(triedAgainWithin);
  },
);

test(
  'a contact message during a restart of the database stays in the form, and is stored once',
  tags,
  async ({ page, around }) => {
    coversFault({
      fault: 'the database is restarted while it stores a contact message',
      sees: 'feedback:failure.network',
      kept: 'the text; sending it again stores it once',
    });
    const database = databaseIn(around);
    const text = await writeFeedback(page);
    // The lock keeps the request under way until the database stops.
    const free = await database.lock('public.feedback');
    await sendFeedback(page);
    await expect(main(page).locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true');
    await database.stop();
    await expectUnsentFeedback(page, text);
    await database.start();
    await free();
    await around.product.ready();
    await sendsOnce(page, around, text);
  },
);

test('pages of accounts say that the database is away, and go on by themselves', tags, async ({ page, around }) => {
  coversFault({
    fault: 'the database refuses connections when the page of accounts is opened',
    sees: 'auth:unreachable',
    kept: 'the typed email; the page goes on by itself',
  });
  const { relay } = databaseIn(around);
  const email = newEmail();
  await addMember(around.product, around.mail, email);
  await relay.close();
  await open(page, '/en/auth');
  const notice = main(page).locator('[data-code=unreachable]');
  await expect(notice).toBeVisible(saidWithin);
  await expectMessage(notice, 'auth:unreachable');
  await emailField(page).fill(email);
  await relay.open();
  await expect(notice).toHaveCount(0, triedAgainWithin);
  await expect(emailField(page)).toHaveValue(email);
  await sendSignIn(page, email);
  await expect(page).toHaveURL(/\/en\/auth\/account$/, saidWithin);
});
