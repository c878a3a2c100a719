import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';

import { createAuthClient } from './create-auth-client.ts';
import { createSupabase } from './create-supabase.ts';
import { member, startAuthServer } from './testing/auth-server.ts';

const key = 'sb_publishable_test';
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function startServer() {
  const server = await startAuthServer();
  ends.push(() => server.close());
  return server;
}

/** Starts a server that gives the same answer to every request. @returns its address. */
async function startOther(status: number, body: string): Promise<string> {
  const server: Server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  [404, 'Not found'],
  [404, '{"message":"no such page"}'],
  [405, '<h1>Method not allowed</h1>'],
])(
  'a sign-in at a wrong address, which answers %i %s, is refused with the status and the address',
  async (status, body) => {
    const url = await startOther(status, body);
    const client = createAuthClient({ supabase: createSupabase(url, key) });
    const error = await client.signIn(member).catch((refused: unknown) => refused);
    expect(error).toMatchObject({ code: 'refused', status });
    const isJson = body.startsWith('{');
    expect((error as Error).message).toContain(isJson ? 'no such page' : `${url}/auth/v1/token?grant_type=password`);
    expect((error as Error).message).toContain(isJson ? 'refused' : String(status));
  },
);

test('a server without the expected answer is unavailable, and one without any answer is a network error', async () => {
  const page = await startOther(200, '<h1>Sign in to the hotel</h1>');
  const client = (url: string) => createAuthClient({ supabase: createSupabase(url, key) });
  await expect(client(page).signIn(member)).rejects.toMatchObject({ code: 'unavailable', status: 200 });
  await expect(client(await startOther(200, '{}')).signIn(member)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(client(await startOther(500, 'no')).signIn(member)).rejects.toMatchObject({ code: 'unavailable' });
  // Port 1 is closed.
  const error = client('http://127.0.0.1:1').signIn(member);
  await expect(error).rejects.toMatchObject({ code: 'network', status: 0, serverMessage: '' });
  await expect(error).rejects.toThrow('http://127.0.0.1:1/auth/v1/token?grant_type=password did not answer');
});

test.each([
  ['not a url', '"not a url"'],
  ['example.com', '"example.com"'],
  ['ftp://example.com', '"ftp://example.com"'],
  ['', 'an empty address'],
])('the address %j is rejected with a sentence', (url, named) => {
  const create = () => createSupabase(url, key);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(`createSupabase got ${named}`);
  expect(create).toThrow('such as https://example.com.');
});

test('queries and functions carry the visitor’s key, then the token of the signed-in user', async () => {
  const server = await startServer();
  const supabase = createSupabase(server.url, key);
  const client = createAuthClient({ supabase });
  await supabase.rpc('password_free_until');
  await supabase.functions.invoke('anything');
  await client.signIn(member);
  await supabase.rpc('password_free_until');
  await supabase.functions.invoke('anything');
  const sent = server.asked.filter(({ path }) => /rpc|functions/.test(path));
  expect(sent.map(({ authorization, apikey }) => [authorization, apikey])).toEqual([
    [`Bearer ${key}`, key],
    // A function of a hosted project would take the key for a user's token.
    [undefined, key],
    ['Bearer access-1', key],
    ['Bearer access-1', key],
  ]);
});

test('an older key, which is a token, is sent to functions as well', async () => {
  const server = await startServer();
  await createSupabase(server.url, 'eyJ.older.key').functions.invoke('anything');
  expect(server.asked[0]).toMatchObject({ authorization: 'Bearer eyJ.older.key', apikey: 'eyJ.older.key' });
});

test('supabase-js sends the token of this session when it is given as its accessToken', async () => {
  const server = await startServer();
  const supabase = createSupabase(server.url, key);
  await createAuthClient({ supabase }).signIn(member);
  const whole = createClient(server.url, key, {
    accessToken: async () => (await supabase.currentSession())?.access_token ?? null,
  });
  await whole.rpc('password_free_until');
  expect(server.asked.at(-1)?.authorization).toBe('Bearer access-1');
});

test('a query and a function without an answer fail when their time is over', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const supabase = createSupabase(url, key, { timeoutMs: 50 });
  expect(await supabase.rpc('password_free_until')).toMatchObject({ data: null, status: 0 });
  const { error } = await supabase.functions.invoke('anything');
  expect(error).toBeInstanceOf(Error);
});

test('currentSession is null for a visitor', async () => {
  const server = await startServer();
  await expect(createSupabase(server.url, key).currentSession()).resolves.toBeNull();
});

test('resend asks for the confirmation of another registration, without a challenge of this browser', async () => {
  const server = await startServer();
  const { auth } = createSupabase(server.url, key);
  await expect(auth.resend({ type: 'signup', email: member.email })).resolves.toEqual({ error: null });
  expect(server.asked).toMatchObject([{ path: 'POST /auth/v1/resend', body: { type: 'signup', email: member.email } }]);
  expect(server.asked[0]?.body).not.toHaveProperty('code_challenge');
  server.fail('/auth/v1/resend', { status: 429, body: { message: 'slow down' } });
  await expect(auth.resend({ type: 'signup', email: member.email })).resolves.toEqual({
    error: { message: 'slow down', status: 429 },
  });
});
