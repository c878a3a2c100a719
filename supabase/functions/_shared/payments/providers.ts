import type { FunctionContext } from '../context.ts';
import { FunctionError } from '../function-error.ts';
import type { PaymentProvider, ReadPaymentProvider } from './payment-provider.ts';
import { readStripe } from './stripe.ts';
import { readWechatPay } from './wechat-pay.ts';

/**
 * Providers by their name in `PAYMENT_PROVIDER`, in the tables and in the webhook's address. A new provider is a file
 * and a row.
 */
export const paymentProviders: Readonly<Record<string, ReadPaymentProvider>> = {
  stripe: readStripe,
  'wechat-pay': readWechatPay,
};

/**
 * Returns the provider of new checkouts: the one in `PAYMENT_PROVIDER`, else the first that is configured.
 * @returns null without a provider; then only plans at 0 can be taken.
 * @throws when a setting cannot be used; the message names it.
 */
export function currentProvider(
  environment: FunctionContext['environment'],
  known: Readonly<Record<string, ReadPaymentProvider>> = paymentProviders,
): PaymentProvider | null {
  const name = environment('PAYMENT_PROVIDER');
  if (!name)
    return Object.values(known).reduce<PaymentProvider | null>((found, read) => found ?? read(environment), null);
  if (!Object.hasOwn(known, name)) throw new Error(`PAYMENT_PROVIDER is none of ${Object.keys(known).join(', ')}`);
  const provider = known[name]?.(environment) ?? null;
  if (!provider) throw new Error(`PAYMENT_PROVIDER is ${name}, and its keys are not set`);
  return provider;
}

/**
 * Returns the provider with which a subscription or checkout was begun.
 * @throws {FunctionError} `no-provider` 501 when it is no longer configured.
 */
export function providerNamed(
  name: string,
  environment: FunctionContext['environment'],
  known: Readonly<Record<string, ReadPaymentProvider>> = paymentProviders,
): PaymentProvider {
  const provider = Object.hasOwn(known, name) ? known[name]?.(environment) : null;
  if (provider) return provider;
  throw new FunctionError('no-provider', 501, 'The payment provider of this subscription is not set up here');
}
