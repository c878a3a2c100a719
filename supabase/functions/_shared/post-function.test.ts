import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { contextForTest } from './context-for-test.ts';
import { FunctionError } from './function-error.ts';
import { answerJson, postFunction } from './post-function.ts';

const limit = { requests: 3, windowMs: 60_000 };
const from = (ip: string | null) => contextForTest({ ip });
const request = (method = 'POST') => new Request('https://isola.example/functions/v1/any', { method });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('other origins may ask first, and read what is answered', async () => {
  const handle = postFunction(limit, async () => answerJson({ ok: true }));
  const preflight = await handle(request('OPTIONS'), contextForTest());
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  const answer = await handle(request(), contextForTest());
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s is refused', async (method) => {
  const answer = vi.fn<() => Promise<Response>>();
  const response = await postFunction(limit, answer)(request(method), contextForTest());
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  expect(await response.json()).toEqual({ code: 'method-not-allowed', message: 'Use POST' });
  expect(answer).not.toHaveBeenCalled();
});

test('a typed error is answered with its code and details; any other is the platform’s to report', async () => {
  const refusing = postFunction(limit, async () => {
    throw new FunctionError('refused-by-host', 502, 'It answered 403', { details: { status: 403 } });
  });
  const response = await refusing(request(), contextForTest());
  expect(response.status).toBe(502);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({ code: 'refused-by-host', message: 'It answered 403', status: 403 });

  const broken = postFunction(limit, () => Promise.reject(new TypeError('A mistake of ours')));
  await expect(broken(request(), contextForTest())).rejects.toThrow('A mistake of ours');
});

test('who calls too often waits until the window ends, and nobody else does', async () => {
  const handle = postFunction(limit, async () => answerJson({ ok: true }));
  const ask = async (ip: string | null) => await handle(request(), from(ip));
  for (let count = 0; count < limit.requests; count += 1) expect((await ask('192.0.2.1')).status).toBe(200);

  vi.setSystemTime(Date.now() + 20_000);
  const refused = await ask('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('40');
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
  expect((await ask('192.0.2.2')).status).toBe(200);

  vi.setSystemTime(Date.now() + 40_000);
  expect((await ask('192.0.2.1')).status).toBe(200);
});

test.each([
  ['2', 6],
  ['', 3],
  ['many', 3],
])('the operator’s scale %j allows %i requests', async (scale, allowed) => {
  const handle = postFunction(limit, async () => answerJson({ ok: true }));
  const context = contextForTest({ environment: (name) => (name === 'RATE_LIMIT_SCALE' ? scale : undefined) });
  const answers = await Promise.all(Array.from({ length: 10 }, async () => await handle(request(), context)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(allowed);
});

test('other addresses of one IPv6 network do not help, and callers without an address are counted as one', async () => {
  const handle = postFunction(limit, async () => answerJson({ ok: true }));
  const statuses = async (addresses: (string | null)[]) =>
    await Promise.all(addresses.map(async (ip) => (await handle(request(), from(ip))).status));
  expect(await statuses(['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'])).toEqual([200, 200, 200, 429]);
  expect(await statuses([null, null, null, null])).toEqual([200, 200, 200, 429]);
});

test('ten thousand callers are remembered, and no more', async () => {
  const handle = postFunction({ requests: 1, windowMs: 60_000 }, async () => answerJson({ ok: true }));
  const statusOf = async (number: number) =>
    (await handle(request(), from(`10.0.${number >> 8}.${number & 255}`))).status;
  for (let number = 0; number < 10_000; number += 1) await statusOf(number);
  expect(await statusOf(0)).toBe(429);
  expect(await statusOf(10_000)).toBe(200);
  expect(await statusOf(0)).toBe(200);
  expect(await statusOf(9_999)).toBe(429);
});
