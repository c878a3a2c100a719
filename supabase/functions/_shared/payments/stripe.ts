import { Stripe } from 'stripe';

import { FunctionError } from '../function-error.ts';
import { paidAlready } from './paid-already.ts';
import type {
  CheckoutOrder,
  CheckoutStart,
  Delivery,
  PaymentFact,
  PlanChange,
  ProviderContext,
  ProviderEvent,
  ReadPaymentProvider,
  RefundOrder,
  Verdict,
  Verification,
} from './payment-provider.ts';

/** Maximum age of a delivery, in seconds; the default of the SDK. */
const toleranceS = 300;
/** Retries after the first attempt. The SDK waits in between, and repeats with the same idempotency key. */
const maxRetries = 2;

/**
 * Stripe through its own SDK: Checkout with the prices of `plan_prices`, the customer portal, and webhooks.
 * @see https://docs.stripe.com/api
 */
export const readStripe: ReadPaymentProvider = (environment) => {
  const key = environment('STRIPE_SECRET_KEY') ?? '';
  if (key === '') return null;
  const secrets = (environment('STRIPE_WEBHOOK_SECRET') ?? '').split(/[\s,]+/).filter(Boolean);
  const address = environment('STRIPE_API_URL') || 'https://api.stripe.com';
  const base = URL.parse(address);
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error('STRIPE_API_URL is no http or https address');
  const timeoutMs = Number(environment('STRIPE_TIMEOUT_MS') || 10_000);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 10) throw new Error('STRIPE_TIMEOUT_MS is no number of milliseconds');

  const clientOf = ({ fetch }: ProviderContext) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient(((url: string, options?: RequestInit) =>
        fetch(url, options)) as typeof globalThis.fetch),
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
      timeout: timeoutMs,
      maxNetworkRetries: maxRetries,
      telemetry: false,
    });
  const ask = async <T>(context: ProviderContext, request: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await request(clientOf(context));
    } catch (error) {
      throw refusalOf(error);
    }
  };

  return {
    id: 'stripe',
    startCheckout: (order, context) => ask(context, (stripe) => startCheckout(stripe, order)),
    abandonCheckout: (id, context) =>
      ask(context, async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(id);
        if (session.status === 'open') await stripe.checkout.sessions.expire(id);
        return session.status !== 'complete';
      }),
    openPortal: (customer, returnUrl, context) =>
      ask(context, async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return url;
      }),
    refund: (order, context) => ask(context, (stripe) => refund(stripe, order)),
    renewals: {
      cancel: ({ subscriptionId, key: idempotencyKey }, context) =>
        ask(context, async (stripe) => {
          await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, { idempotencyKey });
        }),
      resume: ({ subscriptionId, key: idempotencyKey }, context) =>
        ask(context, async (stripe) => {
          await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }, { idempotencyKey });
        }),
      change: (order, context) => ask(context, (stripe) => changePlan(stripe, order)),
      end: ({ subscriptionId }, context) =>
        ask(context, async (stripe) => {
          const { status } = await stripe.subscriptions.retrieve(subscriptionId);
          if (status !== 'canceled' && status !== 'incomplete_expired')
            await stripe.subscriptions.cancel(subscriptionId);
        }),
    },
    webhook: {
      verify: (delivery) => verify(delivery, secrets),
      factsOf: async (event, context) =>
        isOurs(event.payload as Stripe.Event, key) ? await ask(context, (stripe) => factsOf(event, stripe)) : [],
      acknowledge: (isKept) => Response.json({ received: isKept }, { status: isKept ? 200 : 400 }),
    },
  };
};

async function startCheckout(stripe: Stripe, order: CheckoutOrder): Promise<CheckoutStart> {
  const { checkoutId, earlierId, planId, amountMinor, currency, periodMonths, returnUrl } = order;
  const earlier = earlierId === null ? null : await stripe.checkout.sessions.retrieve(earlierId);
  if (earlier?.status === 'complete') throw paidAlready();
  // Two open sessions of one checkout could both be paid.
  if (earlier?.status === 'open') return startOf(earlier);
  const metadata = { checkout_id: checkoutId, plan_id: planId };
  const back = (outcome: string) => {
    const url = new URL(returnUrl);
    url.searchParams.set('checkout', outcome);
    return url.href;
  };
  const session = await stripe.checkout.sessions.create(
    {
      mode: periodMonths === null ? 'payment' : 'subscription',
      client_reference_id: checkoutId,
      metadata,
      ...(periodMonths === null ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
      ...(order.customerId === null ? { customer_email: order.email } : { customer: order.customerId }),
      ...(order.language !== null && { locale: order.language }),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: toStripe(amountMinor, currency),
            product_data: { name: `Isola ${planId}`, metadata: { plan_id: planId } },
            ...(periodMonths !== null && { recurring: recurringOf(periodMonths) }),
          },
        },
      ],
      success_url: back('done'),
      cancel_url: back('cancelled'),
    },
    // Beginning the same checkout again returns the same session, until that has expired.
    { idempotencyKey: `checkout-${checkoutId}${earlierId === null ? '' : `-${earlierId}`}` },
  );
  return startOf(session);
}

