import { Stripe } from 'stripe';
import { expect } from 'vitest';

import { become, type Session } from '../../../tests/open-test-database.ts';
import { people } from '../../../tests/people.ts';
import type { FunctionContext, FunctionHandler } from '../context.ts';
import { contextForTest } from '../context-for-test.ts';
import { serverForTest } from '../server-for-test.ts';

export const webhookSecret = 'whsec_of_this_test';
const signer = new Stripe('unused');

/** Creates a context on a test database that calls as the service, and has the given signed-in member. */
export function contextOn(
  session: Session,
  member: string | null,
  environment: Readonly<Record<string, string>>,
): FunctionContext {
  return contextForTest({
    member: () => Promise.resolve(member),
    environment: (name) => environment[name],
    fetch: (url, options) => fetch(url, options),
    call: async (name, parameters) => {
      await become(session, people.service);
      try {
        const names = Object.keys(parameters).map((each, index) => `${each} => $${index + 1}`);
        const { rows } = await session.query(`select ${name}(${names.join()}) as answer`, Object.values(parameters));
        return rows[0]?.['answer'];
      } finally {
        await session.query('reset role');
      }
    },
  });
}

/** POSTs JSON as a page of the site does. */
export async function ask(handle: FunctionHandler, context: FunctionContext, body: object) {
  const headers = { origin: 'https://isola.example' };
  const url = 'https://isola.example/functions/v1/any';
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await handle(request, context);
  return { status: response.status, ...((await response.json()) as Readonly<Record<string, unknown>>) };
}

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
 * Starts a server that implements the used parts of Stripe's API: requests are forms, answers JSON, errors `{ error }`.
 * The same idempotency key gets the same answer.
 * @param failures error answers that are returned first, in this order.
 */
export async function stripeForTest(failures: { readonly status: number; readonly error?: object }[] = []) {
  const answered = new Map<string, { readonly body: string; readonly answer: string }>();
  /** Sessions that are no longer open. */
  const sessions: Record<string, 'complete' | 'expired'> = {};
  const changes: { readonly path: string; readonly form: Readonly<Record<string, string>>; readonly key: string }[] =
    [];
  const { origin, asked } = await serverForTest(({ method, url, headers, body }, response) => {
    expect(headers['authorization']).toBe('Bearer sk_test_1');
    const failure = failures.shift();
    if (failure) {
      response.writeHead(failure.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: failure.error ?? { type: 'api_error', message: 'no' } }));
      return;
    }
    const { pathname, searchParams } = new URL(url, 'http://stripe.test');
    const key = String(headers['idempotency-key'] ?? '');
    if (method !== 'GET') {
      if (method === 'POST') expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
      if (!answered.has(key) || key === '') {
        changes.push({ path: `${method} ${pathname}`, form: Object.fromEntries(new URLSearchParams(body)), key });
      }
    }
    const before = key === '' ? undefined : answered.get(key);
    if (before && before.body !== body) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'idempotency_error', message: 'Other parameters' } }));
      return;
    }
    const expired = /\/(cs_\w+)\/expire$/.exec(pathname)?.[1];
    if (expired !== undefined) sessions[expired] = 'expired';
    const answer = before?.answer ?? JSON.stringify(answerTo(pathname, searchParams, answered.size, sessions));
    if (key) answered.set(key, { body, answer });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
  const environment = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: origin,
    STRIPE_TIMEOUT_MS: '300',
    SITE_ORIGIN: 'https://isola.example',
  };
  return { environment, asked, changes, sessions };
}

function answerTo(
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

/** Begins a checkout of a member at Stripe, whose session has the id `cs_<name>`. @returns the id of the checkout. */
export async function beginAtStripe(
  context: FunctionContext,
  member: string,
  plan: string,
  name: string,
): Promise<string> {
  const { checkout } = (await context.call('begin_checkout', {
    member,
    request_key: crypto.randomUUID(),
    plan,
    currency: 'CNY',
    provider: 'stripe',
  })) as { checkout: { id: string } };
  await context.call('note_checkout', { checkout: checkout.id, provider_checkout_id: `cs_${name}` });
  return checkout.id;
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
