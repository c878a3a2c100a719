/** @module-tag long */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from './testing/test-server.ts';

// Regression tests: these requests blocked an earlier version of the server, or returned data that they should not.

const password = 'a quiet Harbour 7';
const isEmbedded = !process.env['ISOLA_TEST_DATABASE_URL'];

let server: TestServer;
/** Server that is configured as an operator would: with a public origin and behind one proxy. */
let published: TestServer;
beforeAll(async () => {
  [server, published] = await Promise.all([
    startTestServer({ timeouts: { unresponsiveMs: 4_000 } }, { COUNTRY_HEADER: 'x-country' }),
    startTestServer(
      { siteOrigin: 'https://isola.example', trustedProxies: 1 },
      { origins: ['https://isola.example'], COUNTRY_HEADER: 'x-country' },
    ),
  ]);
  await Promise.all([server.client().auth.getUser('none'), published.client().auth.getUser('none')]);
});
afterAll(async () => {
  await Promise.all([server.close(), published.close()]);
}, 180_000);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a request unchanged. `fetch` would add headers and refuse some methods. */
async function ask(
  to: TestServer,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(to.url);
  const asking = request({ hostname, port, path, method, headers, agent: false }, (response) => {
    void text(response).then((answer) =>
      answered.resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
    );
  });
  asking.on('error', answered.reject);
  asking.end(body);
  return answered.promise;
}

const withKey = () => ({ apikey: server.publishableKey, 'content-type': 'application/json' });

describe('regular expression that takes exponential time', () => {
  const fatal = '((a?){1,20}){1,40}z';
  const worse = '((a?){1,30}){1,50}z';
  test.each([
    `/rest/v1/plans?id=match.${fatal}`,
    `/rest/v1/plans?id=imatch.${worse}`,
    `/rest/v1/plans?id=not.match.${worse}`,
    `/rest/v1/plans?id=match(any).{"${worse}"}`,
    `/rest/v1/plans?id=%6datch.${encodeURIComponent(worse)}`,
    `/rest/v1/plans?or=(id.eq.free,and(id.match.${worse},id.eq.free))`,
    `/rest/v1/plans?select=id,user_subscriptions(id)&user_subscriptions.plan_id=match.${worse}`,
  ])('%s is refused while the server still answers', async (path) => {
    expect(await ask(server, encodeURI(path).replaceAll('%25', '%'), { headers: withKey() })).toMatchObject({
      status: 400,
    });
    expect((await ask(server, '/readyz')).status).toBe(200);
  });
});

test(
  'an endless statement is ended, waiting requests are answered, and stored rows remain',
  { tags: ['long'] },
  async () => {
    const client = server.client();
    await server.join(client, { email: 'keeps@isola.example', password });
    expect((await client.from('notes').insert({ body: 'stored before' })).error).toBeNull();

    const held = ask(server, '/rest/v1/rpc/spin', {
      method: 'POST',
      headers: withKey(),
      body: JSON.stringify({ seconds: 600 }),
    });
    const beside = ask(server, '/rest/v1/plans?select=id', { headers: withKey() });
    // The embedded database runs in one thread, which is restarted. A PostgreSQL ends only the statement.
    expect((await held).status).toBe(isEmbedded ? 503 : 504);
    expect((await beside).status).toBe(isEmbedded ? 503 : 200);
    await expect.poll(async () => (await ask(server, '/readyz')).status, { timeout: 60_000, interval: 500 }).toBe(200);
    expect((await client.from('notes').select('body')).data).toEqual([{ body: 'stored before' }]);
    if (isEmbedded) expect(server.logged.join('')).toContain('the thread did not answer for 4 s');
  },
);

test.each([
  ['of rows', 'limit=100000000'],
  ['of rows to skip', 'offset=100000000'],
  ['of values in a list', `id=in.(${'a,'.repeat(1_000)}a)`],
  ['of wildcards', `id=like.${'*a'.repeat(50)}`],
  ['of nested conditions', `or=${'(and'.repeat(100)}(id.eq.a)${')'.repeat(100)}`],
  ['of nested tables', `select=${'user_subscriptions('.repeat(50)}id${')'.repeat(50)}`],
])('an excessive number %s is refused', async (_name, query) => {
  const path = `/rest/v1/plans?${query}`;
  expect((await ask(server, path, { headers: withKey() })).status).toBe(400);
});

test.each([
  { permissions: 654266142500001800000 },
  { permissions: true },
  { permissions: { a: 1 } },
  { permissions: [[{ toString: 1 }]] },
  { person: { toString: 1 } },
])(
  'a visitor who sends a value of another type, %j, is refused, and the next request reads the database',
  async (wrong) => {
    const right = { person: crypto.randomUUID(), role: 'editor', permissions: [], reason: 'a test' };
    const body = JSON.stringify({ ...right, ...wrong });
    const refused = await ask(server, '/rest/v1/rpc/admin_set_admin', { method: 'POST', headers: withKey(), body });
    expect(refused.status).toBe(400);
    expect((await ask(server, '/rest/v1/plans?select=id', { headers: withKey() })).status).toBe(200);
  },
);