function startOf(session: Stripe.Checkout.Session): CheckoutStart {
  if (!session.url) throw new FunctionError('provider-refused', 502, 'Stripe answered a checkout without an address');
  return {
    step: { outcome: 'redirect', url: session.url },
    providerCheckoutId: session.id,
    customerId: idOf(session.customer) ?? null,
  };
}

/**
 * Currencies without decimals whose amounts Stripe takes in hundredths nevertheless.
 * @see https://docs.stripe.com/currencies#special-cases
 */
const inHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);

function toStripe(amountMinor: number, currency: string): number {
  return inHundredths.has(currency.toUpperCase()) ? amountMinor * 100 : amountMinor;
}

function fromStripe(amount: number, currency: string): number {
  return inHundredths.has(currency.toUpperCase()) ? Math.round(amount / 100) : amount;
}

/** Converts months to an interval of Stripe, which accepts at most twelve months; whole years are counted as years. */
function recurringOf(months: number): { interval: 'month' | 'year'; interval_count: number } {
  return months % 12 === 0
    ? { interval: 'year', interval_count: months / 12 }
    : { interval: 'month', interval_count: months };
}

async function changePlan(stripe: Stripe, order: PlanChange): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(order.subscriptionId);
  const [item] = subscription.items.data;
  if (!item || order.periodMonths === null) {
    throw new FunctionError(
      'not-changeable',
      409,
      'This plan cannot be changed into that one: cancel it, and begin anew',
    );
  }
  const product = await stripe.products.create(
    { name: `Isola ${order.planId}`, metadata: { plan_id: order.planId } },
    { idempotencyKey: `product-${order.key}` },
  );
  await stripe.subscriptions.update(
    order.subscriptionId,
    {
      metadata: { plan_id: order.planId },
      // The difference is paid now, or the change fails. If it were added to the next invoice, members who cancel
      // before would not pay it.
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      items: [
        {
          id: item.id,
          price_data: {
            currency: order.currency.toLowerCase(),
            product: product.id,
            unit_amount: toStripe(order.amountMinor, order.currency),
            recurring: recurringOf(order.periodMonths),
          },
        },
      ],
    },
    { idempotencyKey: order.key },
  );
}

async function refund(stripe: Stripe, order: RefundOrder): Promise<void> {
  const { paymentId, amountMinor, currency, isDuplicate, key } = order;
  const paid = await attemptOf(paymentId, stripe);
  if (!paid) throw new FunctionError('provider-refused', 502, 'Stripe knows no payment of this invoice');
  try {
    await stripe.refunds.create(
      { ...paid, amount: toStripe(amountMinor, currency), ...(isDuplicate && { reason: 'duplicate' }) },
      { idempotencyKey: key },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'charge_already_refunded') throw error;
  }
}

/** Returns the attempt that paid an invoice. The id of a payment without an invoice is its attempt. */
async function attemptOf(paymentId: string, stripe: Stripe): Promise<Stripe.RefundCreateParams | undefined> {
  if (!paymentId.startsWith('in_')) return { payment_intent: paymentId };
  const { data } = await stripe.invoicePayments.list({ invoice: paymentId, status: 'paid', limit: 1 });
  const intent = idOf(data[0]?.payment.payment_intent);
  if (intent !== undefined) return { payment_intent: intent };
  const charge = idOf(data[0]?.payment.charge);
  return charge === undefined ? undefined : { charge };
}

/** Verifies a delivery with any of the secrets. Several are valid while one replaces another. */
async function verify({ bytes, headers }: Delivery, secrets: readonly string[]): Promise<Verification> {
  if (secrets.length === 0) return { verdict: 'not-configured', event: null };
  const signature = headers.get('stripe-signature');
  if (signature === null) return { verdict: 'no-signature', event: null };
  let verdict: Verdict = 'bad-signature';
  for (const secret of secrets) {
    try {
      const event = await new Stripe('unused').webhooks.constructEventAsync(bytes, signature, secret, toleranceS);
      return eventIn(event);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        return { verdict: 'malformed', event: null };
      if (error.message.includes('tolerance')) verdict = 'too-old';
    }
  }
  return { verdict, event: null };
}

