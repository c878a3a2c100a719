import { afterEach, expect, test, vi } from 'vitest';

import { type SentDetail, sentMark, watchBodies } from './watch-bodies.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  performance.clearMarks(sentMark);
});

function watched() {
  const arrived: Request[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    arrived.push(new Request(input, { ...init, ...(init?.body instanceof ReadableStream && { duplex: 'half' }) }));
    return new Response();
  });
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends XMLHttpRequest {
      override send() {
        // The test sends no requests.
      }
    },
  );
  watchBodies();
  const sent = () => performance.getEntriesByName(sentMark) as (PerformanceMark & { detail: SentDetail })[];
  return { arrived, sent, bytes: () => sent().map(({ detail }) => detail.bytes) };
}

const post = (body: BodyInit) => fetch('/post', { method: 'POST', body });

test('watchBodies measures every kind of fetch body and leaves the body intact', async () => {
  const { arrived, sent, bytes } = watched();
  const beganAtMs = performance.now();
  await fetch('/words/en.json?v=1#there');
  await post('€');
  await post(new Uint8Array(12_345));
  await post(new Blob([new Uint8Array(700)]));
  await post(new URLSearchParams({ a: 'b' }));
  await fetch(new Request('/post', { method: 'POST', body: 'four' }));
  await vi.waitFor(() => expect(bytes()).toEqual([0, 3, 12_345, 700, 3, 4]));
  const [first] = sent();
  expect(first?.detail.url).toBe(new URL('/words/en.json?v=1', location.href).href);
  expect(first?.startTime).toBeGreaterThanOrEqual(beganAtMs);
  expect(first?.startTime).toBeLessThanOrEqual(performance.now());
  expect(await arrived[5]?.text()).toBe('four');
});

test('watchBodies measures form data including its file, and reports undefined for streams', async () => {
  const { bytes } = watched();
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(5000)]));
  await post(form);
  await vi.waitFor(() => expect(bytes()[0]).toBeGreaterThan(5000));
  await post(new Blob(['x']).stream());
  await vi.waitFor(() => expect(bytes()).toHaveLength(2));
  expect(bytes()[1]).toBeUndefined();
});

test('watchBodies measures beacons', async () => {
  const { bytes } = watched();
  expect(navigator.sendBeacon('/beacon', 'twelve bytes')).toBe(true);
  await vi.waitFor(() => expect(bytes()).toEqual([12]));
});

test('watchBodies measures XMLHttpRequest bodies, and reports undefined for documents', async () => {
  const { sent, bytes } = watched();
  for (const body of ['six by', document, undefined]) {
    const request = new XMLHttpRequest();
    request.open('POST', '/old-way');
    request.send(body);
  }
  await vi.waitFor(() => expect(bytes()).toHaveLength(3));
  expect(bytes()).toEqual(expect.arrayContaining([0, 6, undefined]));
  expect(sent()[0]?.detail.url).toBe(new URL('/old-way', location.href).href);
});
