import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

import { crc32 } from '@isola/imaging';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { drawing, startTestServer, testKey } from '../testing/test-server.ts';

const picture = await drawing(40, 30, [{ left: 10, top: 6, width: 12, height: 8 }]);

/** Sends bytes as they are, and returns status, headers and body of the answer as text. */
async function send(port: number, bytes: string | Uint8Array, isEnded = true): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data.toString('latin1')));
  // The server may close the connection while it is written to.
  socket.on('error', () => undefined);
  const closed = Promise.withResolvers<undefined>();
  socket.on('close', () => closed.resolve(undefined));
  if (isEnded) socket.end(bytes);
  else socket.write(bytes);
  await closed.promise;
  return answer;
}

const head = (type: string, length: number, more = '') =>
  `POST /v1.0/removebg HTTP/1.1\r\nHost: api\r\nX-Api-Key: ${testKey}\r\nConnection: close\r\n` +
  `Content-Type: ${type}\r\nContent-Length: ${length}\r\n${more}\r\n`;

function codeIn(answer: string): string {
  const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  return (JSON.parse(body) as { errors: [{ code: string }] }).errors[0].code;
}

const form = 'multipart/form-data; boundary=cut';
const part = (header: string, content = 'x') => `--cut\r\n${header}\r\n\r\n${content}\r\n`;

test.each([
  ['no boundary', 'multipart/form-data', part('Content-Disposition: form-data; name="size"')],
  ['an empty boundary', 'multipart/form-data; boundary=', part('Content-Disposition: form-data; name="size"')],
  ['no end', form, part('Content-Disposition: form-data; name="size"')],
  ['a part without a name', form, `${part('Content-Disposition: form-data')}--cut--\r\n`],
  ['a part without headers', form, '--cut\r\n\r\n--cut--\r\n'],
  ['a name that does not end', form, '--cut\r\nContent-Disposition: form-data; name="size'],
  ['null bytes', form, '\0'.repeat(1000)],
  ['nothing', form, ''],
  ['a thousand parts', form, `${part('Content-Disposition: form-data; name="a"').repeat(1000)}--cut--\r\n`],
  [
    'a thousand parts beside the boundary of another parameter',
    'multipart/form-data; xboundary=zzz; boundary=cut',
    `${part('Content-Disposition: form-data; name="image"; filename="a"').repeat(1000)}--cut--\r\n`,
  ],
  ['a million fields', 'application/x-www-form-urlencoded', 'a&'.repeat(1_000_000)],
  ['broken JSON', 'application/json', '{"size":'],
  ['a JSON list', 'application/json', '[]'],
  ['JSON of a million brackets', 'application/json', '['.repeat(1_000_000)],
  ['a nested value', 'application/json', '{"size":{"a":1}}'],
  ['JSON that is not UTF-8', 'application/json', '{"size":"\u00ff"}'],
  ['another type', 'text/plain', 'size=auto'],
])('a body with %s is refused as invalid', async (_name, type, content) => {
  const { port, errors } = await startTestServer();
  const body = Buffer.from(content, 'latin1');
  const answer = await send(port, Buffer.concat([Buffer.from(head(type, body.length)), body]));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(codeIn(answer)).toBe('invalid_body');
  expect(errors).toEqual([]);
});

