import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { billingOf, type Subscription } from '../_shared/payments/billing-of.ts';
import { signedInMember } from '../_shared/payments/member-request.ts';
import { providerNamed } from '../_shared/payments/providers.ts';
import { withTimeLimit } from '../_shared/payments/with-time-limit.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { invalid, keyIn, readFields } from '../_shared/read-fields.ts';

const actions = ['cancel', 'resume', 'change'] as const;
type Action = (typeof actions)[number];

const refusals = {
  'not-subscribed': 'There is no plan to change',
  'already-cancelled': 'The plan is cancelled already, and lasts until its end',
  'not-cancelled': 'The plan is not cancelled',
  'not-offered': 'This plan is not offered in the currency that is paid in',
  'not-changeable': 'This plan cannot be changed into that one: cancel it, and begin anew',
} as const;

type Changed =
  | { readonly outcome: 'done'; readonly subscription: object }
  | { readonly outcome: keyof typeof refusals };

/**
 * Cancels the caller's plan at the end of its period, resumes it, or changes it. The body is `{ action, plan?, key }`,
 * the answer `{ subscription }`. If a provider charges for the plan, it is asked first; when it does not answer,
 * nothing has changed.
 *
 * Its own codes: `session-required` and `session-invalid` 401, `action-invalid`, `plan-invalid` and `key-invalid` 400,
 * `not-subscribed`, `already-cancelled`, `not-cancelled`, `not-offered` and `not-changeable` 409, `no-provider` 501,
 * `provider-refused` 502, `provider-unavailable` 503.
 */
export const handleSubscription = postFunction(
  { name: 'subscription', requests: 30, windowMs: 10 * 60_000 },
  async (request, given) => {
    const context = withTimeLimit(given);
    const member = await signedInMember(context);
    const fields = await readFields(request);
    const action = actions.find((each) => each === fields['action']);
    if (!action) throw invalid('action', `one of ${actions.join(', ')}`);
    const plan = fields['plan'] ?? null;
    if (action === 'change' ? typeof plan !== 'string' : plan !== null)
      throw invalid('plan', 'the id of a plan, to change to');
    const key = keyIn(fields);
    const { current } = await billingOf(member, context);
    if (current?.provider_subscription_id) {
      await changeThere(
        action,
        current.provider_subscription_id,
        current.subscription,
        plan as string | null,
        key,
        context,
      );
    }
    const changed = (await context.call('change_subscription', {
      member,
      action,
      request_key: key,
      plan,
      asked_for: current?.provider_subscription_id ?? null,
    })) as Changed;
    if (changed.outcome === 'done') return answerJson({ subscription: changed.subscription });
    throw refusal(changed.outcome);
  },
);

/** Makes the change at the provider, unless the database would refuse it. */
async function changeThere(
  action: Action,
  subscriptionId: string,
  current: Subscription,
  plan: string | null,
  key: string,
  context: FunctionContext,
): Promise<void> {
  const { renewals } = providerNamed(current.provider ?? '', context.environment);
  const order = { subscriptionId, key };
  switch (action) {
    case 'cancel':
      if (current.cancelled_at === null) await renewals?.cancel(order, context);
      return;
    case 'resume':
      if (current.cancelled_at !== null) await renewals?.resume(order, context);
      return;
    case 'change': {
      const price = (await context.call('price_of', { plan, currency: current.currency })) as {
        readonly amount_minor: number;
        readonly period_months: number | null;
      } | null;
      if (!price) throw refusal('not-offered');
      if (price.amount_minor === 0 || !renewals) throw refusal('not-changeable');
      await renewals.change(
        {
          ...order,
          planId: plan ?? '',
          amountMinor: price.amount_minor,
          currency: current.currency,
          periodMonths: price.period_months,
        },
        context,
      );
      return;
    }
    default:
      throw new Error(`${String(action satisfies never)} is no action`);
  }
}

function refusal(outcome: keyof typeof refusals): FunctionError {
  return new FunctionError(outcome, 409, refusals[outcome]);
}
