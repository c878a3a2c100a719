import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';

import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { serverForTest } from '@isola/supabase/shared/server-for-test';
import { codeIn, startTestServer, type TestServer } from './testing/test-server.ts';

/** Server for all tests of this file, which call it over HTTP with the real supabase-js. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const health = await server.client().auth.getUser('no token');
  expect(health.error).not.toBeNull();
}, 180_000);
afterAll(() => server.close());

const password = 'a quiet Harbour 7';
let lastMember = 0;

function newAddress(): string {
  lastMember += 1;
  return `member-${lastMember}-${Date.now()}@isola.example`;
}

/** Signs up and confirms with the code of the email. */
async function join(client: SupabaseClient, data: Record<string, unknown> = {}) {
  const email = newAddress();
  const session = await server.join(client, { email, password, options: { data } });
  return { email, session, user: session.user };
}

function call(path: string, options: { method?: string; body?: unknown; token?: string; key?: string | null } = {}) {
  const { method = options.body === undefined ? 'GET' : 'POST', body, token, key = server.publishableKey } = options;
  return fetch(server.url + path, {
    method,
    headers: {
      ...(key && { apikey: key }),
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

describe('sign-up', () => {
  test('returns the user without a session and sends an email in the user’s language', async () => {
    const email = newAddress();
    const { data, error } = await server
      .client()
      .auth.signUp({ email, password, options: { data: { username: 'Ada', language: 'de' } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      aud: 'authenticated',
      email,
      user_metadata: { username: 'Ada', language: 'de', email_verified: false },
      identities: [{ provider: 'email' }],
    });
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(mail.html).toContain(codeIn(mail));
  });

  test('refuses a weak password with the reason', async () => {
    for (const [typed, reason] of [
      ['short', 'length'],
      ['1Q2w3e4r5t', 'pwned'],
    ] as const) {
      const { error } = await server.client().auth.signUp({ email: newAddress(), password: typed });
      expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password' });
      expect(error).toHaveProperty('reasons', [reason]);
    }
  });

  test('accepts a long password without capitals, digits or symbols', async () => {
    const { error } = await server.client().auth.signUp({ email: newAddress(), password: 'a harbour in the evening' });
    expect(error).toBeNull();
  });
});

describe('sessions', () => {
  test('signing in returns a session', async () => {
    const { email } = await join(server.client());
    const client = server.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } });
    const claims = JSON.parse(
      Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    // Row-level security may read only these claims, because this server writes no others.
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'email', 'exp', 'iat', 'role', 'session_id', 'sub']);
  });

  test('a refresh rotates the token, and a token older than the previous one ends the whole session', async () => {
    const { session } = await join(server.client());
    const refresh = async (token: string) => server.client().auth.refreshSession({ refresh_token: token });
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.data.session?.refresh_token ?? '');
    expect(third.error).toBeNull();
    expect(third.data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(third.data.session?.user.id).toBe(session.user.id);

    const reused = await refresh(session.refresh_token);
    expect(reused.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    const newest = await refresh(third.data.session?.refresh_token ?? '');
    expect(newest.data.session).toBeNull();
  });

  test('an unknown refresh token is refused', async () => {
    for (const [token, code] of [
      ['3f1f0c1e-0000-4000-8000-000000000000', 'refresh_token_not_found'],
      ["' or 1=1 --", 'validation_failed'],
    ] as const) {
      const { error } = await server.client().auth.refreshSession({ refresh_token: token });
      expect(error).toMatchObject({ status: 400, code });
    }
  });

  test('signing out everywhere ends all sessions of the member and none of others', async () => {
    const one = server.client();
    const { email } = await join(one);
    const other = server.client();
    await other.auth.signInWithPassword({ email, password });
    const bystander = server.client();
    await join(bystander);
    expect((await one.auth.signOut({ scope: 'global' })).error).toBeNull();
    expect((await other.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await bystander.auth.getUser()).error).toBeNull();
  });

  test('getUser and updateUser return the member', async () => {
    const client = server.client();
    const { email, user } = await join(client, { username: 'Ada' });
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: user.id, email, role: 'authenticated' });
    const updated = await client.auth.updateUser({ data: { username: 'Grace' } });
    expect(updated.data.user?.user_metadata).toMatchObject({ username: 'Grace' });
    expect(updated.data.user?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
  });

  test('a new password signs the member out elsewhere, and the current password is refused as a new one', async () => {
    const here = server.client();
    const { email } = await join(here);
    const elsewhere = server.client();
    await elsewhere.auth.signInWithPassword({ email, password });
    expect((await here.auth.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password' });
    expect((await here.auth.updateUser({ password: 'another Harbour 8' })).error).toBeNull();
    expect((await here.auth.refreshSession()).error).toBeNull();
    expect((await elsewhere.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await server.client().auth.signInWithPassword({ email, password })).error).not.toBeNull();
  });
});

test(
  'of eighty concurrent sign-ins some are refused and the others succeed, while the site still answers',
  { tags: ['long'] },
  async () => {
    const { email } = await join(server.client());
    const storm = Promise.all(
      Array.from({ length: 80 }, () => call('/auth/v1/token?grant_type=password', { body: { email, password } })),
    );
    expect((await fetch(server.url)).status).toBe(200);
    const answers = await storm;
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    // At least one password is hashed at once and forty wait, whatever the machine.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(41);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  },
);

describe('tables', () => {
  test('members read and delete only their own rows, also in concurrent requests', { tags: ['long'] }, async () => {
    const members = await Promise.all(
      [0, 1].map(async () => {
        const client = server.client();
        return { client, ...(await join(client)) };
      }),
    );
    for (const [index, { client }] of members.entries()) {
      const { error } = await client.from('notes').insert({ body: `${index} ${newAddress()}`, data: { index } });
      expect(error).toBeNull();
    }
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const member = members[turn % 2];
        const { data } = (await member?.client.from('notes').select('owner, data')) ?? {};
        return [data, [{ owner: member?.user.id, data: { index: turn % 2 } }]];
      }),
    );
    for (const [data, own] of seen) expect(data).toEqual(own);

    const [ada, eve] = members;
    const stolen = await eve?.client.from('notes').delete().eq('owner', ada?.user.id).select('id');
    expect(stolen?.data).toEqual([]);
    expect((await server.client().from('notes').select('id')).error).toMatchObject({ code: '42501' });
  });

  test('columns and operations that the migrations revoke stay refused, although the library grants them', async () => {
    const client = server.client();
    await join(client);
    expect((await client.from('notes').select('hidden')).error).toMatchObject({ code: '42501' });
    expect((await client.from('notes').insert({ body: newAddress(), hidden: 'x' })).error).toMatchObject({
      code: '42501',
    });
    expect((await client.from('notes').update({ body: 'x' }).gt('id', 0)).error).toMatchObject({ code: '42501' });
  });

  test('the secret key reads all rows and is refused from a browser', async () => {
    const service = server.client(server.secretKey);
    expect((await service.from('notes').select('hidden').limit(1)).error).toBeNull();
    const response = await fetch(`${server.url}/rest/v1/notes`, {
      headers: { apikey: server.secretKey, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    });
    expect(response.status).toBe(401);
  });

  test('times are ISO 8601, and JSON values arrive as JSON', async () => {
    const client = server.client();
    await join(client, { username: 'Ada' });
    const { data } = await client
      .from('notes')
      .insert({ body: newAddress(), data: { deep: [1] } })
      .select('written_at, data')
      .single();
    expect(data?.written_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    expect(data?.data).toEqual({ deep: [1] });
    expect((await client.rpc('type_of', { value: { a: 1 } })).data).toBe('object');
  });

  test.each([
    ['P0001', 400],
    ['23514', 400],
    ['23505', 409],
    ['23503', 409],
    ['23P01', 400],
    ['28000', 403],
    ['40001', 503],
    ['42501', 401],
    ['53300', 503],
    ['55P03', 503],
    ['57014', 504],
    ['22023', 400],
  ])('the SQLSTATE %s is answered with %i', async (state, status) => {
    const response = await call('/rest/v1/rpc/raise_as', { body: { state } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      code: state,
      message: `raised as ${state}`,
      details: state === '23514' ? null : 'the detail',
    });
  });

  test.each([
    ['true', true],
    ['false', false],
    ['a whole number', 12],
    ['a fraction', -0.25],
    ['a text', 'Köln'],
    ['a text that reads as a number', '12'],
    ['a text that reads as true', 'true'],
    ['a list', [1, 'a', null, true]],
    ['an object', { open: true }],
  ])('a JSON column stores and returns %s', async (name, value) => {
    const owner = server.client(server.secretKey);
    const key = `json.${name.replaceAll(' ', '-')}`;
    const inserted = await owner.from('settings').insert({ key, value, is_public: true }).select('value, is_public');
    expect(inserted.error).toBeNull();
    expect(inserted.data).toEqual([{ value, is_public: true }]);
    const updated = await owner.from('settings').update({ value, is_public: false }).eq('key', key).select();
    expect(updated.error).toBeNull();
    const read = await owner.from('settings').select('value').eq('key', key).eq('is_public', false).single();
    expect(read.data).toEqual({ value });
  });

  test('the error of a violated constraint names the constraint but not the values', async () => {
    const client = server.client();
    await join(client);
    const { error } = await client.from('notes').insert({ body: 'long '.repeat(30) });
    expect(error).toMatchObject({ code: '23514', details: null });
    expect(error?.message).toContain('short');
  });

  test('single, count and range behave as in PostgREST', async () => {
    const client = server.client();
    await join(client);
    expect((await client.from('notes').select('id').single()).error).toMatchObject({ code: 'PGRST116' });
    await client.from('notes').insert([1, 2, 3].map((each) => ({ body: `${each} ${newAddress()}` })));
    const page = await client.from('notes').select('id', { count: 'exact' }).order('id').range(1, 1);
    expect([page.count, page.data?.length]).toEqual([3, 1]);
  });
});

describe('unsupported requests', () => {
  test.each([
    ['/_system/info', 404],
    ['/_system/introspect', 404],
    ['/storage/v1/bucket', 404],
    ['/auth/v1/authorize?provider=github', 404],
    ['/auth/v1/admin/users', 404],
    ['/auth/v1/callback', 404],
    ['/rest/v1/../../_system/info', 404],
    ['/auth/v1/%2e%2e/%2e%2e/_system/info', 404],
    ['/auth/v1/magiclink', 404],
    ['/rest/v1/', 403],
  ])('%s is refused', async (path, status) => {
    const response = await call(path);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toMatch(/jwt|introspect|"connection"/);
  });

  test('schemas other than public are refused', async () => {
    const { error } = await server.client(server.secretKey).schema('auth').from('users').select();
    expect(error).toMatchObject({ code: 'PGRST106' });
  });

  test('a missing key, a wrong key and a key in the old form of a token are refused, also from this machine', async () => {
    const old = token({ role: 'service_role', iss: 'supabase' }, 'secret');
    for (const key of [null, 'sb_publishable_wrong', old]) {
      expect((await call('/rest/v1/notes', { key })).status).toBe(401);
      expect((await call('/auth/v1/settings', { key })).status).toBe(401);
    }
  });
});

test('/readyz is 200 while the database answers, and otherwise 503 with a reason', { tags: ['long'] }, async () => {
  const statusOf = async (path: string) => (await call(path)).status;
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
  const service = server.client(server.secretKey);
  expect((await service.rpc('set_users_hidden', { is_hidden: true })).error).toBeNull();
  try {
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'not-ready',
      reason: 'database-error',
    });
    expect([await statusOf('/healthz'), await statusOf('/auth/v1/health'), await statusOf('/backend.json')]).toEqual([
      200, 503, 503,
    ]);
  } finally {
    expect((await service.rpc('set_users_hidden', { is_hidden: false })).error).toBeNull();
  }
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect([await statusOf('/auth/v1/health'), await statusOf('/backend.json')]).toEqual([200, 200]);
});

describe('hostile requests', () => {
  function refused(status: number): boolean {
    return status === 400 || status === 401 || status === 403 || status === 422;
  }

  test('forged, unsigned and expired tokens are refused', async () => {
    const { user } = await join(server.client());
    const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
    const claims = { sub: user.id, role: 'service_role', aud: 'authenticated', exp: hourAgo + 7_200 };
    const unsigned = `${token(claims, 'x', 'none').split('.').slice(0, 2).join('.')}.`;
    const { jwtSecret } = JSON.parse(await secrets()) as { jwtSecret: string };
    const expired = token({ ...claims, role: 'authenticated', exp: hourAgo }, jwtSecret);
    for (const bearer of [token(claims, 'guessed'), unsigned, expired, 'garbage', `${token(claims, 'x')}x`]) {
      expect(refused((await call('/rest/v1/notes?select=id', { token: bearer })).status)).toBe(true);
      expect(refused((await call('/auth/v1/user', { token: bearer })).status)).toBe(true);
      expect(refused((await call('/auth/v1/logout?scope=global', { token: bearer, body: {} })).status)).toBe(true);
    }
  });

  test('bodies that are too large are refused', async () => {
    const long = 'x'.repeat(300 * 1024);
    expect((await call('/auth/v1/signup', { body: { email: newAddress(), password, data: { long } } })).status).toBe(
      413,
    );
    expect((await call('/rest/v1/notes', { body: { body: long } })).status).toBe(413);
    // The body is sent in pieces and without a length.
    const pieces = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(long));
        controller.close();
      },
    });
    const streamed = fetch(`${server.url}/rest/v1/notes`, {
      method: 'POST',
      body: pieces,
      headers: { apikey: server.publishableKey },
      duplex: 'half',
    } as RequestInit);
    // The server answers before it has read everything. A client that is still writing may see a closed connection
    // instead.
    const outcome = await streamed.then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(outcome);
  });

  test('bodies of the wrong shape are refused', async () => {
    const email = newAddress();
    const values = [null, 7, true, [], {}, { $ne: '' }, 'zero\0', 'x'.repeat(300)];
    for (const value of values) {
      for (const body of [
        { email: value, password },
        { email, password: value },
      ]) {
        const signUp = await call('/auth/v1/signup', { body });
        expect(refused(signUp.status), JSON.stringify(body)).toBe(true);
        expect(refused((await call('/auth/v1/token?grant_type=password', { body })).status)).toBe(true);
      }
      expect(
        refused((await call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: value } })).status),
      ).toBe(true);
      expect(refused((await call('/auth/v1/verify', { body: { type: value, token: value, email } })).status)).toBe(
        true,
      );
    }
    for (const body of ['{', '[]', 'null', '""', '{"email":']) {
      expect((await call('/auth/v1/signup', { body })).status).toBe(400);
    }
    expect((await server.client().auth.signUp({ email, password: 'é'.repeat(40) })).error).toMatchObject({
      status: 400,
    });
  });

  test('deeply nested rows are refused, and other requests are still answered', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const body of [
      deep,
      `{"key":"deep","value":${deep}}`,
      `[{"key":"deep","value":${deep}}]`,
      '{"__proto__":{"value":1}}',
    ]) {
      const { status } = await call('/rest/v1/settings', { body });
      expect(refused(status), `${status} ${body.slice(0, 30)}`).toBe(true);
    }
    expect((await call('/rest/v1/plans?select=id')).status).toBe(200);
  });

  test('unusual methods and unexpected bodies do not disturb other requests', async () => {
    for (const [method, path] of [
      ['TRACE', '/rest/v1/notes'],
      ['TRACK', '/auth/v1/user'],
      ['PROPFIND', '/auth/v1/token'],
      ['GET', '/rest/v1/notes'],
      ['HEAD', '/auth/v1/user'],
    ] as const) {
      const answered = Promise.withResolvers<number | undefined>();
      const headers = { apikey: server.publishableKey, 'content-length': 2 };
      const asking = request(server.url + path, { method, headers, agent: false }, (response) => {
        response.resume();
        answered.resolve(response.statusCode);
      });
      asking.on('error', answered.reject);
      asking.end('{}');
      expect(await answered.promise, method).toBeGreaterThanOrEqual(400);
    }
    expect((await call('/auth/v1/settings')).status).toBe(200);
    expect(server.logged.filter((line) => line.includes('not available'))).toEqual([]);
  });

  test('SQL in any field has no effect', async () => {
    const client = server.client();
    const { user, email } = await join(client);
    const sql = `'); drop table notes; delete from auth.users; --`;
    const address = `"${sql}"@isola.example`;
    await client.auth.signUp({ email: address, password: `${sql} Aa1` });
    await client.auth.signUp({ email: newAddress(), password, options: { data: { username: sql, [sql]: sql } } });
    await client.auth.signInWithPassword({ email: address, password: sql });
    await client.auth.verifyOtp({ email: address, token: sql, type: 'signup' });
    await client.auth.resetPasswordForEmail(address);
    await client.auth.resend({ type: 'signup', email: address });
    await client.auth.updateUser({ data: { [sql]: sql } });
    await client.from('notes').insert({ body: sql });
    await client.from('notes').select(sql);
    await client.from(sql).select();
    await client.from('notes').select().eq(sql, sql);
    await client.from('notes').select().or(sql);
    await client.from('notes').select().order(sql);
    await client.rpc(sql, { [sql]: sql });
    await call(`/rest/v1/notes?select=id&id=in.(${encodeURIComponent(sql)})`);
    await call(`/auth/v1/verify?token=${encodeURIComponent(sql)}&type=signup`);
    expect((await client.from('notes').select('body').eq('body', sql)).data).toEqual([{ body: sql }]);
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: user.id, email });
  });

  test('the log contains no value that a visitor sent', async () => {
    const marker = 'Marker-of-this-test-1';
    const client = server.client();
    await join(client, { username: marker });
    await client.auth.signUp({ email: `${marker}@isola.example`, password: marker });
    await client.auth.signInWithPassword({ email: `${marker}@isola.example`, password: marker });
    await client.from('notes').insert({ body: marker.repeat(20) });
    await client.from('notes').insert({ body: marker });
    await client.from('notes').insert({ body: marker });
    await client.from('notes').select().eq('id', marker);
    await client.rpc('raise_as', { state: marker });
    await call('/rest/v1/notes', { body: `{"body": "${marker}`, token: marker });
    const log = server.logged.join('\n');
    expect(log).toContain('backend:');
    expect(log).not.toContain(marker);
    expect(log).not.toContain('@isola.example');
    expect(log).not.toMatch(/eyJ|sb_|\$2[aby]\$|insert into|select /i);
  });

  test('a failure returns the request id to the caller and logs its reason and stack for the operator', async () => {
    const response = await call('/rest/v1/rpc/raise_as', { body: { state: 'XX001' } });
    expect(response.status).toBe(500);
    const id = response.headers.get('x-request-id');
    expect(await response.json()).toMatchObject({ request_id: id });
    const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ requestId, level }) => requestId === id && level !== 'debug')).toMatchObject([
      { level: 'error', err: { code: 'XX001', severity: 'ERROR', stack: expect.stringContaining('at ') } },
      { level: 'warn', path: '/rest/v1/rpc/raise_as', status: 500 },
    ]);
    expect(server.logged.join('')).not.toContain('raised as');
  });

  async function secrets(): Promise<string> {
    const { readFile } = await import('node:fs/promises');
    return readFile(`${server.dataFolder}/secrets.json`, 'utf8');
  }
});

