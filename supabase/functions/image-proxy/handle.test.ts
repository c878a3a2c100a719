import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { fetchFrom } from '../_shared/fetch-from.ts';
import { type Asked, serverForTest } from '../_shared/server-for-test.ts';
import { handleImageProxy } from './handle.ts';

const mebibyte = 1024 * 1024;
const publicAddress = '93.184.215.14';
const otherPublicAddress = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([26, 0, 0, 0]), Buffer.from('WEBPVP8L')]);

/** Answers of DNS. Public names lead to the server of the test. */
const names: Record<string, string[]> = {
  'pictures.example': [otherPublicAddress, publicAddress],
  'mirror.example': [publicAddress],
  'inside.example': ['10.0.0.5'],
  'metadata.example': ['169.254.169.254'],
  'both.example': [publicAddress, '192.168.1.1'],
  'six.example': ['fd00::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
};

interface Fetched {
  readonly href: string;
  readonly addresses: readonly string[] | undefined;
}

async function start(answer: (asked: Asked, response: ServerResponse) => void) {
  const { port, asked } = await serverForTest(answer);
  const fetched: Fetched[] = [];
  const context = (): FunctionContext =>
    contextForTest({
      resolve: async (host) => {
        if (host === 'silent.example') throw new Error('DNS does not answer');
        return names[host] ?? [];
      },
      fetch: async (url, { addresses, headers, signal } = {}) => {
        fetched.push({ href: String(url), addresses });
        const here = new URL(new URL(url).pathname, `http://127.0.0.1:${port}`);
        return await fetchFrom(here, ['127.0.0.1'], { headers, signal });
      },
    });
  const proxy = async (url: unknown, ip?: string) => {
    const response = await handleImageProxy(postForTest({ url }), { ...context(), ...(ip !== undefined && { ip }) });
    // An unread body would keep its place.
    onTestFinished(async () => {
      if (!response.bodyUsed && !response.body?.locked) await response.body?.cancel();
    });
    return response;
  };
  const refusal = async (url: unknown) => {
    const response = await proxy(url);
    return { status: response.status, answer: (await response.json()) as object };
  };
  return { proxy, refusal, asked, fetched, context };
}

const sending = (bytes: Uint8Array, type: string) => (_asked: Asked, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type }).end(bytes);

afterEach(() => void vi.useRealTimers());

test.each([
  ['image/png', png, 'text/html'],
  ['image/jpeg', jpeg, 'image/png'],
  ['image/webp', webp, 'application/octet-stream'],
])('answers an image as %s by its bytes, whatever the host states', async (type, bytes, stated) => {
  const { proxy } = await start(sending(bytes, stated));
  const response = await proxy('https://pictures.example/a');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
});

test('sends no data of the caller to the host, and nothing but the bytes of the host to the caller', async () => {
  const { context, asked } = await start((_asked, response) => {
    response.writeHead(200, { 'set-cookie': 'a=1', server: 'secret', 'x-powered-by': 'secret' }).end(png);
  });
  const request = new Request('https://isola.example/functions/v1/image-proxy', {
    method: 'POST',
    headers: {
      origin: 'https://isola.example',
      cookie: 'session=1',
      authorization: 'Bearer 1',
      apikey: '1',
      referer: 'https://isola.example/',
      'x-forwarded-for': '203.0.113.7',
    },
    body: JSON.stringify({ url: 'http://pictures.example/a.png' }),
  });
  const response = await handleImageProxy(request, context());
  expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
  for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(response.headers.has(name), name).toBe(false);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
});

test('connects to the addresses that were checked, IPv4 first', async () => {
  const { proxy, fetched } = await start(sending(png, 'image/png'));
  for (const url of [
    'https://pictures.example/a.png',
    `http://${publicAddress}:80/b.png`,
    `https://[${otherPublicAddress}]/c.png`,
  ]) {
    expect((await proxy(url)).status, url).toBe(200);
  }
  expect(fetched).toEqual([
    { href: 'https://pictures.example/a.png', addresses: [publicAddress, otherPublicAddress] },
    { href: `http://${publicAddress}/b.png`, addresses: [publicAddress] },
    { href: `https://[${otherPublicAddress}]/c.png`, addresses: [otherPublicAddress] },
  ]);
});

