import { afterEach, expect, test, vi } from 'vitest';

import type { SentRequest } from './create-network-log.ts';
import { watchBodies } from './watch-bodies.ts';

afterEach(() => vi.restoreAllMocks());

function watched() {
  const arrived: Request[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    arrived.push(new Request(input, { ...init, ...(init?.body instanceof ReadableStream && { duplex: 'half' }) }));
    return new Response();
  });
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  const sent: SentRequest[] = [];
  watchBodies((request) => sent.push(request));
  return { arrived, sent, bytes: () => sent.map(({ bytes }) => bytes) };
}

const post = (body: BodyInit) => fetch('/post', { method: 'POST', body });

test('every kind of body is weighed, and arrives whole', async () => {
  const { arrived, sent, bytes } = watched();
  await fetch('/words/en.json?v=1#there');
  await post('€');
  await post(new Uint8Array(12_345));
  await post(new Blob([new Uint8Array(700)]));
  await post(new URLSearchParams({ a: 'b' }));
  await fetch(new Request('/post', { method: 'POST', body: 'four' }));
  await vi.waitFor(() => expect(bytes()).toEqual([0, 3, 12_345, 700, 3, 4]));
  expect(sent[0]?.url).toBe(new URL('/words/en.json?v=1', location.href).href);
  expect(Math.abs((sent[0]?.startedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(await arrived[5]?.text()).toBe('four');
});

test('a form holds at least its file; of what flows the weight is not known', async () => {
  const { bytes } = watched();
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(5000)]));
  await post(form);
  await vi.waitFor(() => expect(bytes()[0]).toBeGreaterThan(5000));
  await post(new Blob(['x']).stream());
  await vi.waitFor(() => expect(bytes()).toHaveLength(2));
  expect(bytes()[1]).toBeUndefined();
});

test('what is sent on leaving is weighed too', async () => {
  const { bytes } = watched();
  expect(navigator.sendBeacon('/beacon', 'twelve bytes')).toBe(true);
  await vi.waitFor(() => expect(bytes()).toEqual([12]));
});
