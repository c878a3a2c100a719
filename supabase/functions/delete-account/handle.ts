import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { type Billing, billingOf } from '../_shared/payments/billing-of.ts';
import { signedInMember } from '../_shared/payments/member-request.ts';
import { paidAlready } from '../_shared/payments/paid-already.ts';
import { providerNamed } from '../_shared/payments/providers.ts';
import { withTimeLimit } from '../_shared/payments/with-time-limit.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { invalid, readFields } from '../_shared/read-fields.ts';

/**
 * Deletes the caller's account. The body is `{ password? }`, the answer `{ outcome }`: `deleted`, or the reason why not
 * (`password-required`, `password-wrong`, `too-many-attempts`, `session-missing`, `last-super-admin`). Once the
 * identity is proven, the charges at a provider are ended first. If the provider does not answer, the account stays.
 *
 * Its own codes: `session-required` and `session-invalid` 401, `password-invalid` 400; and with the account kept,
 * `already-subscribed` 409 (a checkout has just been paid), `provider-refused` 502, `no-provider` 501 and
 * `provider-unavailable` 503.
 */
export const handleDeleteAccount = postFunction(
  { name: 'delete-account', requests: 20, windowMs: 10 * 60_000 },
  async (request, given) => {
    const context = withTimeLimit(given);
    const member = await signedInMember(context);
    const password = (await readFields(request))['password'] ?? null;
    if (password !== null && typeof password !== 'string') throw invalid('password', 'a text');
    const proof = await context.callAsMember('prove_identity', { current_password: password });
    if (proof !== 'confirmed') return answerJson({ outcome: proof });
    const { charged, checkouts } = await billingOf(member, context);
    const erase = () => context.callAsMember('delete_my_account', { current_password: password });
    await orKept(() => closeCheckouts(checkouts, context));
    // A member who cannot be deleted, such as the last super admin, keeps their charged subscriptions.
    const outcome = await erase();
    if (outcome !== 'charged-elsewhere') return answerJson({ outcome });
    await orKept(() => endCharges(member, charged, context));
    return answerJson({ outcome: await erase() });
  },
);

/**
 * Closes open checkouts, which could otherwise charge a deleted account. @throws {FunctionError} `already-subscribed`
 * when one has just been paid.
 */
async function closeCheckouts(checkouts: Billing['checkouts'], context: FunctionContext): Promise<void> {
  for (const { id, provider, provider_checkout_id: there } of checkouts) {
    if (!(await providerNamed(provider, context.environment).abandonCheckout(there, context))) throw paidAlready();
    await context.call('note_checkout', { checkout: id, failure: 'account-deleted' });
  }
}

async function endCharges(member: string, charged: Billing['charged'], context: FunctionContext): Promise<void> {
  for (const { provider, provider_subscription_id: id } of charged) {
    const { renewals } = providerNamed(provider, context.environment);
    await renewals?.end({ subscriptionId: id, key: `delete-${id}` }, context);
    await context.call('note_provider_end', { member, provider, provider_subscription_id: id });
  }
}

/** Runs `work`. @throws {FunctionError} the error of `work`, with a message that the account was kept. */
async function orKept(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    throw new FunctionError(
      error.code,
      error.status,
      `The account was kept, because what is charged for it could not be ended. ${error.message}`,
      { cause: error, headers: error.headers },
    );
  }
}
