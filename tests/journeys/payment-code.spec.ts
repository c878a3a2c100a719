/** A member pays with a code of WeChat Pay that their phone scans. */
import { expect, type Page } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { booted, withDataSaver } from '../support/first-visit.ts';
import { main, open } from '../support/server-faults/member-page.ts';
import { joinButton, openPaidPlans } from '../support/server-faults/paid-plan.ts';
import { test } from '../support/server-faults/surroundings.ts';
import { reportWechatPayment, type WechatService } from '../support/server-faults/wechat-service.ts';
import { wordsOf } from '../support/words.ts';

const tags = { tag: ['@faults', '@membership', '@long'] };

test.use({ paymentProvider: 'wechat-pay' });

test.beforeEach(({ page }) => withDataSaver(page));

const codeDialog = (page: Page) => page.getByRole('dialog', { name: wordsOf('membership:code.title') });

/** Opens the dialog with the code. @returns the order of the code. */
async function showCode(page: Page, wechat: WechatService): Promise<string> {
  await joinButton(page).click();
  await expect(codeDialog(page).getByRole('img', { name: wordsOf('membership:code.label') })).toBeVisible();
  return wechat.newestOrder();
}

/** Expects that the open dialog closes by itself, and that the page shows the plan. */
async function expectPlan(page: Page): Promise<void> {
  await expect(codeDialog(page)).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: wordsOf('membership:plan.manage') })).toBeVisible();
}

test(
  'the dialog with the code closes once the payment is reported, and the plan begins',
  tags,
  async ({ page, around: { product, mail, wechat } }) => {
    await openPaidPlans(page, product, mail);
    const order = await showCode(page, wechat);
    wechat.pay(order);
    expect(await reportWechatPayment(product.url, order, Date.now())).toBe(204);
    await expectPlan(page);
  },
);

test(
  'the code after a reload belongs to the same order, and its payment is shown',
  tags,
  async ({ page, around: { product, mail, wechat } }) => {
    coversFault({
      fault: 'a member reloads the page with the code of a payment',
      sees: 'membership:code.title, with a code of the same order',
      kept: 'the order; its payment begins one plan',
    });
    await openPaidPlans(page, product, mail);
    const order = await showCode(page, wechat);
    await page.reload();
    await page.keyboard.press('Shift');
    await booted(page);
    expect(await showCode(page, wechat)).toBe(order);
    wechat.pay(order);
    expect(await reportWechatPayment(product.url, order, Date.now())).toBe(204);
    await expectPlan(page);
  },
);

test(
  'who presses Join again after paying gets the plan when the report is late',
  tags,
  async ({ page, around: { product, mail, wechat } }) => {
    coversFault({
      fault: 'a member who has paid presses Join again before the payment is reported',
      sees: 'membership:failed.already-subscribed',
      kept: 'the payment; the late report begins the plan',
    });
    const member = await openPaidPlans(page, product, mail);
    const order = await showCode(page, wechat);
    const paidAtMs = Date.now();
    wechat.pay(order);
    await codeDialog(page)
      .getByRole('button', { name: wordsOf('membership:code.cancel') })
      .first()
      .click();
    await joinButton(page).click();
    await expect(main(page).getByText(wordsOf('membership:failed.already-subscribed'))).toBeVisible();
    expect(await reportWechatPayment(product.url, order, paidAtMs)).toBe(204);
    await open(page, '/en/membership/manage');
    await expect(main(page).getByText(wordsOf('membership:state.active'), { exact: true })).toBeVisible();
    expect(await product.rows(`payments?user_id=eq.${member}&select=status`)).toEqual([{ status: 'succeeded' }]);
  },
);