test.each(['planned', 'estimated'] as const)('the count %s does not include rows of others', async (count) => {
  const [one, other] = [server.client(), server.client()];
  await server.join(one, { email: `${count}-one@isola.example`, password });
  await server.join(other, { email: `${count}-other@isola.example`, password });
  for (let round = 0; round < 5; round += 1) {
    const rows = Array.from({ length: 10 }, (_, at) => ({ body: `${count} ${round} ${at}` }));
    expect((await one.from('notes').insert(rows)).error).toBeNull();
  }
  expect((await one.from('notes').select('id', { count, head: true })).count).toBe(50);
  expect((await other.from('notes').select('id', { count, head: true })).count).toBe(0);
});

test('a request of an account is answered before waiting requests for tables', async () => {
  let answered = 0;
  const tables = Array.from({ length: 200 }, async () => {
    await ask(server, '/rest/v1/plans?select=id', { headers: withKey() });
    answered += 1;
  });
  await tables[0];
  const body = JSON.stringify({ email: 'nobody@isola.example' });
  expect((await ask(server, '/auth/v1/recover', { method: 'POST', headers: withKey(), body })).status).toBe(200);
  expect(answered).toBeLessThan(150);
  await Promise.all(tables);
});

test('one client may send 600 requests for tables a minute', { tags: ['long'] }, async () => {
  const strict = await startTestServer({ rateLimitScale: 0.05 });
  try {
    const headers = { apikey: strict.publishableKey };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(strict, '/rest/v1/plans?select=id', { headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});

describe('caught emails', () => {
  test('cannot be read through a proxy with default headers when the site has a public origin', async () => {
    const { port } = new URL(published.url);
    for (const host of ['127.0.0.1', `127.0.0.1:${port}`, 'localhost', '[::1]']) {
      for (const path of ['/_local/mailbox', '/_local/mailbox.json', '/_local/mailbox?a', '/_local//mailbox.json']) {
        const answer = await ask(published, path, { headers: { host, connection: 'close' } });
        expect(answer.status, `${host} ${path}`).toBe(404);
      }
    }
  });

  test('can be read only on this machine and without a proxy', async () => {
    expect((await ask(server, '/_local/mailbox.json')).status).toBe(200);
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
      { via: '1.1 proxy' },
      { host: 'isola.example' },
    ]) {
      expect((await ask(server, '/_local/mailbox.json', { headers })).status, JSON.stringify(headers)).toBe(404);
    }
  });
});

test.each([
  '/_system/info',
  '/_system/introspect',
  '/rest/v1/../../_system/info',
  '/auth/v1/%2e%2e/%2e%2e/_system/info',
  '/_internal/readiness',
])('%s does not reveal the configuration', async (path) => {
  const answer = await ask(server, path, { headers: withKey() });
  expect(answer.status).toBe(404);
  expect(answer.body).not.toMatch(/jwt|schema|connection/i);
});

test.each([
  ['TRACE', '/rest/v1/plans', 405],
  ['TRACE', '/auth/v1/user', 405],
  ['TRACK', '/auth/v1/user', 400],
  ['PROPFIND', '/rest/v1/plans', 405],
  ['PUT', '/rest/v1/plans', 405],
  ['GET', '/rest/v1/rpc/has_permission?permission=a', 405],
])('%s %s is refused without ending the thread', async (method, path, status) => {
  expect((await ask(server, path, { method, headers: withKey() })).status).toBe(status);
  expect((await ask(server, '/readyz')).status).toBe(200);
});

test('the image proxy refuses pages of other sites', async () => {
  const fetchFor = (headers: Record<string, string>) =>
    ask(published, '/functions/v1/image-proxy', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url: 'http://127.0.0.1/' }),
    });
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  ]) {
    const { status, body } = await fetchFor(headers);
    expect([status, JSON.parse(body)]).toEqual([403, expect.objectContaining({ code: 'origin-refused' })]);
  }
  // A page of the site may use the proxy, but cannot reach addresses of this machine.
  const { status, body } = await fetchFor({ origin: 'https://isola.example' });
  expect([status, JSON.parse(body)]).toEqual([403, expect.objectContaining({ code: 'address-private' })]);
});

test('country and address headers of the client are ignored', async () => {
  const whereIs = async (to: TestServer, headers: Record<string, string>) =>
    JSON.parse((await ask(to, '/functions/v1/geo-location', { method: 'POST', headers })).body) as object;
  const written = { 'x-country': 'FR', 'x-forwarded-for': '198.51.100.9' };
  expect(await whereIs(server, written)).toMatchObject({ ip: '127.0.0.1', country: null });
  // Behind one proxy, the last entry is the proxy's. Entries before it come from the client.
  const proxied = { 'x-country': 'FR', 'x-forwarded-for': '198.51.100.9, 203.0.113.7' };
  expect(await whereIs(published, proxied)).toMatchObject({ ip: '203.0.113.7', country: 'FR' });
});
