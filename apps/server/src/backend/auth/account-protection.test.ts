/** @module-tag long */
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.client().auth.getUser('no token');
}, 180_000);
afterAll(() => server.close());

const password = 'a quiet Harbour 7';
const nextPassword = 'another Harbour 8';
let lastMember = 0;

function newEmail(): string {
  lastMember += 1;
  return `owner-${lastMember}-${Date.now()}@isola.example`;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(method: string, path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

async function codeTo(email: string): Promise<string> {
  return /^\d{6}$/m.exec((await server.mailTo(email)).text)?.[0] ?? 'no code';
}

async function signIn(email: string, given = password): Promise<{ client: SupabaseClient; token: string }> {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password: given });
  expect(error).toBeNull();
  return { client, token: data.session?.access_token ?? '' };
}

/** Signs up, confirms, and signs in with the password. */
async function join(data: Record<string, unknown> = { language: 'en' }) {
  const email = newEmail();
  await server.client().auth.signUp({ email, password, options: { data } });
  const confirmed = await call('POST', '/auth/v1/verify', {
    type: 'signup',
    email,
    token: await codeTo(email),
    password,
  });
  expect(confirmed.status).toBe(200);
  return { email, ...(await signIn(email)) };
}

/** Signs in with the code of an email, which has the same effect as its link. */
async function signInByMail(email: string): Promise<Session> {
  await server.client().auth.signInWithOtp({ email });
  const { body } = await call('POST', '/auth/v1/verify', { type: 'magiclink', email, token: await codeTo(email) });
  return body as unknown as Session;
}

async function changeEmail(email: string, token: string): Promise<string> {
  const next = newEmail();
  const asked = await call('PUT', '/auth/v1/user', { email: next, current_password: password }, token);
  expect(asked.status).toBe(200);
  const { status } = await call('POST', '/auth/v1/verify', {
    type: 'email_change',
    email: next,
    token: await codeTo(next),
  });
  expect(status).toBe(200);
  expect((await server.mailTo(email)).text).toContain(next);
  return next;
}

async function restoreToken(email: string): Promise<string> {
  const link = new URL(/^http\S+$/m.exec((await server.mailTo(email)).text)?.[0] ?? '');
  return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
}

