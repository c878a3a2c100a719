import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { describe, expect, test } from 'vitest';

import { createApp } from '../../create-app.ts';
import type { BackendRouteSettings } from './backend-routes.ts';
import { hasMailbox, mailboxPage } from '../mail/mailbox.ts';
import type { Backend } from '../process/start-backend.ts';

/** Backend that answers with the path of the request and the address of the visitor. */
const backend: Backend = {
  keys: () => ({
    publishableKey: 'sb_publishable_x',
    secretKey: 'sb_secret_x',
    jwtSecret: 'the secret of this machine, which signs',
    previousJwtSecrets: ['the secret of last month, which is not out yet'],
  }),
  check: () => Promise.resolve('ready'),
  fetch: async (request, address) => Response.json({ path: new URL(request.url).pathname, address }),
  close: () => Promise.resolve(),
};

interface Asked {
  readonly settings?: BackendRouteSettings;
  readonly peer?: string;
  readonly headers?: Record<string, string>;
  readonly host?: string;
  readonly httpVersion?: string;
  readonly backend?: Backend | null;
}

function ask(path: string, asked: Asked = {}) {
  const { settings = { hasMailbox: true }, peer = '127.0.0.1', headers = {}, host = 'localhost:3000' } = asked;
  const app = createApp('/nowhere', settings, asked.backend === undefined ? backend : asked.backend);
  const { httpVersion = '1.1' } = asked;
  const connection = {
    incoming: { httpVersion, socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } },
  };
  return app.request(`http://${host}${path}`, { headers }, connection);
}

test.each(['/_local/mailbox', '/_local/mailbox.json'])(
  '%s is served only to requests from this machine',
  async (path) => {
    for (const [asked, status] of [
      [{}, 200],
      [{ peer: '::1', host: '[::1]:3000' }, 200],
      [{ peer: '203.0.113.7' }, 404],
      [{ host: 'isola.example' }, 404],
      [{ settings: {} }, 404],
      // nginx uses HTTP/1.0 by default, and browsers never do.
      [{ httpVersion: '1.0' }, 404],
      [{ settings: { hasMailbox: true, trustedProxies: 1 }, headers: { 'x-forwarded-for': '127.0.0.1' } }, 404],
      [{ backend: null }, 404],
    ] as const) {
      expect((await ask(path, asked)).status, JSON.stringify(asked)).toBe(status);
    }
    for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'X-Real-IP', 'cf-connecting-ip']) {
      expect((await ask(path, { headers: { [name]: 'x' } })).status, name).toBe(404);
    }
  },
);

test.each([
  [{}, true],
  [{ siteOrigin: 'http://localhost:3000' }, true],
  [{ siteOrigin: 'http://[::1]:3000' }, true],
  [{ siteOrigin: 'https://isola.example' }, false],
  [{ siteOrigin: 'http://192.168.0.7:3000' }, false],
  [{ siteOrigin: 'http://127.0.0.1.isola.example' }, false],
  [{ trustedProxies: 1 }, false],
  [{ siteOrigin: 'https://isola.example', trustedProxies: 1, mailbox: 'always' }, true],
  [{ host: '0.0.0.0' }, false],
  [{ host: '0.0.0.0', mailbox: 'always' }, false],
  [{ smtp: { url: 'smtp://post.example', from: 'post@isola.example' }, mailbox: 'always' }, false],
] as const)('with the settings %j, caught emails are shown: %s', (given, expected) => {
  const local = { smtp: null, host: '127.0.0.1', siteOrigin: 'http://127.0.0.1:3000', trustedProxies: 0 } as const;
  expect(hasMailbox({ ...local, mailbox: 'local-site', ...given })).toBe(expected);
});

test('the mailbox is a page without scripts and styles that escapes the contents of emails', () => {
  const page = mailboxPage([
    {
      to: '"><script>alert(1)</script>@isola.example',
      subject: '<b>Hello</b>',
      text: 'https://isola.example/?a=1&b="2"\n\n123456',
      html: '<script>alert(1)</script>',
      sentAt: '2026-11-21T07:00:00.000Z',
    },
  ]);
  expect(page).toContain('<html lang="en">');
  expect(page).not.toMatch(/<script|<style| style=| on\w+=|<b>/);
  expect(page).toContain('&lt;b&gt;Hello&lt;/b&gt;');
  expect(page).toContain('<p>123456</p>');
});

