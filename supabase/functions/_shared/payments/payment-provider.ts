import type { FunctionContext } from '../context.ts';

/** Order that a member is about to pay. */
export interface CheckoutOrder {
  /** Id of the checkout in the table `checkouts`, which the provider returns with each event of it. */
  readonly checkoutId: string;
  /** Provider's id of an earlier session of the same checkout, such as from another tab. */
  readonly earlierId: string | null;
  readonly planId: string;
  /** Amount to be paid, in the currency's smallest unit; above 0. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Months of a period; null when it is paid once. */
  readonly periodMonths: number | null;
  readonly email: string;
  /** Language of the member, such as `zh`; null when they chose none. */
  readonly language: string | null;
  /** Provider's id of the member, from an earlier checkout. */
  readonly customerId: string | null;
  /** URL on the site to which the member returns. */
  readonly returnUrl: string;
  /** IP address of the payer, which some providers require. */
  readonly ip: string | null;
}

/**
 * How the member continues: on a page of the provider, with a form that the page posts to it, or with a code for their
 * phone.
 */
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

/** A request of a provider as received. */
export interface Delivery {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/** Result of a signature check. `malformed`: the signature is valid, but the signed bytes are not an event. */
export type Verdict = 'valid' | 'bad-signature' | 'no-signature' | 'too-old' | 'malformed' | 'not-configured' | 'test';

/**
 * Result of verifying a delivery. @property event the provider's event, decrypted if necessary; null unless the verdict
 * is `valid`.
 */
export interface Verification {
  readonly verdict: Verdict;
  readonly event: ProviderEvent | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Time at which the provider created the event, in ISO 8601. */
  readonly at: string;
  /** JSON of the event. */
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
  /** Id of the checkout in the table `checkouts`, if the provider returns it. */
  readonly checkoutId?: string | undefined;
  /** The provider's id of its checkout, which must be the one that our checkout began. */
  readonly providerCheckoutId?: string | undefined;
  /**
   * True when the provider renews the checkout's plan by itself, false when it does not; undefined for a provider that
   * renews nothing.
   */
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

/** A change of a subscription at the provider. The same change sent twice with the same `key` is made once. */
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

/**
 * An order to pay back a payment, in whole or in part. The same order sent twice with the same `key` is carried out
 * once.
 */
export interface RefundOrder {
  /** Id of the payment in the provider's facts. */
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** True when the payment was made twice, false when it was not made for the checkout or the price that it names. */
  readonly isDuplicate: boolean;
  readonly key: string;
}

/**
 * A service that takes payments. All methods that call it throw a `FunctionError`: `provider-unavailable` 503 when it
 * does not answer or is overloaded, `provider-refused` 502 when it refuses the request.
 */
export interface PaymentProvider {
  /** Id in the table `payments` and in the webhook's address. */
  readonly id: string;
  /**
   * Begins a checkout. @throws also `not-offered` 409 for a currency that it does not take, and `already-subscribed`
   * 409 when the checkout has been paid already.
   */
  readonly startCheckout: (order: CheckoutOrder, context: ProviderContext) => Promise<CheckoutStart>;
  /** Closes a checkout at the provider, so that it cannot be paid any more. @returns false when it was paid already. */
  readonly abandonCheckout: (providerCheckoutId: string, context: ProviderContext) => Promise<boolean>;
  /** Returns the URL of the provider's own page about a customer's payments. Null when it has none. */
  readonly openPortal: ((customerId: string, returnUrl: string, context: ProviderContext) => Promise<string>) | null;
  /**
   * Orders a refund; an event reports its result. A payment that is refunded already stays so. Null: the operator pays
   * back by hand.
   */
  readonly refund: ((order: RefundOrder, context: ProviderContext) => Promise<void>) | null;
  /** Changes of subscriptions that the provider renews. Null when it renews none; then the database alone decides. */
  readonly renewals: {
    /** Cancels at the end of the period. */
    readonly cancel: (order: ChangeOrder, context: ProviderContext) => Promise<void>;
    readonly resume: (order: ChangeOrder, context: ProviderContext) => Promise<void>;
    readonly change: (order: PlanChange, context: ProviderContext) => Promise<void>;
    /** Ends the subscription at once. A subscription that has ended already is unchanged. */
    readonly end: (order: ChangeOrder, context: ProviderContext) => Promise<void>;
  } | null;
  readonly webhook: {
    /** Checks the signature on the received bytes. It never throws. */
    readonly verify: (delivery: Delivery) => Promise<Verification>;
    /**
     * Translates an event into facts. It may request data from the provider that the event leaves out.
     * @returns an empty list for an event that is of no use here.
     */
    readonly factsOf: (event: ProviderEvent, context: ProviderContext) => Promise<readonly PaymentFact[]>;
    /** Returns the answer that the provider expects. @param isKept false asks the provider to send the event again. */
    readonly acknowledge: (isKept: boolean) => Response;
  };
}

/**
 * Reads the settings of one provider.
 * @returns null when the operator has not configured it.
 * @throws when a setting cannot be used; the message names it.
 */
export type ReadPaymentProvider = (environment: FunctionContext['environment']) => PaymentProvider | null;