function eventIn(event: Stripe.Event): Verification {
  const { id, type, created } = event as Partial<Stripe.Event>;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof created !== 'number') {
    return { verdict: 'malformed', event: null };
  }
  return { verdict: 'valid', event: { id, type, at: isoTime(created), payload: event } };
}

/**
 * Returns whether an event belongs to the mode of the key and to our own account. A secret of test mode may be
 * configured next to that of live mode, and a platform receives events of connected accounts.
 */
function isOurs({ livemode, account }: Stripe.Event, key: string): boolean {
  const mode = /^[rs]k_(live|test)_/.exec(key)?.[1];
  return account === undefined && (mode === undefined || livemode === (mode === 'live'));
}

async function factsOf({ payload }: ProviderEvent, stripe: Stripe): Promise<readonly PaymentFact[]> {
  const event = payload as Stripe.Event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      // A bank transfer is pending. Another event reports its success.
      return session.payment_status === 'unpaid' ? [] : [completedIn(session)];
    }
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return [{ kind: 'checkout_expired', ...sessionIn(event.data.object) }];
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return await invoiceFacts(event.data.object, event.type === 'invoice.paid', stripe);
    case 'customer.subscription.updated':
      return changesOf(event.data.object, event.data.previous_attributes ?? {});
    case 'customer.subscription.deleted':
      return [{ kind: 'ended', ...namesIn(event.data.object) }];
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return [await refundIn(event.data.object, stripe)];
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return [await disputeIn(event.data.object, event.type === 'charge.dispute.created', stripe)];
    default:
      return [];
  }
}

/**
 * Reads our checkout id and Stripe's id of a session. Anyone who opens a payment link chooses the checkout id that it
 * returns, so only the session's own id proves that our checkout began it.
 */
function sessionIn(session: Stripe.Checkout.Session) {
  return { checkoutId: session.client_reference_id ?? undefined, providerCheckoutId: session.id };
}

function completedIn(session: Stripe.Checkout.Session): PaymentFact {
  const details = session.customer_details;
  return {
    kind: 'checkout_completed',
    ...sessionIn(session),
    isRenewed: session.mode === 'subscription',
    subscriptionId: idOf(session.subscription),
    customerId: idOf(session.customer),
    amountMinor: fromStripe(session.amount_total ?? 0, session.currency ?? ''),
    currency: session.currency ?? undefined,
    // With a subscription, its invoice reports the payment.
    ...(session.mode === 'payment' && {
      paymentId: idOf(session.payment_intent),
      buyer: { name: details?.name ?? undefined, address: addressIn(details?.address ?? null) },
    }),
  };
}

async function invoiceFacts(invoice: Stripe.Invoice, isPaid: boolean, stripe: Stripe): Promise<readonly PaymentFact[]> {
  const details = invoice.parent?.subscription_details;
  if (!details) return [];
  const periods = chargesOf(invoice).map(({ period }) => period);
  const charge = chargeOf(invoice);
  return [
    {
      kind: isPaid ? 'renewed' : 'payment_failed',
      subscriptionId: idOf(details.subscription),
      checkoutId: details.metadata?.['checkout_id'],
      customerId: idOf(invoice.customer),
      paymentId: invoice.id,
      amountMinor: fromStripe(isPaid ? invoice.amount_paid : invoice.amount_due, invoice.currency),
      currency: invoice.currency,
      chargedMinor: charge && !isPart(charge) ? fromStripe(charge.amount, invoice.currency) : undefined,
      planId: await planOf(charge, stripe),
      ...(periods.length > 0 && {
        periodStart: isoTime(Math.max(...periods.map(({ start }) => start))),
        periodEnd: isoTime(Math.max(...periods.map(({ end }) => end))),
      }),
      buyer: { name: invoice.customer_name ?? undefined, address: addressIn(invoice.customer_address) },
    },
  ];
}

/** Returns the lines of an invoice without credits for an earlier plan, unless it contains credits alone. */
function chargesOf({ lines }: Stripe.Invoice): readonly Stripe.InvoiceLineItem[] {
  const charges = lines.data.filter(({ amount }) => amount >= 0);
  return charges.length > 0 ? charges : lines.data;
}

/**
 * Finds the line of the plan that an invoice charges for: the one that ends last, and among those the most expensive.
 */
function chargeOf(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return chargesOf(invoice).toSorted((a, b) => b.period.end - a.period.end || b.amount - a.amount)[0];
}

