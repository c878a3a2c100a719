import type { AuthError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startTestServer, type TestServer } from './test-server.ts';

// A loaded machine is slow, and not wrong.
vi.setConfig({ testTimeout: 60_000 });

/** A server with the limits as they are, which everybody else's tests are spared. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitScale: 1 });
  await server.client().auth.getUser('none');
}, 60_000);
afterAll(() => server.close(), 30_000);

const password = 'a quiet Harbour 7';

async function count(table: string): Promise<number | null> {
  return (await server.client(server.secretKey).from(table).select('*', { count: 'exact', head: true })).count;
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

test('a code cannot be guessed: ten tries, then none, not even the right one', async () => {
  const email = 'flood-0@isola.example';
  const code = /^\d{6}$/m.exec((await server.mailTo(email)).text)?.[0] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  for (let turn = 0; turn < 10; turn += 1) {
    const { error } = await server.client().auth.verifyOtp({ email, token: wrong, type: 'signup' });
    expect(error).toMatchObject({ code: 'otp_expired' });
  }
  const late = await server.client().auth.verifyOtp({ email, token: code, type: 'signup' });
  expect(late.error).toMatchObject({ status: 429 });
});

test('passwords cannot be tried without end, and nobody is written to without end', async () => {
  const statuses = async (run: () => PromiseLike<{ error: AuthError | null }>, times: number) => {
    const seen: (number | undefined)[] = [];
    for (let turn = 0; turn < times; turn += 1) seen.push((await run()).error?.status);
    return seen;
  };
  const auth = server.client().auth;
  const email = 'flood-1@isola.example';
  const signIns = await statuses(() => auth.signInWithPassword({ email, password: 'wrong' }), 12);
  expect(signIns.slice(0, 10)).not.toContain(429);
  expect(signIns.slice(10)).toEqual([429, 429]);
  const asked = [
    ...(await statuses(() => auth.resetPasswordForEmail(email), 2)),
    ...(await statuses(() => auth.signInWithOtp({ email }), 2)),
    ...(await statuses(() => auth.resend({ type: 'signup', email }), 2)),
  ];
  expect(asked).toEqual([undefined, undefined, undefined, undefined, undefined, 429]);
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
