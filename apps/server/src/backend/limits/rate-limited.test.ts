/** @module-tag long */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { linkIn, startTestServer, type TestServer } from '../testing/test-server.ts';

// A loaded machine is slow, and not wrong.
vi.setConfig({ testTimeout: 60_000 });

/** A server with the limits as they are, which all other tests are spared. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitScale: 1 });
  await server.client().auth.getUser('none');
}, 180_000);
afterAll(() => server.close(), 30_000);

const password = 'a quiet Harbour 7';

async function count(table: string): Promise<number | null> {
  return (await server.client(server.secretKey).from(table).select('*', { count: 'exact', head: true })).count;
}

async function recipients(): Promise<string[]> {
  const mails = (await (await fetch(`${server.url}/_local/mailbox.json`)).json()) as { readonly to: string }[];
  return mails.map(({ to }) => to);
}

async function mailsTo(email: string): Promise<number> {
  return (await recipients()).filter((to) => to === email).length;
}

test('of three hundred sign-ups from one address thirty are stored; supabase-js says why, and when to come again', async () => {
  const { auth } = server.client();
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, turn) => {
      const { error } = await auth.signUp({ email: `flood-${turn}@isola.example`, password });
      return error;
    }),
  );
  const errors = answers.filter((error) => error !== null);
  expect(errors).toHaveLength(270);
  expect(errors[0]).toMatchObject({ name: 'AuthApiError', status: 429, code: 'over_request_rate_limit' });
  expect(await count('profiles')).toBe(30);

  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'one-more@isola.example', password }),
  });
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const refusals = server.logged.filter((line) => line.includes('"action":"sign-up"'));
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.join('')).not.toMatch(/isola\.example|127\.0\.0\.1/);
});

test('over the limit a mail is not sent, the answer stays the same, and what was mailed before is valid', async () => {
  // One of the thirty; which they are is not decided by the order of the requests.
  const email = (await recipients()).find((to) => to.startsWith('flood-')) ?? '';
  const { auth } = server.client();
  const mailed = await mailsTo(email);
  const answers: unknown[] = [];
  for (let turn = 0; turn < 6; turn += 1) answers.push((await auth.resetPasswordForEmail(email)).error);
  expect(answers).toEqual(Array(6).fill(null));
  expect(await mailsTo(email)).toBe(mailed + 3);
  // One purpose does not use up another: a link for a new password, which works in every browser, can always be had.
  for (let turn = 0; turn < 6; turn += 1) expect((await auth.signInWithOtp({ email })).error).toBeNull();
  expect(await mailsTo(email)).toBe(mailed + 6);
  for (let turn = 0; turn < 6; turn += 1) expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
  // The registration's own mail is one of the three.
  expect(await mailsTo(email)).toBe(mailed + 8);

  const { token, type } = linkIn(await server.mailTo(email));
  const response = await fetch(`${server.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ type, token_hash: token, password }),
  });
  expect(response.status).toBe(200);
  expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('a function is called ten times by one client, and no more', async () => {
  const call = async () =>
    (await fetch(`${server.url}/functions/v1/api-preregister`, { method: 'POST', body: '{}' })).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) statuses.push(await call());
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test('the functions store what they are given, past row-level security', async () => {
  const response = await fetch(`${server.url}/functions/v1/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'It works', language: 'en', page: '/en' }),
  });
  expect([response.status, await response.text()]).toEqual([
    expect.toSatisfy((status: number) => status < 300),
    expect.anything(),
  ]);
  expect(await count('feedback')).toBe(1);
});
