import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { type Billing, billingOf } from '../_shared/payments/billing-of.ts';
import { signedInMember } from '../_shared/payments/member-request.ts';
import { paidAlready } from '../_shared/payments/paid-already.ts';
import { providerNamed } from '../_shared/payments/providers.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { invalid, readFields } from '../_shared/read-fields.ts';

/**
 * Deletes the caller's account: `{ password? }`, answered by `{ outcome }`: `deleted`, or why not (`password-required`,
 * `password-wrong`, `too-many-attempts`, `session-missing`, `last-super-admin`). Once the identity is proven, what a provider
 * charges ends there first; where the provider does not answer, the account stays.
 *
 * Its own codes: `session-required` and `session-invalid` 401, `password-invalid` 400, `already-subscribed` 409 (a checkout was paid a
 * moment ago), `provider-refused` 502, `no-provider` 501 and
 * `provider-unavailable` 503: the account is kept.
 */
export const handleDeleteAccount = postFunction(
  { name: 'delete-account', requests: 20, windowMs: 10 * 60_000 },
  async (request, context) => {
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

/** Closes open checkouts. A checkout that was paid a moment ago would otherwise be charged for a deleted account. */
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

/** @throws {FunctionError} what `work` throws, which says that the account was kept. */
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
