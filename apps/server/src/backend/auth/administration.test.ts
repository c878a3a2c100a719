/** @module-tag long */
import type { SupabaseClient } from '@supabase/supabase-js';
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { codeIn, startTestServer, type TestServer } from '../testing/test-server.ts';

const password = 'a quiet Harbour 7';
const email = 'admin@isola.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const owner = server.client(server.secretKey);
  const { user } = await server.join(server.client(), { email, password, options: { data: { username: 'Lin' } } });
  const { error } = await owner.from('admins').insert({ user_id: user.id, role: 'super_admin' });
  if (error) throw error;
  const stored = await owner.from('settings').insert({ key: 'secret-plan', value: { open: true } });
  if (stored.error) throw stored.error;
}, 180_000);
afterAll(() => server.close());

async function signIn() {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token };
}

const read = async (client: SupabaseClient) =>
  (await client.from('settings').select('key').like('key', 'secret-%')).data;
const secrets = [{ key: 'secret-plan' }];

test('an administrator reads and writes nothing in a session until the password is entered in it', async () => {
  const { client } = await signIn();
  expect(await read(client)).toEqual([]);
  expect((await client.from('settings').insert({ key: 'mine', value: {} })).error).toMatchObject({ code: '42501' });
  expect((await client.rpc('admin_session')).data).toEqual({
    admin: { role: 'super_admin', permissions: [] },
    seconds_left: 0,
    writes_seconds_left: 0,
    second_factor: 'none',
  });

  expect((await client.rpc('prove_identity', { current_password: 'a loud Harbour 7' })).data).toBe('password-wrong');
  expect(await read(client)).toEqual([]);
  expect((await client.rpc('prove_identity', { current_password: password })).data).toBe('confirmed');
  expect(await read(client)).toEqual(secrets);
  const left = (await client.rpc('admin_session')).data as { seconds_left: number; writes_seconds_left: number };
  expect(left.seconds_left).toBeGreaterThan(8 * 3_600 - 100);
  expect(left.seconds_left).toBeLessThanOrEqual(8 * 3_600);
  expect(left.writes_seconds_left).toBeGreaterThan(1_700);
  expect(left.writes_seconds_left).toBeLessThanOrEqual(1_800);
  // The proof does not apply to another session of the same administrator.
  expect(await read((await signIn()).client)).toEqual([]);
});

test('an unexpired token of an administrator reads nothing after the sign-out', async () => {
  const { client, token } = await signIn();
  await client.rpc('prove_identity', { current_password: password });
  const ask = async () => {
    const response = await fetch(`${server.url}/rest/v1/settings?select=key&key=like.secret-*`, {
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
    });
    return { status: response.status, rows: (await response.json()) as unknown };
  };
  expect(await ask()).toEqual({ status: 200, rows: secrets });
  await client.auth.signOut();
  expect(await ask()).toEqual({ status: 200, rows: [] });
});

test('an administrator needs no password in the first minutes of a session that a mailed link began', async () => {
  const guest = server.client();
  await server.join(guest, { email: 'second@isola.example', password, options: { data: {} } });
  const { data } = await guest.auth.getUser();
  await server.client(server.secretKey).from('admins').insert({ user_id: data.user?.id, role: 'super_admin' });
  expect(await read(guest)).toEqual(secrets);
});

test('disabling a user signs them out, prevents signing in, and is logged with the administrator’s address', async () => {
  const spammer = server.client();
  const account = { email: 'spam@isola.example', password };
  const { user } = await server.join(spammer, { ...account, options: { data: {} } });
  const { client } = await signIn();
  await client.rpc('prove_identity', { current_password: password });
  expect((await client.rpc('admin_disable_user', { person: user.id, reason: 'spam' })).error).toBeNull();
  expect((await spammer.auth.refreshSession()).error).not.toBeNull();
  const { data, error } = await server.client().auth.signInWithPassword(account);
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ status: 403, code: 'user_banned' });
  const { data: log } = await client.rpc('admin_audit', { filter: { action: 'disable' } });
  expect(log).toMatchObject({ entries: [{ reason: 'spam', address: '127.0.0.1', actor_email: email }] });
  expect((await client.rpc('admin_enable_user', { person: user.id, reason: '' })).error).toBeNull();
  expect((await server.client().auth.signInWithPassword(account)).error).toBeNull();
});