test('the backend receives the address of the peer, or the one from a trusted proxy', async () => {
  const addressOf = async (asked: Asked) => (await (await ask('/auth/v1/health', asked)).json()) as unknown;
  const headers = { 'x-forwarded-for': '10.0.0.1, 198.51.100.1' };
  expect(await addressOf({ peer: '203.0.113.7', headers })).toMatchObject({ address: '203.0.113.7' });
  expect(await addressOf({ peer: '203.0.113.7', headers, settings: { trustedProxies: 1 } })).toMatchObject({
    address: '198.51.100.1',
  });
});

test('/backend.json returns the publishable key, and 404 when the process serves files only', async () => {
  const found = await ask('/backend.json');
  expect(await found.json()).toEqual({ url: '', publishableKey: 'sb_publishable_x' });
  expect(found.headers.get('cache-control')).toBe('no-store');
  for (const path of ['/backend.json', '/auth/v1/health', '/rest/v1/plans']) {
    expect((await ask(path, { backend: null })).status).toBe(404);
  }
  expect((await ask('/backend.json', { backend: { ...backend, keys: () => null } })).status).toBe(503);
});

test.each(['starting', 'unavailable', 'database-timeout', 'database-error'] as const)(
  'while the backend is %s, /healthz is 200 and /readyz and /backend.json are 503',
  async (readiness) => {
    const down: Backend = { ...backend, check: () => Promise.resolve(readiness) };
    const ready = await ask('/readyz', { backend: down });
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not-ready', reason: readiness }]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    for (const [path, status] of [
      ['/healthz', 200],
      ['/backend.json', 503],
      ['/auth/v1/health', 503],
    ] as const) {
      expect((await ask(path, { backend: down })).status, path).toBe(status);
    }
  },
);

test('a process that serves files only is ready and healthy', async () => {
  expect(await (await ask('/readyz', { backend: null })).json()).toEqual({ status: 'ready' });
  expect((await ask('/healthz', { backend: null })).status).toBe(200);
});

test('other paths do not reach the backend', async () => {
  for (const path of [
    '/_system/info',
    '/storage/v1/bucket',
    '/_local/other',
    '/_local/mailbox/',
    '/auth/v2/x',
    '/auth',
  ]) {
    expect((await ask(path)).status, path).toBe(404);
  }
});

test('bodies that are too large are refused before they reach the backend', async () => {
  const app = createApp('/nowhere', {}, backend);
  const send = (path: string, size: number) => app.request(path, { method: 'POST', body: 'x'.repeat(size) });
  expect((await send('/auth/v1/signup', 16 * 1024)).status).toBe(200);
  const refused = await send('/auth/v1/signup', 16 * 1024 + 1);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: 'payload-too-large' });
  expect((await send('/rest/v1/rpc/raise_as', 256 * 1024 + 1)).status).toBe(413);
  expect((await send('/functions/v1/feedback', 64 * 1024 + 1)).status).toBe(413);
});