test('a boundary that contains the word itself, as browsers write it, is accepted', async () => {
  const { port } = await startTestServer();
  const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
  const parts = `--${boundary}\r\nContent-Disposition: form-data; name="size"\r\n\r\nauto\r\n--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  // The form is read, so that only the image is missing.
  expect(codeIn(await send(port, head(type, parts.length) + parts))).toBe('missing_source');
});

test('a name from a prototype is not a parameter', async () => {
  const { remove } = await startTestServer();
  expect((await remove({ image_file: picture, __proto__x: '1', constructor: 'x', toString: 'x' })).status).toBe(200);
});

test('a client that sends a body somewhat too large to its end gets the answer', { tags: ['long'] }, async () => {
  const { origin } = await startTestServer({ limits: { maxFileBytes: 8 << 20 } });
  const answer = await fetch(`${origin}/v1.0/removebg`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: new Uint8Array(60 << 20),
  });
  expect(answer.status).toBe(400);
  expect(codeIn(await answer.text())).toBe('file_too_large');
});

test('a body that states or has far too many bytes is refused without reading all of it', async () => {
  const { port } = await startTestServer({ limits: { maxFileBytes: 1024 } });
  expect(codeIn(await send(port, head('application/json', 3_000_000_000), false))).toBe('file_too_large');
  const chunk = `100000\r\n${'a'.repeat(0x10_00_00)}\r\n`;
  const chunked = head('application/json', 0).replace(/Content-Length: 0/, 'Transfer-Encoding: chunked');
  expect(codeIn(await send(port, `${chunked}${chunk.repeat(6)}`, false))).toBe('file_too_large');
});

test.each([
  ['an unknown key', 'X-Api-Key: unknown-key', 32, 'auth_failed'],
  ['no free place', `X-Api-Key: ${testKey}`, 0, 'busy'],
])(
  'a slow client with %s gets the answer after its whole body',
  { tags: ['long'] },
  async (_name, key, places, code) => {
    const { port } = await startTestServer({ limits: { places } });
    const body = Buffer.alloc(100_000);
    const socket = connect(port, '127.0.0.1').pause();
    const lost = once(socket, 'close').then(() => Promise.reject(new Error('The connection ended before the answer.')));
    // The answer is awaited last. A connection that is lost earlier must not be an unhandled error.
    lost.catch(() => undefined);
    socket.write(head('image/png', 10 * body.length).replace(/X-Api-Key: .*/, key));
    for (let part = 0; part < 10; part += 1) {
      // The connection is slow: the body needs two seconds. Like most clients, this one reads nothing before its end.
      await setTimeout(200);
      socket.write(body);
    }
    const [answer] = (await Promise.race([once(socket.resume(), 'data'), lost])) as [Buffer];
    expect(codeIn(answer.toString('latin1'))).toBe(code);
  },
);

test('a body that does not arrive in time is refused, and one that breaks off leaves its place', async () => {
  const { port, origin } = await startTestServer({ limits: { bodyTimeoutMs: 100 } });
  const slow = await send(port, `${head('application/json', 100)}{`, false);
  expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  expect(codeIn(slow)).toBe('timeout');
  await expect.poll(async () => (await (await fetch(`${origin}/healthz`)).json()) as object).toMatchObject({ busy: 0 });
});

test.each([
  ['headers of 64 kB', `GET /healthz HTTP/1.1\r\nHost: api\r\nX-Big: ${'a'.repeat(65_536)}\r\n\r\n`, 431],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: api\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
  ['a host that is no name', 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['a header with a null byte', 'GET / HTTP/1.1\r\nHost: api\r\nX: a\0b\r\n\r\n', 400],
])('a request with %s gets a well-formed error', async (_name, bytes, status) => {
  const { port } = await startTestServer();
  const answer = await send(port, bytes, false);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(codeIn(answer)).toBe('invalid_request');
});

const small = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } })
  .png()
  .toBuffer();

/** Returns a PNG whose header states this size, with the pixels of a small image. */
function bomb(width: number, height: number): Buffer {
  const bytes = Buffer.from(small);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test.each([
  [bomb(50_000, 50_000), 'resolution_too_high'],
  [bomb(7100, 7100), 'resolution_too_high'],
  [bomb(65_535, 1), 'resolution_too_high'],
  [bomb(7000, 7000), 'failed_to_read_image'],
  [bomb(0, 5), 'failed_to_read_image'],
  [deflateSync(Buffer.alloc(1_000_000)), 'invalid_file_type'],
  [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'invalid_file_type'],
  [Buffer.from('II*\0\b\0\0\0', 'latin1'), 'invalid_file_type'],
])('image bomb %# is refused before it is decoded', async (image_file, code) => {
  const { remove } = await startTestServer();
  for (const fields of [{ image_file }, { image_file: picture, bg_image_file: image_file }]) {
    const answer = await remove(fields);
    expect([answer.status, codeIn(await answer.text())]).toEqual([400, code]);
  }
});

test('a server without keys answers this machine, but no web page and no other host name', async () => {
  const { origin, port } = await startTestServer({ keyring: undefined });
  expect((await fetch(`${origin}/v1.0/account`)).status).toBe(200);
  for (const headers of [{ origin: 'https://any.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await fetch(`${origin}/v1.0/account`, { headers: headers as Record<string, string> });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  }
  const rebound = await send(port, 'GET /v1.0/account HTTP/1.1\r\nHost: any.example\r\nConnection: close\r\n\r\n');
  expect(codeIn(rebound)).toBe('origin_refused');
});

test('pages of other origins may call a server with keys', async () => {
  const { origin } = await startTestServer();
  const preflight = await fetch(`${origin}/v1.0/removebg`, {
    method: 'OPTIONS',
    headers: { origin: 'https://any.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/x-api-key/i);
});
