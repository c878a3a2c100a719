import { FunctionError } from '../_shared/function-error.ts';
import { billingOf } from '../_shared/payments/billing-of.ts';
import { returnUrlIn, signedInMember } from '../_shared/payments/member-request.ts';
import { providerNamed } from '../_shared/payments/providers.ts';
import { withTimeLimit } from '../_shared/payments/with-time-limit.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { readFields } from '../_shared/read-fields.ts';

/**
 * Returns the provider's own page about the caller's payments. The body is `{ return_path }`, the answer `{ url }`; the
 * URL is valid for minutes.
 *
 * Its own codes: `session-required` and `session-invalid` 401, `return-path-invalid` 400, `origin-refused` 403,
 * `no-portal` 409, `provider-refused` 502, `provider-unavailable` 503.
 */
export const handleBillingPortal = postFunction(
  { name: 'billing-portal', requests: 30, windowMs: 10 * 60_000 },
  async (request, given) => {
    const context = withTimeLimit(given);
    const member = await signedInMember(context);
    const returnUrl = returnUrlIn(await readFields(request), request, context);
    const { current, customers } = await billingOf(member, context);
    const provider = current?.subscription.provider;
    const customer = customers.find((each) => !current?.provider_subscription_id || each.provider === provider);
    const openPortal = customer && providerNamed(customer.provider, context.environment).openPortal;
    if (!openPortal) throw new FunctionError('no-portal', 409, 'There is nothing to manage at a payment provider');
    return answerJson({ url: await openPortal(customer.customer_id, returnUrl, context) });
  },
);
