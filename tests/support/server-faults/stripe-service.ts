import {
  delivered,
  eventsOf,
  stripeAnswer,
  webhookSecret,
} from '../../../supabase/functions/_shared/payments/stripe-for-test.ts';
import { priceMinor } from './paid-plan.ts';
import { type Answer, type Service, startService } from './service.ts';

export const stripeKey = 'sk_test_1';

/** A checkout that a member began at Stripe. */
interface Checkout {
  readonly id: string;
  readonly session: string;
}

export interface StripeService extends Service {
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the newest checkout. @throws when none was begun. */
  readonly newestCheckout: () => Checkout;
}

/** Starts a service with the parts of Stripe’s API that the product uses. The same idempotency key gets the same answer. */
export async function startStripe(): Promise<StripeService> {
  const answers = new Map<string, string>();
  const checkouts: Checkout[] = [];
  const answer: Answer = ({ url, key = '', body }, response) => {
    const known = answers.get(key) ?? JSON.stringify(stripeAnswer(url.pathname, url.searchParams, answers.size, {}));
    if (key !== '') answers.set(key, known);
    const id = new URLSearchParams(body).get('client_reference_id');
    if (id !== null) checkouts.push({ id, session: (JSON.parse(known) as { readonly id: string }).id });
    response.writeHead(200, { 'content-type': 'application/json' }).end(known);
  };
  const service = await startService(answer);
  return {
    ...service,
    environment: {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: service.origin,
      STRIPE_TIMEOUT_MS: '1000',
    },
    newestCheckout: () => {
      const newest = checkouts.at(-1);
      if (!newest) throw new Error('no checkout was begun at Stripe');
      return newest;
    },
  };
}

/** Ways in which the report of a payment is not what it should be. */
interface Forgery {
  readonly secret?: string;
  readonly priceMinor?: number;
}

/**
 * Reports to the product’s server that a checkout was paid, as Stripe does.
 * @returns the statuses with which the server answers the events.
 */
export async function reportPayment(url: string, checkout: Checkout, forgery: Forgery = {}): Promise<number[]> {
  const paid = forgery.priceMinor ?? priceMinor;
  const nowS = Math.floor(Date.now() / 1_000);
  const events = eventsOf(checkout.id, checkout.session, { priceMinor: paid, session: checkout.session });
  const statuses: number[] = [];
  for (const event of [events.completed(nowS), events.paid(nowS, '1', nowS, nowS + 30 * 86_400)]) {
    const request = await delivered(event, forgery.secret === undefined ? {} : { secret: forgery.secret });
    const response = await fetch(`${url}/functions/v1/payment-webhook/stripe`, {
      method: 'POST',
      headers: request.headers,
      body: await request.text(),
    });
    statuses.push(response.status);
  }
  return statuses;
}