/** Returns whether a line is for the rest of a period, after a change of plan. */
function isPart({ parent }: Partial<Stripe.InvoiceLineItem>): boolean {
  return (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false;
}

/**
 * Finds the plan of a line in the metadata of its price's product. @returns undefined for a price of another product.
 */
async function planOf(line: Stripe.InvoiceLineItem | undefined, stripe: Stripe): Promise<string | undefined> {
  const product = line?.pricing?.price_details?.product;
  if (product === undefined) return undefined;
  const { metadata } = (await stripe.products.retrieve(product)) as Partial<Stripe.Product>;
  return metadata?.['plan_id'];
}

function namesIn(subscription: Stripe.Subscription) {
  return {
    subscriptionId: subscription.id,
    checkoutId: subscription.metadata['checkout_id'],
    customerId: idOf(subscription.customer),
  };
}

/** Returns the changes of a subscription, compared with its previous values in Stripe's event. */
function changesOf(subscription: Stripe.Subscription, before: Partial<Stripe.Subscription>): readonly PaymentFact[] {
  const names = namesIn(subscription);
  const facts: PaymentFact[] = [];
  const item = subscription.items.data[0];
  const itemBefore = before.items?.data[0];
  if (item && itemBefore && itemBefore.price.id !== item.price.id) {
    facts.push({
      kind: 'changed',
      ...names,
      planId: subscription.metadata['plan_id'],
      planAmountMinor:
        item.price.unit_amount === null ? undefined : fromStripe(item.price.unit_amount, item.price.currency),
      periodMonths: monthsOf(item.price.recurring),
      periodEnd: isoTime(item.current_period_end),
    });
  } else if (
    item &&
    itemBefore &&
    itemBefore.current_period_end !== item.current_period_end &&
    subscription.status === 'active'
  ) {
    facts.push({ kind: 'renewed', ...names, ...priceOf(item), periodEnd: isoTime(item.current_period_end) });
  }
  if ('cancel_at_period_end' in before || 'cancel_at' in before) {
    const isCancelled = subscription.cancel_at_period_end || subscription.cancel_at !== null;
    facts.push({ kind: isCancelled ? 'cancelled' : 'resumed', ...names });
  }
  if (before.status !== undefined) {
    if (subscription.status === 'past_due') facts.push({ kind: 'payment_failed', ...names });
    if (['unpaid', 'canceled', 'incomplete_expired'].includes(subscription.status))
      facts.push({ kind: 'ended', ...names });
  }
  return facts;
}

function priceOf({ price }: Stripe.SubscriptionItem) {
  const { unit_amount: amount, currency } = price;
  return { chargedMinor: amount === null ? undefined : fromStripe(amount, currency), currency };
}

function monthsOf(recurring: Stripe.Price.Recurring | null): number | undefined {
  if (recurring?.interval === 'year') return recurring.interval_count * 12;
  return recurring?.interval === 'month' ? recurring.interval_count : undefined;
}

async function refundIn(refund: Stripe.Refund, stripe: Stripe): Promise<PaymentFact> {
  const states = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' } as const;
  return {
    kind: 'refunded',
    refundId: refund.id,
    paymentId: await paymentOf(refund.payment_intent, stripe),
    amountMinor: fromStripe(refund.amount, refund.currency),
    currency: refund.currency,
    refundStatus: Object.hasOwn(states, refund.status ?? '') ? states[refund.status as keyof typeof states] : 'pending',
    reason: refund.reason ?? undefined,
  };
}

async function disputeIn(dispute: Stripe.Dispute, isOpened: boolean, stripe: Stripe): Promise<PaymentFact> {
  const isLost = dispute.status === 'lost';
  return {
    kind: isOpened ? 'disputed' : isLost ? 'dispute_lost' : 'dispute_won',
    disputeId: dispute.id,
    paymentId: await paymentOf(dispute.payment_intent, stripe),
    amountMinor: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency,
    reason: dispute.reason,
  };
}

/**
 * Returns the id of a payment. The payment of a subscription has the id of its invoice; refunds and disputes name the
 * attempt to pay it.
 */
async function paymentOf(intent: string | Stripe.PaymentIntent | null, stripe: Stripe): Promise<string | undefined> {
  const id = idOf(intent);
  if (id === undefined) return undefined;
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: id },
    limit: 1,
  });
  return idOf(data[0]?.invoice) ?? id;
}

function idOf(value: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}

function addressIn(address: Stripe.Address | null): string | undefined {
  const lines = [address?.line1, address?.line2, address?.postal_code, address?.city, address?.state, address?.country];
  return lines.filter(Boolean).join('\n') || undefined;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isDown =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The same checkout is being begun in another tab.
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeAPIError;
  return isDown
    ? new FunctionError('provider-unavailable', 503, 'The payment provider does not answer: try again later', {
        cause: error,
        headers: { 'retry-after': '30' },
      })
    : new FunctionError('provider-refused', 502, 'The payment provider refused the request', {
        cause: error,
        details: { reason: error.code ?? error.type },
      });
}
