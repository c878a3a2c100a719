/** @module-tag long */
import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { guessFromEverywhere, type Guesses } from '../testing/test-guesses.ts';
import { codeIn, linkIn, startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * Number of guessing networks, several times the number of allowed attempts. `npm run soak -- guessing` uses 20,000.
 */
const addresses = 120;
/** Number of networks that exceeds the allowed attempts for passwords and codes. */
const enoughAddresses = 30;
const email = 'owner@isola.example';
const password = 'a quiet Harbour 7';
const changed = 'another Harbour 8';
const home = '203.0.113.7';

/** Server with the limits of production, behind one proxy. */
let server: TestServer;
let mailedBefore: { readonly token: string; readonly type: string };
let guesses: Guesses;
beforeAll(async () => {
  server = await startTestServer({ rateLimitScale: 1, trustedProxies: 1, mailbox: 'always' });
  await server.join(server.client(), { email, password });
  expect((await signIn(home)).status).toBe(200);
  await post(home, 'recover', { email });
  mailedBefore = linkIn(await server.mailTo(email));
  guesses = await guessFromEverywhere(server, email, addresses);
});
afterAll(() => server.close());

async function post(address: string, path: string, body: object) {
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

const signIn = (address: string, typed = password) =>
  post(address, 'token?grant_type=password', { email, password: typed });

test('guesses from 120 networks through every route obtain no session', () => {
  expect(guesses.sent).toBe(7 * addresses);
  expect(guesses.sessions).toBe(0);
});

test('guesses from 120 networks get twenty passwords and five codes compared, without reaching a network limit', async () => {
  expect(guesses.passwordsCompared).toBe(20);
  expect(guesses.statuses['sign-in']).toEqual({ 400: 20, 429: addresses - 20 });
  for (const route of ['code', 'token', 'token as code', 'link']) {
    expect(guesses.statuses[route], route).toEqual({ 403: addresses });
  }
  expect(guesses.statuses['GET']).toEqual({ 303: addresses });
  expect(guesses.statuses['pkce']).toEqual({ 400: addresses });
  const service = server.client(server.secretKey);
  expect((await service.rpc('code_attempts', { address: email })).data).toBe(5);
});

test('the code of the email is invalid after the guesses, with the same answer as a wrong code', async () => {
  const body = { type: 'recovery', email, token: codeIn(await server.mailTo(email)), password: changed };
  expect(await post(home, 'verify', body)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
});

test('the owner can still sign in from a network of an earlier sign-in', async () => {
  expect((await signIn(home)).status).toBe(200);
});

test('the owner can use an earlier mailed link from a new network while strangers keep requesting emails', async () => {
  await guessFromEverywhere(server, email, enoughAddresses);
  const elsewhere = '198.51.100.9';
  expect((await signIn(elsewhere)).status).toBe(429);
  for (let turn = 0; turn < 10; turn += 1) {
    for (const path of ['recover', 'otp']) {
      const answer = await post(`192.0.${turn}.1`, path, { email, code_challenge: randomBytes(32).toString('hex') });
      expect(answer).toEqual({ status: 200, body: {} });
    }
  }
  const used = await post(elsewhere, 'verify', {
    type: mailedBefore.type,
    token_hash: mailedBefore.token,
    password: changed,
  });
  expect(used).toMatchObject({ status: 200, body: { password_set: true } });
  expect((await signIn(elsewhere, changed)).status).toBe(200);
});

test('an email can still be registered after failed sign-ins with it', async () => {
  const newcomer = 'newcomer@isola.example';
  await guessFromEverywhere(server, newcomer, enoughAddresses);
  for (let turn = 0; turn < 10; turn += 1) await post(`192.0.${turn}.2`, 'recover', { email: newcomer });
  await server.join(server.client(), { email: newcomer, password });
});
