import { expect, type Page } from '@playwright/test';

import { wordsOf } from '../words.ts';
import type { MailServer } from './mail-server.ts';
import { main, open, signIn } from './member-page.ts';
import { addMember, newEmail, type Product } from './product.ts';

/** Price of a period in hundredths of CNY. */
export const priceMinor = 1_200;
const plan = 'monthly';

/** Offers a plan that costs something, as an operator does. */
async function offerPaidPlan(product: Product): Promise<void> {
  if ((await product.rows(`plans?id=eq.${plan}`)).length > 0) return;
  await product.insert('plans', { id: plan, period_months: 1, photos_per_batch: 200, offered: true, position: 3 });
  await product.insert('plan_prices', { plan_id: plan, currency: 'CNY', amount_minor: priceMinor });
}

/** Opens the plans, of which one costs something, as a new member. @returns the id of the account. */
export async function openPaidPlans(page: Page, product: Product, mail: MailServer): Promise<string> {
  await offerPaidPlan(product);
  const email = newEmail();
  const member = await addMember(product, mail, email);
  await signIn(page, email);
  await open(page, '/en/membership');
  await expect(joinButton(page)).toBeVisible();
  return member;
}

export const joinButton = (page: Page) =>
  main(page).getByRole('button', { name: wordsOf('membership:plan.join'), exact: true });
