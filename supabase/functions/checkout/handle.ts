import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { type Billing, billingOf } from '../_shared/payments/billing-of.ts';
import { paidAlready } from '../_shared/payments/paid-already.ts';
import { currentProvider, providerNamed } from '../_shared/payments/providers.ts';
import { returnUrlIn, signedInMember } from '../_shared/payments/member-request.ts';
import { withTimeLimit } from '../_shared/payments/with-time-limit.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { type Fields, invalid, keyIn, readFields } from '../_shared/read-fields.ts';

/** Result of the database's function `begin_checkout`. */
type Begun =
  | { readonly outcome: 'active'; readonly subscription: object }
  | {
      readonly outcome: 'open';
      readonly checkout: {
        readonly id: string;
        readonly plan_id: string;
        readonly amount_minor: number;
        readonly currency: string;
        readonly period_months: number | null;
        readonly provider: string;
      };
      readonly email: string;
      readonly language: string | null;
      readonly customer_id: string | null;
    }
  | { readonly outcome: keyof typeof refusals };

const refusals = {
  'not-offered': [409, 'This plan is not offered in this currency'],
  'already-subscribed': [409, 'There is a plan already: change it, or cancel it first'],
  'already-requested': [409, 'This key began another checkout: use a new key'],
  'email-unconfirmed': [403, 'Confirm the email address first'],
  'no-provider': [501, 'This plan costs something, and no payment provider is set up here'],
} as const;

/**
 * Begins the payment of a plan. The body is `{ plan, currency, key, return_path }`. A plan at 0 is active at once: `{
 * outcome: 'active', subscription }`. Otherwise the answer is how the member continues: `{ outcome: 'redirect', url }`,
 * `{ outcome: 'form', url, method, fields }` or `{ outcome: 'qr', content }`, each with the id of the checkout as
 * `checkout`. The plan becomes active when the provider reports the payment. The same key gets the same answer. A new
 * key continues with the checkout of the same order that is open, so only its id tells which one is paid.
 *
 * Its own codes: `session-required` and `session-invalid` 401, `plan-invalid`, `currency-invalid`, `key-invalid` and
 * `return-path-invalid` 400, `origin-refused` and `email-unconfirmed` 403, `not-offered`, `already-subscribed` and
 * `already-requested` 409, `no-provider` 501, `provider-refused` 502, `provider-unavailable` 503.
 */
export const handleCheckout = postFunction(
  { name: 'checkout', requests: 30, windowMs: 10 * 60_000 },
  async (request, given) => {
    const context = withTimeLimit(given);
    const member = await signedInMember(context);
    const fields = await readFields(request);
    const plan = planIn(fields);
    const key = keyIn(fields);
    const returnUrl = returnUrlIn(fields, request, context);
    const begun = (await context.call('begin_checkout', {
      member,
      request_key: key,
      plan,
      currency: currencyIn(fields),
      provider: currentProvider(context.environment)?.id ?? null,
    })) as Begun;
    if (begun.outcome === 'active') return answerJson(begun);
    if (begun.outcome !== 'open') {
      const [status, message] = refusals[begun.outcome];
      throw new FunctionError(begun.outcome, status, message);
    }
    const { checkout } = begun;
    const { checkouts } = await billingOf(member, context);
    await closeOthers(
      checkouts.filter(({ id }) => id !== checkout.id),
      context,
    );
    const provider = providerNamed(checkout.provider, context.environment);
    const earlierId = checkouts.find(({ id }) => id === checkout.id)?.provider_checkout_id ?? null;
    try {
      const { step, providerCheckoutId, customerId } = await provider.startCheckout(
        {
          checkoutId: checkout.id,
          earlierId,
          planId: checkout.plan_id,
          amountMinor: checkout.amount_minor,
          currency: checkout.currency,
          periodMonths: checkout.period_months,
          email: begun.email,
          language: begun.language,
          customerId: begun.customer_id,
          returnUrl,
          ip: context.ip,
        },
        context,
      );
      await context.call('note_checkout', {
        checkout: checkout.id,
        provider_checkout_id: providerCheckoutId,
        customer_id: customerId,
      });
      return answerJson({ ...step, checkout: checkout.id });
    } catch (error) {
      // The provider would refuse the same order again, so the checkout has failed. If the provider was not reached,
      // the next attempt uses the same checkout, and a paid checkout stays open for its event.
      if (error instanceof FunctionError && !goesOn.has(error.code)) {
        // The member may have paid the earlier session, or be about to.
        if (earlierId !== null && !(await provider.abandonCheckout(earlierId, context))) throw paidAlready();
        await context.call('note_checkout', { checkout: checkout.id, failure: error.code });
      }
      throw error;
    }
  },
);

/** Errors after which a checkout stays open. */
const goesOn: ReadonlySet<string> = new Set(['provider-unavailable', 'unavailable', 'already-subscribed']);

/**
 * Closes open checkouts of other plans, which could be paid as well. If one cannot be closed and is paid later, the
 * database marks the payment as double.
 * @throws {FunctionError} `already-subscribed` when one has just been paid.
 */
async function closeOthers(others: Billing['checkouts'], context: FunctionContext): Promise<void> {
  for (const { id, provider, provider_checkout_id: there } of others) {
    let isClosed: boolean;
    try {
      isClosed = await providerNamed(provider, context.environment).abandonCheckout(there, context);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      continue;
    }
    if (!isClosed) throw paidAlready();
    await context.call('note_checkout', { checkout: id, failure: 'replaced' });
  }
}

function planIn(fields: Fields): string {
  const plan = fields['plan'];
  if (typeof plan === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(plan)) return plan;
  throw invalid('plan', 'the id of a plan');
}

function currencyIn(fields: Fields): string {
  const currency = fields['currency'];
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) return currency;
  throw invalid('currency', 'three capital letters, such as CNY');
}
