import type { FunctionContext } from '../context.ts';

/** A subscription in the form that pages read. */
export interface Subscription {
  readonly id: string;
  readonly plan_id: string;
  readonly status: 'pending' | 'active' | 'past_due' | 'cancelled' | 'expired';
  readonly cancelled_at: string | null;
  readonly amount_minor: number;
  readonly currency: string;
  readonly provider: string | null;
}

/** Subscriptions of a member, with their state at payment providers. */
export interface Billing {
  readonly current: { readonly subscription: Subscription; readonly provider_subscription_id: string | null } | null;
  /** Subscriptions that a provider would continue to charge. */
  readonly charged: readonly { readonly provider: string; readonly provider_subscription_id: string }[];
  /** Checkouts that can still be paid. */
  readonly checkouts: readonly {
    readonly id: string;
    readonly provider: string;
    readonly provider_checkout_id: string;
  }[];
  readonly customers: readonly { readonly provider: string; readonly customer_id: string }[];
}

/** Returns the subscriptions of a member. @throws {FunctionError} `unavailable` 503. */
export async function billingOf(member: string, { call }: FunctionContext): Promise<Billing> {
  return (await call('billing_of', { member })) as Billing;
}