test.each([
  'ftp://pictures.example/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:https://pictures.example/1',
  'javascript:alert(1)',
  'gopher://pictures.example/',
  '//pictures.example/a.png',
  '/a.png',
  'https://',
  'http://pictures.example:8080/a.png',
  'http://pictures.example:22/a.png',
  'https://pictures.example:6379/a.png',
  'https://name@pictures.example/a.png',
  'https://name:word@pictures.example/a.png',
  'https://:word@pictures.example/a.png',
  'http://1.2.3.4.5/',
  'http://256.0.0.1/',
])('refuses the address %s', async (url) => {
  const { refusal, fetched } = await start(sending(png, 'image/png'));
  expect(await refusal(url)).toMatchObject({ status: 400, answer: { code: 'address-invalid' } });
  expect(fetched).toEqual([]);
});

test.each([undefined, '', 5, {}, `https://pictures.example/${'a'.repeat(4096)}`])(
  'refuses %j, which is not a text of the allowed length',
  async (url) => {
    const { refusal } = await start(sending(png, 'image/png'));
    expect(await refusal(url)).toMatchObject({ status: 400, answer: { code: 'url-invalid' } });
  },
);

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://0/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://any.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://metadata/',
  'http://inside.example/',
  'http://metadata.example/',
  'http://both.example/',
  'http://six.example/',
  'http://mapped.example/',
  'http://nat64.example/',
])('does not fetch %s, which is not public', async (url) => {
  const { refusal, fetched } = await start(sending(png, 'image/png'));
  expect(await refusal(url)).toMatchObject({ status: 403, answer: { code: 'address-private' } });
  expect(fetched).toEqual([]);
});

test.each(['https://nowhere.example/', 'https://silent.example/'])(
  '%s is unreachable when DNS has no answer',
  async (url) => {
    const { refusal } = await start(sending(png, 'image/png'));
    expect(await refusal(url)).toMatchObject({ status: 502, answer: { code: 'unreachable' } });
  },
);

test.each([301, 302, 303, 307, 308])('follows a redirect with the status %i', async (status) => {
  const { proxy, fetched } = await start(({ url }, response) => {
    if (url === '/b.png') response.end(png);
    else response.writeHead(status, { location: 'http://mirror.example/b.png' }).end();
  });
  expect((await proxy('https://pictures.example/a.png')).status).toBe(200);
  expect(fetched.map(({ href }) => href)).toEqual(['https://pictures.example/a.png', 'http://mirror.example/b.png']);
});

test.each([
  ['address-private', 'http://127.0.0.1/'],
  ['address-private', 'http://inside.example/'],
  ['address-private', '//2130706433/'],
  ['address-invalid', 'file:///etc/passwd'],
  ['address-invalid', 'https://name:word@mirror.example/'],
  ['address-invalid', 'http://mirror.example:6379/'],
])('checks every redirect like the first address: %s, %s', async (code, location) => {
  const { refusal, fetched } = await start((_asked, response) => void response.writeHead(302, { location }).end());
  expect(await refusal('https://pictures.example/a.png')).toMatchObject({ answer: { code } });
  expect(fetched).toHaveLength(1);
});