function token(claims: object, secret: string, algorithm = 'HS256'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: algorithm, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('AI images', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  const generate = async (body: object, token?: string) => {
    const response = await fetch(`${server.url}/functions/v1/generate-background`, {
      method: 'POST',
      headers: { origin: server.url, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ words: '雪山の朝', aspect: 'square', seed: 1, count: 4, key: randomUUID(), ...body }),
    });
    return { status: response.status, answer: (await response.json()) as object };
  };

  test('members have the number of their plan, visitors that of their address, and failed requests do not count', async () => {
    let isWell = true;
    const provider = await serverForTest(({ body }, response) => {
      const { n } = JSON.parse(body) as { n: number };
      if (isWell) response.end(JSON.stringify({ data: Array.from({ length: n }, () => ({ b64_json: png })) }));
      else response.writeHead(500).end();
    });
    vi.stubEnv('AI_IMAGES_URL', provider.origin);
    onTestFinished(() => void vi.unstubAllEnvs());
    const look = await call('/functions/v1/generate-background', { key: null });
    expect(await look.json()).toEqual({ provider: '127.0.0.1', timeoutMs: 90_000 });

    const client = server.client();
    const { session, user } = await join(client);
    const token = session.access_token;
    const key = randomUUID();
    expect((await generate({ key }, token)).answer).toMatchObject({ remainingToday: 6 });
    expect(await generate({ key }, token)).toMatchObject({ status: 409, answer: { code: 'already-requested' } });
    isWell = false;
    expect(await generate({}, token)).toMatchObject({ status: 502, answer: { code: 'provider-failed' } });
    isWell = true;
    expect((await generate({ count: 3 }, token)).answer).toMatchObject({ remainingToday: 3 });
    expect((await generate({}, token)).answer).toMatchObject({ remainingToday: 0 });
    expect(await generate({}, token)).toMatchObject({
      status: 429,
      answer: { code: 'limit-reached', limit: 'day', member: true },
    });
    const { data } = await client.from('usage_days').select('kind, images').eq('user_id', user.id);
    expect(data).toEqual([{ kind: 'ai', images: 10 }]);

    // The caller is a visitor, also when the publishable key is sent as a token, as supabase-js does.
    expect((await generate({ count: 2 })).answer).toMatchObject({ remainingToday: 2 });
    expect((await generate({ count: 2 }, server.publishableKey)).answer).toMatchObject({ remainingToday: 0 });
    expect(await generate({})).toMatchObject({ status: 429, answer: { limit: 'day', member: false } });

    const asked = provider.asked.length;
    expect(await generate({}, `${token}x`)).toMatchObject({ status: 401, answer: { code: 'session-invalid' } });
    expect(provider.asked).toHaveLength(asked);
  });

  test('the function answers 501 when no provider is configured', async () => {
    expect(await generate({})).toMatchObject({ status: 501, answer: { code: 'not-configured' } });
  });
});