test('a disabled user is refused at once, even with an unexpired token', async () => {
  const member = server.client();
  const { user, access_token: token } = await server.join(member, {
    email: 'disabled@isola.example',
    password,
    options: { data: { username: 'Disabled' } },
  });
  const ask = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      ...options,
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) });
  const own = '/rest/v1/profiles?select=username';
  const order = { plan: 'member', currency: 'CNY', key: crypto.randomUUID(), return_path: '/membership' };
  expect(await ask(own)).toEqual({ status: 200, body: [{ username: 'Disabled' }] });
  expect(await post('/rest/v1/rpc/my_membership', {})).toMatchObject({ status: 200 });
  expect(await post('/rest/v1/rpc/export_my_data', {})).toMatchObject({
    status: 200,
    body: { account: { email: 'disabled@isola.example' }, profile: { username: 'Disabled' } },
  });

  const { client } = await signIn();
  await client.rpc('prove_identity', { current_password: password });
  const disabled = await client.rpc('admin_disable_user', { person: user.id, reason: 'sends spam' });
  expect(disabled.error).toBeNull();
  const refused = { status: 403, body: { code: '42501', hint: 'account-disabled' } };
  expect(await ask(own)).toMatchObject(refused);
  expect(await ask(own, { method: 'PATCH', body: '{"username":"Back"}' })).toMatchObject(refused);
  expect(await post('/rest/v1/rpc/my_membership', {})).toMatchObject(refused);
  expect(await post('/rest/v1/rpc/export_my_data', {})).toMatchObject(refused);
  expect(await post('/functions/v1/checkout', order)).toMatchObject({ status: 401, body: { code: 'session-invalid' } });

  // Disabling leaves public data readable, and an administrator can undo it.
  expect((await server.client().from('plans').select('id')).error).toBeNull();
  await client.rpc('admin_enable_user', { person: user.id, reason: 'a mistake' });
  expect(await ask(own)).toEqual({ status: 200, body: [{ username: 'Disabled' }] });
});

test('the export of an administrator contains their own data and no data of other users', async () => {
  const { client } = await signIn();
  await client.rpc('prove_identity', { current_password: password });
  const { data, error } = await client.rpc('export_my_data');
  expect(error).toBeNull();
  expect(data).toMatchObject({
    account: { email },
    administration: { role: 'super_admin' },
    profile: { username: 'Lin' },
  });
  expect(JSON.stringify(data)).not.toContain('disabled@isola.example');
});

test('invalid calls of administrative functions are answered with 400 and a hint', async () => {
  const { client } = await signIn();
  await client.rpc('prove_identity', { current_password: password });
  const { data } = (await client.rpc('admin_users', { search: 'disabled@' })) as { data: { users: { id: string }[] } };
  const person = data.users[0]?.id;
  const until = new Date(Date.now() + 86_400_000).toISOString();
  for (const [name, parameters, hint] of [
    ['admin_grant_plan', { person, plan: 'none', until }, 'no-such-plan'],
    ['admin_grant_plan', { person: crypto.randomUUID(), plan: 'member', until }, 'no-such-user'],
    ['admin_end_plan', { person }, 'no-plan'],
    ['admin_resend_confirmation', { person }, 'already-confirmed'],
    ['admin_users', { search: ['a', 'b'] }, null],
  ] as const) {
    const { status, error } = await client.rpc(name, parameters);
    expect([name, status, error?.hint ?? null]).toEqual([name, 400, hint]);
  }
});

test('a required second factor can be set up only in a session that a mailed code began, and an email reports it', async () => {
  const owner = server.client(server.secretKey);
  const account = { email: 'required@isola.example', password };
  const { user } = await server.join(server.client(), { ...account, options: { data: { language: 'en' } } });
  await owner.from('admins').insert({ user_id: user.id, role: 'support', permissions: ['users.read'] });
  await owner.from('settings').insert({ key: 'admin.second_factor', value: true });
  try {
    const client = server.client();
    await client.auth.signInWithPassword(account);
    await client.rpc('prove_identity', { current_password: password });
    expect((await client.rpc('begin_second_factor')).data).toEqual({ outcome: 'mail-required' });
    await client.auth.signInWithOtp({ email: account.email, options: { shouldCreateUser: false } });
    const token = codeIn(await server.mailTo(account.email));
    expect((await client.auth.verifyOtp({ email: account.email, token, type: 'magiclink' })).error).toBeNull();
    const { data: begun } = (await client.rpc('begin_second_factor')) as { data: { uri: string } };
    const code = totp(begun.uri, Date.now());
    expect((await client.rpc('confirm_second_factor', { code })).data).toMatchObject({ outcome: 'enrolled' });
    expect(await server.mailTo(account.email)).toMatchObject({ subject: 'A second factor was set up' });
    expect((await client.rpc('admin_users', {})).error).toBeNull();
  } finally {
    await owner.from('settings').delete().eq('key', 'admin.second_factor');
  }
});

/** Returns the code that an authenticator app shows at a time, computed by an independent library. */
const totp = (uri: string, timestamp: number) => (URI.parse(uri) as TOTP).generate({ timestamp });

