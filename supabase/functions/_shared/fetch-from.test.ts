import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { fetchFrom } from './fetch-from.ts';
import { serverForTest } from './server-for-test.ts';

// No name server knows this name (RFC 6761), so an answer can only come from the given address.
const host = 'pictures.invalid';

test('connects to the given address and sends the name in the Host header', async () => {
  const { port, asked } = await serverForTest((_asked, response) => response.end('bytes'));
  const response = await fetchFrom(new URL(`http://${host}:${port}/a?b`), ['127.0.0.1'], {
    headers: { accept: 'image/png' },
  });
  expect(await response.text()).toBe('bytes');
  expect(asked).toMatchObject([
    { method: 'GET', url: '/a?b', headers: { host: `${host}:${port}`, accept: 'image/png' } },
  ]);
  expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
});

test('tries the next address when the first does not answer', async () => {
  const { port } = await serverForTest((_asked, response) => response.end('bytes'));
  // The server listens on IPv4 only.
  const response = await fetchFrom(new URL(`http://${host}:${port}/`), ['::1', '127.0.0.1']);
  expect(response.status).toBe(200);
});

test('returns a redirect without following it', async () => {
  const { port, asked } = await serverForTest((_asked, response) => {
    response.writeHead(302, { location: '/elsewhere', 'set-cookie': ['a=1', 'b=2'] }).end();
  });
  const response = await fetchFrom(new URL(`http://${host}:${port}/`), ['127.0.0.1']);
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/elsewhere');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(asked).toHaveLength(1);
});

test('an answer without a body has a null body', async () => {
  const { port } = await serverForTest((_asked, response) => response.writeHead(204).end());
  const response = await fetchFrom(new URL(`http://${host}:${port}/`), ['127.0.0.1']);
  expect(response.status).toBe(204);
  expect(response.body).toBeNull();
});

test('asks for uncompressed bytes and returns the body unchanged', async () => {
  const packed = gzipSync('bytes');
  const { port, asked } = await serverForTest((_asked, response) => response.end(packed));
  const response = await fetchFrom(new URL(`http://${host}:${port}/`), ['127.0.0.1']);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(packed));
  expect(asked[0]?.headers['accept-encoding']).toBe('identity');
});

test('rejects without an address, for a closed port and after an abort', async () => {
  const { port, asked } = await serverForTest(() => undefined);
  const url = new URL(`http://${host}:${port}/`);
  await expect(fetchFrom(url, [])).rejects.toThrow('no address');
  await expect(fetchFrom(url, ['::1'])).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  const stop = new AbortController();
  const waiting = fetchFrom(url, ['127.0.0.1'], { signal: stop.signal });
  await expect.poll(() => asked.length).toBe(1);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('the body rejects when the connection breaks off', async () => {
  const { port } = await serverForTest((_asked, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const response = await fetchFrom(new URL(`http://${host}:${port}/`), ['127.0.0.1']);
  await expect(response.text()).rejects.toThrow();
});
