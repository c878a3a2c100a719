import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startTestServer, type TestServer } from './test-server.ts';

// A loaded machine is slow, and not wrong.
vi.setConfig({ testTimeout: 60_000 });

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
afterAll(() => server.close(), 30_000);

async function signIn() {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token };
}

const read = async (client: SupabaseClient) =>
  (await client.from('settings').select('key').like('key', 'secret-%')).data;
const secrets = [{ key: 'secret-plan' }];

test('a session of an administrator reads and writes nothing until the password was typed in it', async () => {
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
  // Another session of the same administrator has proven nothing.
  expect(await read((await signIn()).client)).toEqual([]);
});

test('a token administers nothing after the sign-out, though it has not expired', async () => {
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

test('a session that a mailed link began needs no password for its first minutes', async () => {
  const guest = server.client();
  await server.join(guest, { email: 'second@isola.example', password, options: { data: {} } });
  const { data } = await guest.auth.getUser();
  await server.client(server.secretKey).from('admins').insert({ user_id: data.user?.id, role: 'super_admin' });
  expect(await read(guest)).toEqual(secrets);
});

test('a user who is disabled is signed out and cannot sign in, by an address that the log has', async () => {
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

test('who is disabled reads and changes nothing at once, with a token that has not expired', async () => {
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

  // What everybody reads stays open, and an administrator undoes it.
  expect((await server.client().from('plans').select('id')).error).toBeNull();
  await client.rpc('admin_enable_user', { person: user.id, reason: 'a mistake' });
  expect(await ask(own)).toEqual({ status: 200, body: [{ username: 'Disabled' }] });
});
