/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { linkIn, startTestServer, type TestServer } from '../testing/test-server.ts';

/** Server with the rate limits of production. Most other tests use limits that they cannot reach. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitScale: 1 });
  await server.client().auth.getUser('none');
}, 180_000);
afterAll(() => server.close());

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

test('thirty of 300 sign-ups from one address are stored, and the others get 429 with Retry-After', async () => {
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

test('above the limit no email is sent, the answer stays the same, and earlier links stay valid', async () => {
  // Find one of the thirty, because the order of the requests does not decide which ones are stored.
  const email = (await recipients()).find((to) => to.startsWith('flood-')) ?? '';
  const { auth } = server.client();
  const mailed = await mailsTo(email);
  const answers: unknown[] = [];
  for (let turn = 0; turn < 6; turn += 1) answers.push((await auth.resetPasswordForEmail(email)).error);
  expect(answers).toEqual(Array(6).fill(null));
  expect(await mailsTo(email)).toBe(mailed + 3);
  // Each purpose has its own limit, so that links for a new password, which work in every browser, remain available.
  for (let turn = 0; turn < 6; turn += 1) expect((await auth.signInWithOtp({ email })).error).toBeNull();
  expect(await mailsTo(email)).toBe(mailed + 6);
  for (let turn = 0; turn < 6; turn += 1) expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
  // The email of the registration is one of the three.
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

test('one client may call api-preregister ten times', async () => {
  const call = async () =>
    (await fetch(`${server.url}/functions/v1/api-preregister`, { method: 'POST', body: '{}' })).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) statuses.push(await call());
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test('the feedback function stores a row, although row-level security allows no visitor to insert', async () => {
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
