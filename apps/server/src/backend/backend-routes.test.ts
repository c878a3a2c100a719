import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';

import { createApp } from '../create-app.ts';
import type { BackendRouteSettings } from './backend-routes.ts';
import { hasMailbox, mailboxPage } from './mailbox.ts';
import type { Backend } from './start-backend.ts';

/** Answers what it was asked, and by whom. */
const backend: Backend = {
  keys: () => ({ publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' }),
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

test.each(['/_local/mailbox', '/_local/mailbox.json'])('%s is there for this machine alone', async (path) => {
  for (const [asked, status] of [
    [{}, 200],
    [{ peer: '::1', host: '[::1]:3000' }, 200],
    [{ peer: '203.0.113.7' }, 404],
    [{ host: 'isola.example' }, 404],
    [{ settings: {} }, 404],
    // As nginx asks by default; no browser does.
    [{ httpVersion: '1.0' }, 404],
    [{ settings: { hasMailbox: true, trustedProxies: 1 }, headers: { 'x-forwarded-for': '127.0.0.1' } }, 404],
    [{ backend: null }, 404],
  ] as const) {
    expect((await ask(path, asked)).status, JSON.stringify(asked)).toBe(status);
  }
  for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'X-Real-IP', 'cf-connecting-ip']) {
    expect((await ask(path, { headers: { [name]: 'x' } })).status, name).toBe(404);
  }
});

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
] as const)('with %j, caught mails are shown: %s', (given, expected) => {
  const local = { smtp: null, host: '127.0.0.1', siteOrigin: 'http://127.0.0.1:3000', trustedProxies: 0 } as const;
  expect(hasMailbox({ ...local, mailbox: 'local-site', ...given })).toBe(expected);
});

test('the mailbox is a plain page, in which no mail can do anything', () => {
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

test('the backend receives the visitor’s address: the peer’s, or the one from a trusted proxy', async () => {
  const addressOf = async (asked: Asked) => (await (await ask('/auth/v1/health', asked)).json()) as unknown;
  const headers = { 'x-forwarded-for': '10.0.0.1, 198.51.100.1' };
  expect(await addressOf({ peer: '203.0.113.7', headers })).toMatchObject({ address: '203.0.113.7' });
  expect(await addressOf({ peer: '203.0.113.7', headers, settings: { trustedProxies: 1 } })).toMatchObject({
    address: '198.51.100.1',
  });
});

test('the site finds its backend; where the process serves files only, there is none to find', async () => {
  const found = await ask('/backend.json');
  expect(await found.json()).toEqual({ url: '', publishableKey: 'sb_publishable_x' });
  expect(found.headers.get('cache-control')).toBe('no-store');
  for (const path of ['/backend.json', '/auth/v1/health', '/rest/v1/plans']) {
    expect((await ask(path, { backend: null })).status).toBe(404);
  }
  expect((await ask('/backend.json', { backend: { ...backend, keys: () => null } })).status).toBe(503);
});

test.each(['starting', 'unavailable', 'database-timeout', 'database-error'] as const)(
  'while the backend is %s, the process is healthy and not ready, and no page is sent to the backend',
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

test('a process that serves files only is ready at once', async () => {
  expect(await (await ask('/readyz', { backend: null })).json()).toEqual({ status: 'ready' });
  expect((await ask('/healthz', { backend: null })).status).toBe(200);
});

test('nothing else of the backend is reached', async () => {
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

test('a body that is too large never gets there', async () => {
  const app = createApp('/nowhere', {}, backend);
  const send = (path: string, size: number) => app.request(path, { method: 'POST', body: 'x'.repeat(size) });
  expect((await send('/auth/v1/signup', 16 * 1024)).status).toBe(200);
  const refused = await send('/auth/v1/signup', 16 * 1024 + 1);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: 'payload-too-large' });
  expect((await send('/rest/v1/notes', 256 * 1024 + 1)).status).toBe(413);
  expect((await send('/functions/v1/feedback', 64 * 1024 + 1)).status).toBe(413);
});

test('beside Vite, which keeps Node’s own requests, a call reaches the database with its body and the client’s address', async () => {
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
