import type { FunctionContext } from '../context.ts';

/** Order that a member is about to pay. */
export interface CheckoutOrder {
  /** Our id, which the provider hands back with each event of it. */
  readonly checkoutId: string;
  /** Provider's id of an earlier session of the same checkout, such as from another tab. */
  readonly earlierId: string | null;
  readonly planId: string;
  /** In the currency's smallest unit; above 0. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Null: it is paid once. */
  readonly periodMonths: number | null;
  readonly email: string;
  /** The member's, such as `zh`; null where they chose none. */
  readonly language: string | null;
  /** Provider's id of the member, from an earlier checkout. */
  readonly customerId: string | null;
  /** URL on our site to which the member returns. */
  readonly returnUrl: string;
  /** IP address of the payer, which some providers require. */
  readonly ip: string | null;
}

/** How the member goes on: by a page of the provider, by a form that the page posts to it, or by a code for their phone. */
export type CheckoutStep =
  | { readonly outcome: 'redirect'; readonly url: string }
  | {
      readonly outcome: 'form';
      readonly url: string;
      readonly method: 'GET' | 'POST';
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly outcome: 'qr'; readonly content: string };

export interface CheckoutStart {
  readonly step: CheckoutStep;
  /** Provider's id of the checkout. */
  readonly providerCheckoutId: string;
  readonly customerId: string | null;
}

/** A request of a provider, as it came. */
export interface Delivery {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/** Why a signature held or did not. `malformed`: it held, and what it signs is no event. */
export type Verdict = 'valid' | 'bad-signature' | 'no-signature' | 'too-old' | 'malformed' | 'not-configured' | 'test';

/** @property event what the provider said, decrypted where it was encrypted; null unless the verdict is `valid`. */
export interface Verification {
  readonly verdict: Verdict;
  readonly event: ProviderEvent | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** When the provider made it, ISO 8601. */
  readonly at: string;
  /** JSON. */
  readonly payload: unknown;
}

/** A fact that an event of a provider reports. One event may report several. */
export interface PaymentFact {
  readonly kind:
    | 'checkout_completed'
    | 'checkout_expired'
    | 'renewed'
    | 'payment_failed'
    | 'cancelled'
    | 'resumed'
    | 'changed'
    | 'ended'
    | 'refunded'
    | 'disputed'
    | 'dispute_won'
    | 'dispute_lost';
  /** Our id of the checkout that began it, where the provider hands it back. */
  readonly checkoutId?: string | undefined;
  /** The provider's id of its checkout, which must be the one that our checkout began. */
  readonly providerCheckoutId?: string | undefined;
  /** Whether a checkout is charged again by itself; undefined where the provider renews nothing. */
  readonly isRenewed?: boolean | undefined;
  /** Provider's ids of the subscription, the customer, the payment, the refund and the dispute. */
  readonly subscriptionId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly refundId?: string | undefined;
  readonly disputeId?: string | undefined;
  /** Amount of the payment, the refund or the dispute, in the currency's smallest unit. */
  readonly amountMinor?: number | undefined;
  readonly currency?: string | undefined;
  /**
   * Price of a whole period of the plan on an invoice, before credits, in the currency's smallest unit; undefined when
   * the invoice charges for a part of a period.
   */
  readonly chargedMinor?: number | undefined;
  readonly refundStatus?: 'pending' | 'succeeded' | 'failed' | undefined;
  readonly reason?: string | undefined;
  /** ISO 8601. */
  readonly periodStart?: string | undefined;
  readonly periodEnd?: string | undefined;
  readonly planId?: string | undefined;
  readonly planAmountMinor?: number | undefined;
  readonly periodMonths?: number | undefined;
  /** Buyer on the invoice, when the provider asked for one. */
  readonly buyer?: { readonly name?: string | undefined; readonly address?: string | undefined } | undefined;
}

/** Part of a function's context that a provider needs. */
export type ProviderContext = Pick<FunctionContext, 'fetch'>;

/** A change of what is charged there. `key`: the same change sent twice is made once. */
export interface ChangeOrder {
  readonly subscriptionId: string;
  readonly key: string;
}

export interface PlanChange extends ChangeOrder {
  readonly planId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly periodMonths: number | null;
}

/** A payment that is paid back, whole or in part. `key`: the same order sent twice is carried out once. */
export interface RefundOrder {
  /** As the provider's facts name it. */
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Whether the payment was made twice; otherwise it was not made for the checkout or the price that it names. */
  readonly isDuplicate: boolean;
  readonly key: string;
}

/**
 * A service that takes payments. All that asks it throws a `FunctionError`: `provider-unavailable` 503 where it does not answer or
 * has too much to do, `provider-refused` 502 where it does not do what was asked.
 */
export interface PaymentProvider {
  /** As the table `payments` and the webhook's address have it. */
  readonly id: string;
  /** @throws also `not-offered` 409 for a currency that it does not take, `already-subscribed` 409 where it was paid already. */
  readonly startCheckout: (order: CheckoutOrder, context: ProviderContext) => Promise<CheckoutStart>;
  /** Closes a checkout at the provider, which then takes no payment for it. @returns false when it was paid already. */
  readonly abandonCheckout: (providerCheckoutId: string, context: ProviderContext) => Promise<boolean>;
  /** The provider's own page about a customer's payments; null where it has none. */
  readonly openPortal: ((customerId: string, returnUrl: string, context: ProviderContext) => Promise<string>) | null;
  /** Its report of the refund follows. What is refunded already stays so. Null: the operator pays back by hand. */
  readonly refund: ((order: RefundOrder, context: ProviderContext) => Promise<void>) | null;
  /** Null where the provider renews nothing by itself: then our database alone decides. */
  readonly renewals: {
    /** At the end of the period. */
    readonly cancel: (order: ChangeOrder, context: ProviderContext) => Promise<void>;
    readonly resume: (order: ChangeOrder, context: ProviderContext) => Promise<void>;
    readonly change: (order: PlanChange, context: ProviderContext) => Promise<void>;
    /** At once. One that has ended already stays as it is. */
    readonly end: (order: ChangeOrder, context: ProviderContext) => Promise<void>;
  } | null;
  readonly webhook: {
    /** Checks the signature on the bytes as they came. It throws nothing. */
    readonly verify: (delivery: Delivery) => Promise<Verification>;
    /**
     * @returns what it means; nothing for an event that we have no use for. It may ask the provider for what the event leaves out.
     */
    readonly factsOf: (event: ProviderEvent, context: ProviderContext) => Promise<readonly PaymentFact[]>;
    /** In the form that the provider reads. @param isKept false: it shall send the event again. */
    readonly acknowledge: (isKept: boolean) => Response;
  };
}

/**
 * Reads one provider's settings.
 * @returns null where the operator has not set it up.
 * @throws when a setting cannot be used; the message names it.
 */
export type ReadPaymentProvider = (environment: FunctionContext['environment']) => PaymentProvider | null;