test('an administrator with a second factor reads nothing in a new session before a code, and each code counts once', async () => {
  const owner = server.client(server.secretKey);
  const account = { email: 'factor@isola.example', password };
  const enrolling = server.client();
  const { user } = await server.join(enrolling, { ...account, options: { data: {} } });
  await owner.from('admins').insert({ user_id: user.id, role: 'super_admin' });
  const openSession = async () => {
    const client = server.client();
    await client.auth.signInWithPassword(account);
    await client.rpc('prove_identity', { current_password: password });
    return client;
  };

  const first = await openSession();
  const asked = await first.from('settings').insert({ key: 'admin.second_factor', value: true });
  expect(asked.error).toMatchObject({ hint: 'second-factor-first' });
  const { data: begun } = (await first.rpc('begin_second_factor')) as { data: { secret: string; uri: string } };
  expect(new URL(begun.uri).searchParams.get('secret')).toBe(begun.secret);
  const startedAt = Date.now();
  expect((await first.rpc('confirm_second_factor', { code: '000000' })).data).toEqual({ outcome: 'wrong-code' });
  const used = totp(begun.uri, startedAt);
  const { data: enrolled } = (await first.rpc('confirm_second_factor', { code: used })) as {
    data: { outcome: string; recovery_codes: string[] };
  };
  expect(enrolled.outcome).toBe('enrolled');
  expect(new Set(enrolled.recovery_codes).size).toBe(10);
  expect(await read(first)).toEqual(secrets);

  const second = await openSession();
  expect((await second.rpc('admin_session')).data).toMatchObject({ second_factor: 'needed' });
  expect(await read(second)).toEqual([]);
  expect((await second.rpc('admin_users', {})).error).toMatchObject({ code: '42501' });
  expect((await second.rpc('admin_list_admins')).error).toMatchObject({ code: '42501' });
  // A code that was accepted once is not accepted again.
  expect((await second.rpc('give_second_factor', { code: used })).data).toBe('wrong-code');
  expect(await read(second)).toEqual([]);
  const [recovery = ''] = enrolled.recovery_codes;
  expect((await second.rpc('give_second_factor', { code: recovery.toUpperCase() })).data).toBe('given');
  expect(await read(second)).toEqual(secrets);
  expect((await second.rpc('second_factor_status')).data).toMatchObject({ enrolled: true, recovery_codes_left: 9 });

  const third = await openSession();
  expect((await third.rpc('give_second_factor', { code: recovery })).data).toBe('wrong-code');
  // This is the code of the next time step. The server accepts it half a minute early.
  expect((await third.rpc('give_second_factor', { code: totp(begun.uri, startedAt + 30_000) })).data).toBe('given');
  expect(await read(third)).toEqual(secrets);

  // Once a second factor is required, administrators without one are shut out, but not the one who required it.
  expect((await third.from('settings').insert({ key: 'admin.second_factor', value: true })).error).toBeNull();
  const { client: without } = await signIn();
  await without.rpc('prove_identity', { current_password: password });
  expect((await without.rpc('admin_session')).data).toMatchObject({ second_factor: 'needed' });
  expect((await without.rpc('second_factor_status')).data).toMatchObject({ enrolled: false, required: true });
  expect(await read(without)).toEqual([]);
  expect(await read(third)).toEqual(secrets);
  expect((await third.from('settings').delete().eq('key', 'admin.second_factor')).error).toBeNull();

  const { client: other } = await signIn();
  await other.rpc('prove_identity', { current_password: password });
  const { data: list } = (await other.rpc('admin_list_admins')) as {
    data: { admins: { email: string; second_factor: boolean }[] };
  };
  const factorOf = (address: string) => list.admins.find((each) => each.email === address)?.second_factor;
  expect([factorOf(account.email), factorOf(email)]).toEqual([true, false]);
  expect((await other.rpc('admin_reset_second_factor', { person: user.id, reason: 'lost phone' })).error).toBeNull();
  expect((await (await openSession()).rpc('admin_session')).data).toMatchObject({ second_factor: 'none' });
  const { data: log } = await other.rpc('admin_audit', { filter: { action: 'second-factor-reset' } });
  expect(log).toMatchObject({ entries: [{ reason: 'lost phone', actor_email: email }] });
});

test('after five wrong codes, even the right code is refused', async () => {
  const owner = server.client(server.secretKey);
  const account = { email: 'guessed@isola.example', password };
  const { user } = await server.join(server.client(), { ...account, options: { data: {} } });
  await owner.from('admins').insert({ user_id: user.id, role: 'super_admin' });
  const client = server.client();
  await client.auth.signInWithPassword(account);
  await client.rpc('prove_identity', { current_password: password });
  const { data: begun } = (await client.rpc('begin_second_factor')) as { data: { uri: string } };
  const startedAt = Date.now();
  await client.rpc('confirm_second_factor', { code: totp(begun.uri, startedAt) });
  const next = totp(begun.uri, startedAt + 30_000);
  const wrong = next === '123456' ? '654321' : '123456';
  for (let guess = 1; guess <= 5; guess += 1) {
    expect((await client.rpc('give_second_factor', { code: wrong })).data).toBe('wrong-code');
  }
  expect((await client.rpc('give_second_factor', { code: next })).data).toBe('too-many-attempts');
});

test('rejects a seller whose tax rate is not a whole number of hundredths of a percent', async () => {
  const { client } = await signIn();
  await client.rpc('prove_identity', { current_password: password });
  const save = (value: unknown) =>
    client.from('settings').update({ value }).eq('key', 'billing.seller').select('value->name');
  for (const rate of ['19 %', -1, 19.5, 10_000]) {
    expect((await save({ name: 'Isola', tax_rate: rate })).error, String(rate)).toMatchObject({ code: '23514' });
  }
  expect(await save({ name: 'Isola', tax_rate: 1900 })).toMatchObject({ error: null, data: [{ name: 'Isola' }] });
});