test('follows five redirects and no more', async () => {
  const { proxy, refusal, asked } = await start(({ url }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end(png);
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect((await proxy('https://pictures.example/5')).status).toBe(200);
  expect(asked).toHaveLength(6);
  expect(await refusal('https://pictures.example/6')).toMatchObject({
    status: 502,
    answer: { code: 'too-many-redirects' },
  });
  expect(asked).toHaveLength(12);
});

test.each([
  ['a page', '<!doctype html><title>A page that says it is a picture</title>'],
  ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000\u0000'],
  ['a sound in the same container', 'RIFF\u0024\u0000\u0000\u0000WAVEfmt '],
  ['the beginning of one', '\u0089PN'],
  ['nothing', ''],
])('refuses %s, whatever type the host states', async (_name, content) => {
  const { refusal } = await start(sending(Buffer.from(content, 'latin1'), 'image/png'));
  expect(await refusal('https://pictures.example/a.png')).toMatchObject({
    status: 415,
    answer: { code: 'not-a-picture' },
  });
});

test.each([404, 403, 500, 304])('reports that the host refuses with %i', async (status) => {
  const { refusal } = await start((_asked, response) => void response.writeHead(status).end());
  expect(await refusal('https://pictures.example/a.png')).toMatchObject({
    status: 502,
    answer: { code: 'refused-by-host', status },
  });
});

test('answers an image of exactly 10 MB in small pieces', async () => {
  const bytes = Buffer.concat([png, Buffer.alloc(10 * mebibyte - png.length)]);
  const { proxy } = await start((_asked, response) => {
    response.write(bytes.subarray(0, 5), () => response.end(bytes.subarray(5)));
  });
  expect((await (await proxy('https://pictures.example/a.png')).arrayBuffer()).byteLength).toBe(10 * mebibyte);
});

test('does not read an image whose stated length is too large', async () => {
  const { refusal } = await start((_asked, response) => {
    response.writeHead(200, { 'content-length': 10 * mebibyte + 1 }).write(png);
  });
  expect(await refusal('https://pictures.example/a.png')).toMatchObject({ status: 413, answer: { code: 'too-large' } });
});

test('stops reading an image that turns out to be too large', async () => {
  const stopped = Promise.withResolvers<number>();
  const { proxy } = await start((_asked, response) => {
    let sentBytes = 0;
    const pour = () => {
      sentBytes += mebibyte;
      if (sentBytes === 64 * mebibyte) response.end();
      else response.write(Buffer.alloc(mebibyte), () => !response.destroyed && pour());
    };
    response.once('close', () => stopped.resolve(sentBytes));
    response.write(png, pour);
  });
  const response = await proxy('https://pictures.example/a.png');
  expect(response.status).toBe(200);
  // Only the length is compared: a failed assertion would print every byte.
  const size = response.arrayBuffer().then(({ byteLength }) => byteLength);
  await expect(size).rejects.toThrow('larger than 10485760 bytes');
  // Bytes that the caller has not read are still in the buffers between host and caller.
  expect(await stopped.promise).toBeLessThan(40 * mebibyte);
});

test('an image that breaks off before its type is known is unreachable', async () => {
  const { refusal } = await start((_asked, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write(png.subarray(0, 5), () => response.destroy());
  });
  expect(await refusal('https://pictures.example/a.png')).toMatchObject({
    status: 502,
    answer: { code: 'unreachable' },
  });
});

test('an image that breaks off later also breaks off for the caller', async () => {
  const { proxy } = await start((_asked, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write(png, () => response.destroy());
  });
  const response = await proxy('https://pictures.example/a.png');
  expect(response.headers.get('content-length')).toBe('1000');
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test('streams an image no faster than the caller reads it', async () => {
  let sentBytes = 0;
  let isStopped = false;
  const { proxy } = await start((_asked, response) => {
    response.writeHead(200);
    response.write(png);
    const pour = () => {
      if (sentBytes >= 9 * mebibyte) {
        response.end();
        return;
      }
      sentBytes += 64 * 1024;
      // `write` returns false once the buffers between host and caller are full.
      isStopped = !response.write(Buffer.alloc(64 * 1024));
      if (isStopped) response.once('drain', pour);
      else void setImmediate().then(pour);
    };
    pour();
  });
  const reader = (await proxy('https://pictures.example/a.png')).body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).subarray(0, png.length)).toEqual(png);
  // The caller stops reading: the host is slowed down, and the sent bytes are in the buffers of the system.
  let before = -1;
  await expect.poll(() => isStopped && before === (before = sentBytes), { timeout: 10_000, interval: 200 }).toBe(true);
  expect(sentBytes).toBeLessThan(9 * mebibyte);
  let receivedBytes = first?.value?.byteLength ?? 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    receivedBytes += part.value.byteLength;
  }
  expect(receivedBytes).toBe(png.length + 9 * mebibyte);
});

test.each([
  ['one caller has four', 4, () => '192.0.2.250'],
  ['all callers together have twenty-four', 24, (turn: number) => `198.51.100.${turn}`],
])('%s images in progress at once, and a place is free again when one ends', async (_name, places, ipOf) => {
  const open: ServerResponse[] = [];
  const { proxy } = await start((_asked, response) => {
    response.write(png);
    open.push(response);
  });
  const ask = (turn: number) => proxy('https://pictures.example/a.png', ipOf(turn));
  const begun = await Promise.all(Array.from({ length: places }, (_, turn) => ask(turn)));
  expect(begun.map(({ status }) => status)).toEqual(Array(places).fill(200));
  const refused = await ask(places);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'busy' });

  // One is read to its end and one is cancelled; two others follow.
  open[0]?.end();
  await begun[0]?.arrayBuffer();
  await begun[1]?.body?.cancel();
  for (const turn of [0, 1]) expect((await ask(places + turn)).status).toBe(200);
  expect((await ask(places + 2)).status).toBe(503);
});

