/** @module-tag long */
import { randomUUID } from 'node:crypto';

import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startTestServer, type TestServer } from './testing/test-server.ts';

const secret = 'whsec_of_this_test';
const account = {
  email: 'payer@example.com',
  password: 'Correct-horse-9-battery',
  options: { data: { username: 'payer' } },
};
let server: TestServer;

beforeAll(async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', secret);
  server = await startTestServer();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

/** Calls a function over HTTP, as pages do. */
async function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${server.url}/functions/v1/${path}`, {
    method: 'POST',
    headers: { origin: server.url, apikey: server.publishableKey, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, ...((await response.json()) as Readonly<Record<string, unknown>>) };
}

test('a member can order a free plan, cancel it and delete the account over HTTP', async () => {
  const client = server.client();
  await server.join(client, account);
  // Sign in with the password, because the session of the mailed code could delete the account without one.
  const { data: signedIn } = await client.auth.signInWithPassword({
    email: account.email,
    password: account.password,
  });
  const token = signedIn.session?.access_token ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const ask = (path: string, body: object) => post(path, JSON.stringify(body), headers);
  const order = { plan: 'member', currency: 'CNY', key: randomUUID(), return_path: '/membership' };
  expect(await post('checkout', JSON.stringify(order))).toMatchObject({ status: 401, code: 'session-required' });
  expect(await ask('checkout', order)).toMatchObject({
    status: 200,
    outcome: 'active',
    subscription: { status: 'active' },
  });
  // This is the query of the account's client after each sign-in: subscriptions that are paid or past due.
  const now = new Date().toISOString();
  const mine = client
    .from('user_subscriptions')
    .select('plan_id,status,plans!user_subscriptions_plan_id_fkey(photos_per_batch)')
    .or(`status.eq.past_due,and(status.eq.active,end_date.gte.${now})`);
  expect((await mine).data).toEqual([{ plan_id: 'member', status: 'active', plans: { photos_per_batch: 200 } }]);
  expect((await client.from('invoices').select('number, amount_minor, status')).data).toEqual([
    { number: `${new Date().getUTCFullYear()}-000001`, amount_minor: 0, status: 'issued' },
  ]);
  expect(await ask('subscription', { action: 'cancel', key: randomUUID() })).toMatchObject({
    subscription: { status: 'active', cancelled_at: expect.any(String) as string },
  });
  expect(await ask('webhook-admin', { action: 'replay', id: 1 })).toMatchObject({
    status: 403,
    code: 'permission-required',
  });
  expect(await ask('delete-account', { password: 'wrong' })).toEqual({ status: 200, outcome: 'password-wrong' });
  expect(await ask('delete-account', { password: account.password })).toEqual({ status: 200, outcome: 'deleted' });
});

test('events of Stripe up to 300,000 bytes are stored with the verdict on their signature', async () => {
  const event = {
    object: 'event',
    id: 'evt_1',
    type: 'customer.created',
    created: 1_790_000_000,
    data: { object: {} },
  };
  const payload = JSON.stringify({ ...event, filling: 'x'.repeat(200_000) });
  const signature = await new Stripe('unused').webhooks.generateTestHeaderStringAsync({ payload, secret });
  const headers = { 'stripe-signature': signature };
  expect(await post('payment-webhook/stripe', payload, headers)).toEqual({ status: 200, received: true });
  expect(await post('payment-webhook/stripe', `${payload} `, headers)).toEqual({ status: 400, received: false });
  expect((await post('payment-webhook/stripe', 'x'.repeat(300_001), headers)).status).toBe(413);
  expect(await post('payment-webhook/unknown', '{}')).toMatchObject({ code: 'provider-invalid' });
  expect(await post('payment-webhook/retry', '{}')).toEqual({ status: 200, tried: 0 });
  const { data } = await server
    .client(server.secretKey)
    .from('webhook_events')
    .select('event_id, verdict, status')
    .order('id');
  expect(data).toEqual([
    { event_id: 'evt_1', verdict: 'valid', status: 'ignored' },
    { event_id: null, verdict: 'bad-signature', status: 'refused' },
  ]);
});
