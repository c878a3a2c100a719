/** The product’s server ends, comes back, or accepts connections and answers nothing. */
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
import { addMember, newEmail, type Product } from '../support/server-faults/product.ts';
import { test } from '../support/server-faults/surroundings.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const tags = { tag: ['@faults', '@account', '@long'] };
/** Longest time limit of a page, and what a busy machine adds. */
const saidWithin = { timeout: 100_000 };

test.beforeEach(({ page }) => withDataSaver(page));

const feedbackText = (page: Page) => page.getByLabel('Your feedback');
const sendFeedback = (page: Page) => main(page).locator('button[type=submit]').click();
const submitted = (page: Page) => main(page).getByText(wordsOf('messages:feedback.submitted'));

/** Opens the contact page and fills it in. @returns the text, which no other message has. */
async function writeFeedback(page: Page): Promise<string> {
  const text = `The hair is cut off ${crypto.randomUUID()}`;
  await open(page, '/en/feedback');
  await feedbackText(page).fill(text);
  return text;
}

async function expectUnsentFeedback(page: Page, text: string): Promise<void> {
  const alert = main(page).locator('[data-code=network]');
  await expect(alert).toBeVisible(saidWithin);
  await expectMessage(alert, 'feedback:failure.network');
  await expect(feedbackText(page)).toHaveValue(text);
}

const rowsWith = (product: Product, text: string) => product.rows(`feedback?text=eq.${encodeURIComponent(text)}`);

test('forms keep their text while the server is down, and send it once it is back', tags, async ({ page, around }) => {
  const { product, mail } = around;
  coversFault({
    fault: 'the server ends before a form is sent, and comes back',
    sees: 'feedback:failure.network',
    kept: 'the text, also in a reloaded page; sending it again stores it once',
  });
  const email = newEmail();
  await addMember(product, mail, email);
  const text = await writeFeedback(page);
  const second = await page.context().newPage();
  await withDataSaver(second);
  await openSignIn(second);
  await product.kill();
  await sendFeedback(page);
  await expectUnsentFeedback(page, text);
  await sendSignIn(second, email);
  await expectMessage(main(second), 'messages:server.unreachable');
  await product.start();
  await open(page, '/en/feedback');
  await expect(feedbackText(page)).toHaveValue(text);
  await sendFeedback(page);
  await expect(submitted(page)).toBeVisible(saidWithin);
  expect(await rowsWith(product, text)).toHaveLength(1);
  await expect(emailField(second)).toHaveValue(email);
  await pressSignIn(second);
  await expect(second).toHaveURL(/\/en\/auth\/account$/);
});

test(
  'a form that the server never answers ends with a message, and can be sent again',
  tags,
  async ({ page, around: { product } }) => {
    coversFault({
      fault: 'the server accepts a contact message and never answers',
      sees: 'feedback:failure.network, after 40 seconds',
      kept: 'the text, which can be sent again',
    });
    const text = await writeFeedback(page);
    product.pause();
    await sendFeedback(page);
    await expectUnsentFeedback(page, text);
    product.resume();
    await sendFeedback(page);
    await expect(submitted(page)).toBeVisible(saidWithin);
    expect((await rowsWith(product, text)).length).toBeGreaterThan(0);
  },
);

test(
  'a sign-in that the server never answers ends with a message, and can be tried again',
  tags,
  async ({ page, around: { product, mail } }) => {
    coversFault({
      fault: 'the server accepts a sign-in and never answers',
      sees: 'messages:server.unreachable, after 30 seconds',
      kept: 'the form; the next sign-in works',
    });
    const email = newEmail();
    await addMember(product, mail, email);
    await openSignIn(page);
    product.pause();
    await sendSignIn(page, email);
    const notice = main(page).locator('[data-code=network]');
    await expect(notice).toBeVisible(saidWithin);
    await expectMessage(notice, 'messages:server.unreachable');
    await expect(emailField(page)).toHaveValue(email);
    product.resume();
    await pressSignIn(page);
    await expect(page).toHaveURL(/\/en\/auth\/account$/);
  },
);

test(
  'a membership that the server never answers ends with a message, and is begun once',
  tags,
  async ({ page, around: { product, mail } }) => {
    coversFault({
      fault: 'the server accepts the order of a membership and never answers',
      sees: 'membership:failed.network, after a minute',
      kept: 'the plan; joining again begins one membership',
    });
    const email = newEmail();
    const member = await addMember(product, mail, email);
    await signIn(page, email);
    await open(page, '/en/membership');
    const joinForFree = main(page).getByRole('button', { name: wordsOf('membership:plan.join.free') });
    await expect(joinForFree).toBeVisible();
    product.pause();
    await joinForFree.click();
    const failure = main(page).locator('[data-code=network]').first();
    await expect(failure).toContainText(wordsOf('membership:failed.network'), saidWithin);
    product.resume();
    // The order that was not answered has arrived after all, and the same key finds it.
    await joinForFree.click();
    await expect(main(page).getByRole('link', { name: wordsOf('membership:plan.manage') })).toBeVisible();
    const active = await product.rows(`user_subscriptions?user_id=eq.${member}&status=eq.active`);
    expect(active).toHaveLength(1);
  },
);
