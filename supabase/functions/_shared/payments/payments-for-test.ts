import { expect } from 'vitest';

import { become, type Session } from '../../../tests/open-test-database.ts';
import { people } from '../../../tests/people.ts';
import type { FunctionContext, FunctionHandler } from '../context.ts';
import { contextForTest } from '../context-for-test.ts';
import { serverForTest } from '../server-for-test.ts';
import { stripeAnswer, webhookSecret } from './stripe-for-test.ts';

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
    call: callAs(session, () => become(session, people.service)),
  });
}

/** Returns a function that calls functions of the database. @param enter makes the session that of the caller. */
export function callAs(session: Session, enter: () => Promise<unknown>): FunctionContext['call'] {
  return async (name, parameters) => {
    await enter();
    try {
      const names = Object.keys(parameters).map((each, index) => `${each} => $${index + 1}`);
      const { rows } = await session.query(`select ${name}(${names.join()}) as answer`, Object.values(parameters));
      return rows[0]?.['answer'];
    } finally {
      await session.query('reset role');
    }
  };
}

/** POSTs JSON as a page of the site does. */
export async function ask(handle: FunctionHandler, context: FunctionContext, body: object) {
  const headers = { origin: 'https://isola.example' };
  const url = 'https://isola.example/functions/v1/any';
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await handle(request, context);
  return { status: response.status, ...((await response.json()) as Readonly<Record<string, unknown>>) };
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
    const answer = before?.answer ?? JSON.stringify(stripeAnswer(pathname, searchParams, answered.size, sessions));
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