describe('stolen access token', () => {
  test.each([
    ['an email', 'PUT', '/auth/v1/user', () => ({ email: newEmail() })],
    ['a password', 'PUT', '/auth/v1/user', () => ({ password: nextPassword })],
    [
      'email and password together with a name',
      'PUT',
      '/auth/v1/user',
      () => ({ email: newEmail(), password: nextPassword, data: {} }),
    ],
  ])('cannot change %s without the current password', async (_, method, path, body) => {
    const { email, token } = await join();
    for (const [given, code] of [
      [{}, 'current_password_required'],
      [{ current_password: '' }, 'current_password_required'],
      [{ current_password: nextPassword }, 'current_password_mismatch'],
    ] as const) {
      const refused = await call(method, path, { ...body(), ...given }, token);
      expect(refused).toMatchObject({ status: 400, body: { error_code: code } });
    }
    await signIn(email);
  });

  test('learns nothing about a password by a cast or a filter of the answer, which could undo the count', async () => {
    const { token } = await join();
    const query = 'prove_identity=neq.confirmed&select=prove_identity::integer';
    const paths = ['/rest/v1/rpc/', '/rest/v1/%72pc/', '/rest/v1/rpc%2F', '/%72est/v1/rpc/', '/rest/v1//rpc/'];
    for (const path of paths) {
      for (const current_password of [password, nextPassword]) {
        const refused = await call('POST', `${path}prove_identity?${query}`, { current_password }, token);
        expect(refused, path).toMatchObject({ status: 400, body: { code: 'ISOLA400' } });
      }
    }
  });

  test('cannot store more than 16 KiB of metadata', async () => {
    const { client } = await join();
    const store = async (name: string, bytes: number) =>
      (await client.auth.updateUser({ data: { [name]: 'x'.repeat(bytes) } })).error?.code;
    expect(await store('first', 12_000)).toBeUndefined();
    expect(await store('second', 12_000)).toBe('validation_failed');
    expect(await store('first', 1_000)).toBeUndefined();
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({ first: 'x'.repeat(1_000) });
  });

  test('does not tell by metadata that are too large whether an address has an account', async () => {
    const { email } = await join();
    // The database writes each of these numbers with 309 digits.
    const data = { username: 'Ada', more: Array.from({ length: 1_000 }, () => 1e308) };
    const signUp = (address: string) => server.client().auth.signUp({ email: address, password, options: { data } });
    const fresh = newEmail();
    expect((await signUp(email)).error).toBeNull();
    expect((await signUp(fresh)).error).toBeNull();
    const body = { type: 'signup', email: fresh, token: await codeTo(fresh), password };
    const confirmed = await call('POST', '/auth/v1/verify', body);
    const { user_metadata: stored } = confirmed.body['user'] as { user_metadata: object };
    expect(stored).toMatchObject({ username: 'Ada' });
    expect(stored).not.toHaveProperty('more');
  });

  test('cannot delete the account without the current password', async () => {
    const { email, token } = await join();
    const path = '/rest/v1/rpc/delete_my_account';
    expect((await call('POST', path, {}, token)).body).toBe('password-required');
    expect((await call('POST', path, { current_password: nextPassword }, token)).body).toBe('password-wrong');
    const internal = ['erase_account', 'check_identity', 'restore_email', 'prune_accounts', 'link_session_end'];
    for (const name of internal) {
      const { status } = await call('POST', `/rest/v1/rpc/${name}`, {}, token);
      expect([401, 403, 404], name).toContain(status);
    }
    await signIn(email);
  });

  test('allows five wrong passwords over all routes together, and then refuses the right one', async () => {
    const { email, token } = await join();
    const guess = (current_password: string) =>
      call('PUT', '/auth/v1/user', { password: nextPassword, current_password }, token);
    const remove = (current_password: string) =>
      call('POST', '/rest/v1/rpc/delete_my_account', { current_password }, token);
    for (let turn = 0; turn < 3; turn += 1) expect((await guess(`guess ${turn}`)).status).toBe(400);
    for (let turn = 0; turn < 2; turn += 1) expect((await remove(`guess ${turn}`)).body).toBe('password-wrong');
    expect(await guess(password)).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
    expect((await remove(password)).body).toBe('too-many-attempts');
    // The owner is not locked out, because a session that a mailed link began needs no password.
    const { access_token } = await signInByMail(email);
    expect((await call('PUT', '/auth/v1/user', { password: nextPassword }, access_token)).status).toBe(200);
  });

  test('cannot change the password or delete the account after the sign-out', async () => {
    const { client, token } = await join();
    await client.auth.signOut();
    const change = { password: nextPassword, current_password: password };
    expect((await call('PUT', '/auth/v1/user', change, token)).status).toBe(403);
    const removed = await call('POST', '/rest/v1/rpc/delete_my_account', { current_password: password }, token);
    expect(removed.body).toBe('session-missing');
  });

  test('can change the username, which needs no password', async () => {
    const { token } = await join();
    const renamed = await call('PUT', '/auth/v1/user', { data: { username: 'Grace' } }, token);
    expect(renamed).toMatchObject({ status: 200, body: { user_metadata: { username: 'Grace' } } });
  });
});

