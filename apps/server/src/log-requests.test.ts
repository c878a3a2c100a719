import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { createLogger } from './create-logger.ts';
import { logRequests } from './log-requests.ts';

function serve(trustedProxies = 0) {
  const lines: string[] = [];
  const app = new Hono();
  app.use(
    logRequests(
      createLogger('debug', (line) => lines.push(line)),
      trustedProxies,
    ),
  );
  app.get('/fails', (context) => context.text('no', 503));
  app.all('*', (context) => context.text('yes'));
  const ask = (path: string, headers: Record<string, string> = {}, peer = '203.0.113.77') =>
    app.request(
      `http://localhost${path}`,
      { headers },
      {
        incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } },
      },
    );
  const last = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  return { ask, last, lines };
}

test('each request is logged with its method, path, status, duration and network, but without its query', async () => {
  const { ask, last } = serve();
  const response = await ask('/auth/v1/verify?token=Marker&type=signup', { authorization: 'Bearer Marker' });
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(last()).toMatchObject({
    level: 'info',
    msg: 'request',
    requestId: id,
    method: 'GET',
    path: '/auth/v1/verify',
    status: 200,
    durationMs: expect.any(Number),
    client: '203.0.113.0/24',
  });
  expect(JSON.stringify(last())).not.toContain('Marker');
});

test('parts of a path that could be an email address or a token are not logged', async () => {
  const { ask, last } = serve();
  await ask(`/a/ada@isola.example/ada%40isola.example/${'x'.repeat(41)}/b`);
  expect(last()['path']).toBe('/a/…/…/…/b');
});

test('logs 48 bits of an IPv6 address, and the network of the visitor behind a trusted proxy', async () => {
  const direct = serve();
  await direct.ask('/', { 'x-forwarded-for': '198.51.100.1' }, '2001:db8:1:2:3:4:5:6');
  expect(direct.last()['client']).toBe('2001:db8:1::/48');
  const behind = serve(1);
  await behind.ask('/', { 'x-forwarded-for': '198.51.100.1' });
  expect(behind.last()['client']).toBe('198.51.100.0/24');
});

test('a request id is taken over only from a trusted proxy, and only when it is short and plain', async () => {
  const idOf = async (trustedProxies: number, id: string) =>
    (await serve(trustedProxies).ask('/', { 'x-request-id': id })).headers.get('x-request-id');
  expect(await idOf(1, 'proxy-7')).toBe('proxy-7');
  expect(await idOf(0, 'proxy-7')).not.toBe('proxy-7');
  expect(await idOf(1, 'ada@isola.example')).toMatch(/^[\da-f-]{36}$/);
  expect(await idOf(1, 'x'.repeat(300))).toHaveLength(36);
});

test('files and probes are logged at debug, pages at info and failures at warn', async () => {
  const { ask, last } = serve();
  const levelOf = async (path: string) => {
    await ask(path);
    return last()['level'];
  };
  expect(await levelOf('/assets/index-abc.js')).toBe('debug');
  expect(await levelOf('/healthz')).toBe('debug');
  expect(await levelOf('/single')).toBe('info');
  expect(await levelOf('/fails')).toBe('warn');
});