test.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  [{}],
])('refuses a request that no page of the site sent: %j', async (headers) => {
  const { context, asked } = await start(sending(png, 'image/png'));
  const request = new Request('https://isola.example/functions/v1/image-proxy', {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: JSON.stringify({ url: 'https://pictures.example/a.png' }),
  });
  const response = await handleImageProxy(request, context());
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'origin-refused' });
  expect(asked).toEqual([]);
});

test('ends an image that never ends after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { proxy } = await start((_asked, response) => void response.write(png));
  const response = await proxy('https://pictures.example/a.png');
  expect(response.status).toBe(200);
  const settled = vi.fn<() => void>();
  const read = response.arrayBuffer().finally(settled);
  const failed = expect(read).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(59_999);
  await setImmediate();
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await failed;
});

test('ends an image that never begins after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Polling would advance the timers.
  const wasAsked = Promise.withResolvers<void>();
  const { refusal } = await start(() => wasAsked.resolve());
  const settled = vi.fn<() => void>();
  const answered = refusal('https://pictures.example/a.png').finally(settled);
  await wasAsked.promise;
  await vi.advanceTimersByTimeAsync(9_999);
  await setImmediate();
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answered).toMatchObject({ status: 504, answer: { code: 'timeout' } });
});

test('a slow DNS look-up counts towards the ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const wasAsked = Promise.withResolvers<void>();
  const resolve = () => {
    wasAsked.resolve();
    return new Promise<never>(() => undefined);
  };
  const answered = handleImageProxy(postForTest({ url: 'https://slow.example/' }), contextForTest({ resolve }));
  await wasAsked.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answered).status).toBe(504);
});

test.each([
  ['before the picture begins', (_response: ServerResponse) => undefined, false],
  ['in the middle of it', (response: ServerResponse) => void response.write(png), true],
])('a caller who leaves %s closes the connection to the host', async (_name, answer, hasBegun) => {
  const left = Promise.withResolvers<boolean>();
  const { context, asked } = await start((_asked, response) => {
    response.once('close', () => left.resolve(true));
    answer(response);
  });
  const leaving = new AbortController();
  const request = new Request(postForTest({ url: 'https://pictures.example/a.png' }), { signal: leaving.signal });
  const answered = handleImageProxy(request, context());
  await expect.poll(() => asked.length).toBe(1);
  if (hasBegun) await answered;
  leaving.abort();
  expect(await left.promise).toBe(true);
  if (hasBegun) await expect((await answered).arrayBuffer()).rejects.toThrow();
  else expect((await answered).ok).toBe(false);
});
