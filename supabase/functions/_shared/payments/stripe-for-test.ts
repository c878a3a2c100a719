/** Stripe's API and events for tests of any runner: this file knows of none. */
import { Stripe } from 'stripe';

export const webhookSecret = 'whsec_of_this_test';
const signer = new Stripe('unused');

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly livemode?: boolean;
  /** Id of another account that is connected to ours. */
  readonly account?: string;
  readonly data: { readonly object: object; readonly previous_attributes?: object };
}

/** Creates a delivery with Stripe's signature. The options forge parts of it. */
export async function delivered(
  event: StripeEvent,
  { secret = webhookSecret, atMs = Date.now(), signature = '' } = {},
): Promise<Request> {
  const payload = JSON.stringify({ object: 'event', livemode: false, ...event });
  const timestamp = Math.floor(atMs / 1_000);
  const header = signature || (await signer.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp }));
  return new Request('https://isola.example/functions/v1/payment-webhook/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': header, 'content-type': 'application/json', cookie: 'session=1' },
    body: payload,
  });
}

/**
 * Returns the answer of Stripe's API to a request.
 * @param count number of earlier answers, which makes new ids unique.
 * @param sessions those that are no longer open.
 */
export function stripeAnswer(
  path: string,
  query: URLSearchParams,
  count: number,
  sessions: Readonly<Record<string, string>>,
): object {
  if (path === '/v1/checkout/sessions') {
    return {
      id: `cs_${count}`,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/cs_${count}`,
      customer: null,
    };
  }
  if (path.startsWith('/v1/checkout/sessions/')) {
    const id = path.split('/')[4] ?? '';
    const status = sessions[id] ?? 'open';
    return { id, status, url: status === 'open' ? `https://checkout.stripe.test/${id}` : null, customer: null };
  }
  if (path === '/v1/billing_portal/sessions') return { id: 'bps_1', url: 'https://billing.stripe.test/1' };
  // `prod_studio` is the product of the plan `studio`.
  if (path.startsWith('/v1/products/'))
    return { id: path.split('/')[3], metadata: { plan_id: path.split('_').at(-1) } };
  if (path === '/v1/products') return { id: 'prod_1' };
  if (path === '/v1/refunds') return { id: `re_${count}`, status: 'succeeded' };
  if (path === '/v1/invoice_payments') {
    const invoice = query.get('invoice');
    if (invoice !== null) {
      const payment = { type: 'payment_intent', payment_intent: invoice.replace('in_', 'pi_') };
      return { object: 'list', data: [{ id: 'inpay_1', invoice, payment }] };
    }
    const intent = query.get('payment[payment_intent]') ?? '';
    // `pi_a_1` paid the invoice `in_a_1`; `pi_a` paid a checkout without an invoice.
    if (!/^pi_.+_/.test(intent)) return { object: 'list', data: [] };
    return { object: 'list', data: [{ id: 'inpay_1', invoice: intent.replace('pi_', 'in_') }] };
  }
  return { id: path.split('/')[3], status: 'active', items: { data: [{ id: 'si_1' }] } };
}

/**
 * Returns the events of one subscription’s life, as Stripe sends them. Times are seconds since 1970.
 * @param priceMinor price of a period in Stripe's unit.
 */
export function eventsOf(
  checkoutId: string,
  name: string,
  { currency = 'cny', priceMinor = 1_200, session = `cs_${name}` } = {},
) {
  const subscription = `sub_${name}`;
  const metadata = { checkout_id: checkoutId, plan_id: 'monthly' };
  let count = 0;
  const event = (type: string, created: number, object: object, previous?: object): StripeEvent => {
    count += 1;
    return {
      id: `evt_${name}_${count}`,
      type,
      created,
      data: { object, ...(previous && { previous_attributes: previous }) },
    };
  };
  const state = (more: object = {}) => ({
    id: subscription,
    customer: `cus_${name}`,
    metadata,
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    items: {
      data: [
        {
          id: 'si_1',
          current_period_end: 0,
          price: { id: 'price_1', unit_amount: priceMinor, currency, recurring: null },
        },
      ],
    },
    ...more,
  });
  const invoice = (id: string, start: number, end: number) => ({
    id: `in_${name}_${id}`,
    customer: `cus_${name}`,
    customer_name: 'Lin Wei',
    customer_address: null,
    amount_paid: priceMinor,
    amount_due: priceMinor,
    currency,
    lines: { data: [{ amount: priceMinor, period: { start, end } }] },
    parent: { subscription_details: { subscription, metadata } },
  });
  return {
    completed: (at: number) =>
      event('checkout.session.completed', at, {
        id: session,
        mode: 'subscription',
        amount_total: priceMinor,
        currency,
        payment_status: 'paid',
        client_reference_id: checkoutId,
        subscription,
        customer: `cus_${name}`,
      }),
    paid: (at: number, id: string, start: number, end: number) => event('invoice.paid', at, invoice(id, start, end)),
    /** @param lines charges of the invoice: product, amount and period of each. */
    paidFor: (
      at: number,
      id: string,
      lines: readonly { readonly product: string; readonly amount: number; readonly period: object }[],
    ) =>
      event('invoice.paid', at, {
        ...invoice(id, 0, 0),
        lines: {
          data: lines.map(({ product, ...line }) => ({
            ...line,
            pricing: { price_details: { price: 'price', product } },
          })),
        },
      }),
    /** A change to another price, of the plan in the metadata. */
    changed: (at: number, plan: string, amount: number, end: number) =>
      event(
        'customer.subscription.updated',
        at,
        state({
          metadata: { ...metadata, plan_id: plan },
          items: {
            data: [
              {
                id: 'si_1',
                current_period_end: end,
                price: {
                  id: 'price_2',
                  unit_amount: amount,
                  currency,
                  recurring: { interval: 'year', interval_count: 1 },
                },
              },
            ],
          },
        }),
        { items: { data: [{ id: 'si_1', current_period_end: 0, price: { id: 'price_1' } }] } },
      ),
    failed: (at: number, id: string, start: number, end: number) =>
      event('invoice.payment_failed', at, invoice(id, start, end)),
    cancelled: (at: number) =>
      event('customer.subscription.updated', at, state({ cancel_at_period_end: true }), {
        cancel_at_period_end: false,
      }),
    resumed: (at: number) => event('customer.subscription.updated', at, state(), { cancel_at_period_end: true }),
    ended: (at: number) => event('customer.subscription.deleted', at, state({ status: 'canceled' })),
    refunded: (at: number, id: string, amount: number) =>
      event('refund.created', at, {
        id: `re_${name}_${id}_${amount}`,
        amount,
        currency,
        status: 'succeeded',
        payment_intent: `pi_${name}_${id}`,
        reason: 'requested_by_customer',
      }),
    dispute: (at: number, id: string, status: 'needs_response' | 'won' | 'lost') =>
      event(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', at, {
        id: `dp_${name}_${id}`,
        amount: 1_200,
        currency,
        status,
        payment_intent: `pi_${name}_${id}`,
        reason: 'fraudulent',
      }),
    other: (at: number) => event('customer.created', at, { id: `cus_${name}` }),
  };
}
