import type { FunctionContext } from '../context.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paymentProviders, providerNamed } from './providers.ts';
import { reasonOf } from './reason-of.ts';

type PayBackContext = Pick<FunctionContext, 'call' | 'environment' | 'fetch'>;

interface DoublePayment {
  readonly payment_id: string;
  readonly provider: string;
  readonly provider_payment_id: string;
  readonly amount_minor: number;
  readonly currency: string;
  /** Subscription at the provider that charges for the payment and has to be ended. */
  readonly provider_subscription_id: string | null;
  /** Null once the account is gone. */
  readonly member: string | null;
  readonly reason: 'paid-twice' | 'unbound';
}

/**
 * Refunds payments that members made twice, or for no checkout or price of this site, through providers that offer
 * refunds. The subscription that would charge again is ended first. Failures are retried later. It does not throw while
 * the database answers.
 * @param signal ends the work before the next payment.
 */
export async function payBackDouble(context: PayBackContext, max: number, signal?: AbortSignal): Promise<void> {
  const providers = Object.keys(paymentProviders).filter((name) => offersRefunds(name, context));
  if (providers.length === 0) return;
  const worker = crypto.randomUUID();
  for (let done = 0; done < max; done += 1) {
    if (signal?.aborted) return;
    const payment = (await context.call('claim_double_payment', { worker, providers })) as DoublePayment | null;
    if (!payment) return;
    const failure = await payBack(payment, providerNamed(payment.provider, context.environment), context).then(
      () => null,
      reasonOf,
    );
    await context.call('note_double_payment', { payment: payment.payment_id, worker, failure });
  }
}

/**
 * Returns whether a provider offers refunds. A provider with unusable settings counts as one that does not, so that it
 * does not block the refunds of others; the error is reported when that provider is used.
 */
function offersRefunds(name: string, { environment }: PayBackContext): boolean {
  try {
    return Boolean(paymentProviders[name]?.(environment)?.refund);
  } catch {
    return false;
  }
}

async function payBack(payment: DoublePayment, provider: PaymentProvider, context: PayBackContext): Promise<void> {
  const {
    payment_id: id,
    provider_subscription_id: subscriptionId,
    amount_minor: amountMinor,
    currency,
    member,
    reason,
  } = payment;
  if (subscriptionId !== null) {
    await provider.renewals?.end({ subscriptionId, key: `double-${id}` }, context);
    if (member !== null) {
      await context.call('note_provider_end', {
        member,
        provider: provider.id,
        provider_subscription_id: subscriptionId,
      });
    }
  }
  await provider.refund?.(
    {
      paymentId: payment.provider_payment_id,
      amountMinor,
      currency,
      isDuplicate: reason === 'paid-twice',
      key: `refund-${id}-${amountMinor}`,
    },
    context,
  );
}
