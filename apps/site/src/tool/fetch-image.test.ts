import { afterEach, expect, test, vi } from 'vitest';

import { fetchImage } from './fetch-image.ts';

const url = new URL('https://pictures.example/a/cat.png?size=2');
const idle = () => new AbortController().signal;

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer());
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('fetchImage sends the URL to the backend and returns the image with the name in the URL', async () => {
  const fetched = answering(() => new Response(Uint8Array.of(1, 2, 3), { headers: { 'content-type': 'image/png' } }));
  const file = await fetchImage(url, idle());
  expect([file.name, file.type, file.size]).toEqual(['cat.png', 'image/png', 3]);
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect([address, init?.method, init?.body]).toEqual([
    '/functions/v1/image-proxy',
    'POST',
    JSON.stringify({ url: url.href }),
  ]);
});

test.each([
  [400, { code: 'url-invalid' }, 'invalid'],
  [400, { code: 'address-invalid' }, 'invalid'],
  [403, { code: 'address-private' }, 'private'],
  [413, { code: 'too-large' }, 'too-large'],
  [415, { code: 'not-a-picture' }, 'not-a-picture'],
  [504, { code: 'timeout' }, 'timeout'],
  [502, { code: 'unreachable' }, 'unreachable'],
  [502, { code: 'too-many-redirects' }, 'unreachable'],
  [429, { code: 'too-many-requests' }, 'too-many'],
  [503, { code: 'unavailable' }, 'failed'],
  [500, null, 'failed'],
] as const)('fetchImage turns the status %i with %j into the code %s', async (status, body, code) => {
  answering(() => Response.json(body, { status }));
  await expect(fetchImage(url, idle())).rejects.toMatchObject({ name: 'UrlError', code });
});

test('fetchImage reports the status of the site that refused the image', async () => {
  answering(() => Response.json({ code: 'refused-by-host', status: 403 }, { status: 502 }));
  await expect(fetchImage(url, idle())).rejects.toMatchObject({ code: 'refused', status: 403 });
});

test.each([
  ['a server without the function', () => new Response('Not found', { status: 404 })],
  [
    'a host that answers every URL with a page',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['a host that refuses POST', () => new Response('', { status: 405, headers: { 'content-type': 'text/plain' } })],
])('fetchImage reports not-offered for %s', async (_, answer) => {
  answering(answer);
  await expect(fetchImage(url, idle())).rejects.toMatchObject({ code: 'not-offered' });
});

test('fetchImage reports a network error when there is no answer', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchImage(url, idle())).rejects.toMatchObject({ code: 'network' });
});

test('fetchImage rejects with an AbortError when it is cancelled', async () => {
  const controller = new AbortController();
  answering(() => {
    controller.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  });
  await expect(fetchImage(url, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