describe('owner of an account', () => {
  test('changes the password with the current one and gets an email about it', async () => {
    const { email, token } = await join({ language: 'de' });
    const change = { password: nextPassword, current_password: password };
    expect((await call('PUT', '/auth/v1/user', change, token)).status).toBe(200);
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe('Ihr Passwort wurde geändert');
    expect(mail.text).toContain(`${server.url}/de/auth/forgot`);
    await signIn(email, nextPassword);
  });

  test('gets an email when somebody registers with the address again, and keeps the password', async () => {
    const { email } = await join({ language: 'de' });
    const anew = await call('POST', '/auth/v1/signup', { email: email.toUpperCase(), password: nextPassword }, '');
    expect(anew).toMatchObject({ status: 200, body: { role: 'authenticated' } });
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe('Sie haben bereits ein Konto');
    expect(mail.text).toContain(`\n${server.url}/de/auth\n`);
    await signIn(email, password);
  });

  test('needs no password for ten minutes after a mailed link, and password_free_until returns the end', async () => {
    const { email, client, token } = await join();
    expect((await client.rpc('password_free_until')).data).toBeNull();
    const { access_token } = await signInByMail(email);
    const until: unknown = (await call('POST', '/rest/v1/rpc/password_free_until', {}, access_token)).body;
    const leftMs = typeof until === 'string' ? Date.parse(until) - Date.now() : Number.NaN;
    expect(leftMs).toBeGreaterThan(8 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(10 * 60_000);
    expect((await call('POST', '/rest/v1/rpc/delete_my_account', {}, token)).body).toBe('password-required');
    expect((await call('POST', '/rest/v1/rpc/delete_my_account', {}, access_token)).body).toBe('deleted');
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe('Your account was deleted');
    expect((await client.auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  test('cannot find out by a change of email whether another address has an account', async () => {
    const { client, token } = await join();
    const other = await join();
    const before = await server.mailTo(other.email);
    const answers: Answer[] = [];
    for (const email of [newEmail(), other.email.toUpperCase()]) {
      answers.push(await call('PUT', '/auth/v1/user', { email, current_password: password }, token));
      expect(answers.at(-1)).toMatchObject({ status: 200, body: { new_email: email.toLowerCase() } });
    }
    const [free, taken] = answers.map(({ body }) => Object.keys(body).toSorted());
    expect(taken).toEqual(free);
    // The account itself tells no difference either.
    expect((await client.auth.getUser()).data.user?.new_email).toBe(other.email);
    expect(await server.mailTo(other.email)).toEqual(before);
  });

  test('cannot change the email and the password in one request', async () => {
    const { token } = await join();
    const both = { email: newEmail(), password: nextPassword, current_password: password };
    expect(await call('PUT', '/auth/v1/user', both, token)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  });

  test('deletes the account with the password', async () => {
    const { email, client } = await join();
    const { data, error } = await client.rpc('delete_my_account', { current_password: password });
    expect([data, error]).toEqual(['deleted', null]);
    expect((await server.mailTo(email)).subject).toBe('Your account was deleted');
  });

  test('changes the email by a link to the new address, and can restore the previous one', async () => {
    const { email, client, token } = await join();
    const next = await changeEmail(email, token);
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe('Your email was changed');
    expect(mail.text).toContain(`${server.url}/en/auth/restore#token=`);

    const restored = await call('POST', '/auth/v1/restore-email', { token: await restoreToken(email) });
    expect(restored).toEqual({ status: 200, body: {} });
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    // The password was removed, because the person who changed the email knew it. The owner sets another one by email.
    for (const address of [email, next]) {
      const refused = await server.client().auth.signInWithPassword({ email: address, password });
      expect(refused.error).toMatchObject({ code: 'invalid_credentials' });
    }
    const { access_token } = await signInByMail(email);
    expect((await call('PUT', '/auth/v1/user', { password: nextPassword }, access_token)).status).toBe(200);
    await signIn(email, nextPassword);
  });

  test('restores an email only once and only with the right token', async () => {
    const { email, token } = await join();
    await changeEmail(email, token);
    const right = await restoreToken(email);
    const wrong = right.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const given of [wrong, '', 'x'.repeat(43), null, 7, `${right}x`, `${right}' or 1=1 --`]) {
      const refused = await call('POST', '/auth/v1/restore-email', { token: given });
      expect(refused, String(given)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
    }
    expect((await call('POST', '/auth/v1/restore-email', { token: right })).status).toBe(200);
    expect((await call('POST', '/auth/v1/restore-email', { token: right })).status).toBe(403);
  });

  test('is reversible after the email was changed twice, also when the second change was taken back', async () => {
    const { email, token } = await join();
    const second = await changeEmail(email, token);
    const owners = await restoreToken(email);
    await changeEmail(second, (await signIn(second)).token);
    const thiefs = await restoreToken(second);
    expect((await call('POST', '/auth/v1/restore-email', { token: thiefs })).status).toBe(200);
    expect((await call('POST', '/auth/v1/restore-email', { token: owners })).status).toBe(200);
    await signInByMail(email);
    expect((await call('POST', '/auth/v1/restore-email', { token: thiefs })).status).toBe(403);
  });

  test('cannot restore an email that another account has confirmed since', async () => {
    const { email, token } = await join();
    await changeEmail(email, token);
    const link = await restoreToken(email);
    await server.client().auth.signUp({ email, password: nextPassword });
    const body = { type: 'signup', email, token: await codeTo(email), password: nextPassword };
    expect((await call('POST', '/auth/v1/verify', body)).status).toBe(200);
    const refused = await call('POST', '/auth/v1/restore-email', { token: link });
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'email_exists' } });
  });
});