test('within Vite, which does not replace the global Request, the backend receives the body and the client’s address', async () => {
  const echo = async (request: Request) => {
    return Response.json([request.method, await request.text(), request.headers.get('x-forwarded-for')]);
  };
  const routes = createApp('/nowhere', { hasMailbox: true }, { ...backend, fetch: echo });
  const server = createServer(getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' };
  const call = await fetch(`${url}/rpc/admin_dashboard`, { method: 'POST', headers, body: '{"days":7}' });
  expect(await call.json()).toEqual(['POST', '{"days":7}', '127.0.0.1']);
  expect(await (await fetch(`${url}/plans`)).json()).toEqual(['GET', '', '127.0.0.1']);
  await new Promise((resolve) => server.close(resolve));
});

describe('writes to tables', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenBy = (secret: string, claims: object = { role: 'authenticated', sub: 'ada' }) => {
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const member = { authorization: `Bearer ${tokenBy('the secret of this machine, which signs')}` };
  const unsigned = `${encode({ alg: 'none' })}.${encode({ role: 'service_role' })}.`;
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: 1 }));

  /** Creates a function that sends requests to one server, and a count of those that reached the database's thread. */
  function createAsker(answer: () => Promise<Response> = () => Promise.resolve(Response.json([]))) {
    let reached = 0;
    const app = createApp(
      '/nowhere',
      { trustedProxies: 1 },
      {
        ...backend,
        fetch: () => {
          reached += 1;
          return answer();
        },
      },
    );
    const write = async (
      body: unknown,
      headers: Record<string, string> = {},
      { method = 'POST', path = '/rest/v1/settings', client = '203.0.113.7' } = {},
    ) =>
      app.request(path, {
        method,
        headers: {
          apikey: 'sb_publishable_x',
          'content-type': 'application/json',
          'x-forwarded-for': client,
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    return { write, reached: () => reached };
  }

  test.each<[string, Record<string, string>]>([
    ['without a token', {}],
    ['with the publishable key as token', { authorization: 'Bearer sb_publishable_x' }],
    ['with a token signed by another secret', { authorization: `Bearer ${tokenBy('guessed')}` }],
    ['with an unsigned token', { authorization: `Bearer ${unsigned}` }],
    ['without a key', { apikey: '' }],
    ['with a wrong secret key', { apikey: 'sb_secret_y' }],
  ])('the write of a visitor %s is refused before it reaches the database', async (_name, headers) => {
    const { write, reached } = createAsker();
    const many = rows(8_500);
    for (const [method, body] of [
      ['POST', many],
      ['POST', many[0]],
      ['PATCH', { value: 2 }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await write(body, headers, { method });
      expect([refused.status, await refused.json()], method).toEqual([401, expect.objectContaining({ code: '42501' })]);
    }
    expect(reached()).toBe(0);
    expect((await write(undefined, headers, { method: 'GET' })).status).toBe(200);
    expect((await write({ state: 'P0001' }, headers, { path: '/rest/v1/rpc/raise_as' })).status).toBe(200);
  });

  test('a member writes at most ten rows and 8 KiB at once, while the secret key writes many rows', async () => {
    const { write, reached } = createAsker();
    const older = { authorization: `Bearer ${tokenBy('the secret of last month, which is not out yet')}` };
    const expired = {
      authorization: `Bearer ${tokenBy('the secret of this machine, which signs', { role: 'authenticated', exp: 1 })}`,
    };
    // Expired tokens are passed on, because the database's thread refuses them.
    for (const headers of [member, older, expired]) expect((await write(rows(10), headers)).status).toBe(200);
    expect(reached()).toBe(3);
    expect((await write(rows(11), member)).status).toBe(400);
    expect((await write({ key: 'k', value: 'x'.repeat(8 * 1024) }, member)).status).toBe(413);
    const call = { path: '/rest/v1/rpc/admin_answer' };
    expect((await write({ text: '文'.repeat(5_000) }, member, call)).status).toBe(200);
    expect((await write({ text: 'x'.repeat(32 * 1024) }, member, call)).status).toBe(413);
    expect((await write(rows(11), member, call)).status).toBe(400);
    expect(reached()).toBe(4);
    expect((await write(rows(8_500), { apikey: 'sb_secret_x' })).status).toBe(200);
  });

  test('each client may send 1 MiB of bodies a minute', async () => {
    const { write } = createAsker();
    const body = { text: 'x'.repeat(32_000) };
    const call = { path: '/rest/v1/rpc/admin_answer' };
    const statuses: number[] = [];
    for (let turn = 0; turn < 34; turn += 1) statuses.push((await write(body, member, call)).status);
    expect(statuses.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 200));
    expect(statuses.slice(32)).toEqual([429, 429]);
    const refused = await write(body, member, call);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await write(body, member, { ...call, client: '203.0.113.8' })).status).toBe(200);
    // A request without a body needs no budget.
    expect((await write(undefined, member, { method: 'GET' })).status).toBe(200);
  });

  test('a client may have 32 concurrent requests and its network 128, and further ones get 429', async () => {
    const held = Promise.withResolvers<void>();
    const { write, reached } = createAsker(async () => {
      await held.promise;
      return Response.json([]);
    });
    const read = (client: string, path = '/rest/v1/plans') => write(undefined, {}, { method: 'GET', path, client });
    const first = Array.from({ length: 32 }, () => read('203.0.113.1'));
    await expect.poll(reached).toBe(32);
    for (const path of ['/rest/v1/plans', '/auth/v1/user']) {
      const refused = await read('203.0.113.1', path);
      expect([refused.status, refused.headers.get('retry-after')], path).toEqual([429, '1']);
    }
    const others = [2, 3, 4].flatMap((each) => Array.from({ length: 32 }, () => read(`203.0.113.${each}`)));
    await expect.poll(reached).toBe(128);
    expect((await read('203.0.113.5')).status).toBe(429);
    const elsewhere = read('198.51.100.7');
    await expect.poll(reached).toBe(129);
    held.resolve();
    for (const answer of await Promise.all([...first, ...others, elsewhere])) expect(answer.status).toBe(200);
    expect((await read('203.0.113.1')).status).toBe(200);
  });
});
