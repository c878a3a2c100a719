import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fetchPart } from './fetch-part.ts';

const url = 'https://example.org/models/part.bin';
const { signal } = new AbortController();

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fetches 16 bytes. @returns the outcome, its time, and the number of requests. */
async function fetchFrom(answer: (asked: AbortSignal) => Promise<Response>) {
  const fetched = vi.fn((_: string, init: { signal: AbortSignal }) => answer(init.signal));
  vi.stubGlobal('fetch', fetched);
  const startedAt = Date.now();
  let tookMs = Number.NaN;
  const target = new Uint8Array(16);
  const fetching = fetchPart(url, target, { signal, onBytes: () => undefined }).finally(() => {
    tookMs = Date.now() - startedAt;
  });
  const [[result]] = await Promise.all([Promise.allSettled([fetching]), vi.advanceTimersByTimeAsync(600_000)]);
  return { result, tookMs, requests: fetched.mock.calls.length, target };
}

/** Returns a body of this many bytes, with a pause before each. It ends with an error when the request is aborted. */
function trickle(bytes: number, intervalMs: number, asked: AbortSignal): Response {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => asked.addEventListener('abort', () => controller.error(asked.reason)),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
      if (asked.aborted) return;
      controller.enqueue(Uint8Array.of(7));
      sent += 1;
      if (sent === bytes) controller.close();
    },
  });
  return new Response(body);
}

test('a server that never answers is given up within 40 s, after four attempts, with the reason in the message', async () => {
  const silent = (asked: AbortSignal) =>
    new Promise<Response>((_, reject) => asked.addEventListener('abort', () => reject(asked.reason as Error)));
  const { result, tookMs, requests } = await fetchFrom(silent);
  expect(result).toMatchObject({
    reason: { code: 'network', detail: `${url}: TimeoutError: nothing arrived for 8 s` },
  });
  expect(requests).toBe(4);
  expect(tookMs).toBeLessThan(40_000);
});

test('a body that stops is requested again', async () => {
  let attempts = 0;
  const { result, requests, target } = await fetchFrom((asked) => {
    attempts += 1;
    return Promise.resolve(trickle(attempts === 1 ? 1_000_000 : 16, attempts === 1 ? 1e9 : 1, asked));
  });
  expect(result).toMatchObject({ status: 'fulfilled' });
  expect(requests).toBe(2);
  expect(target.every((byte) => byte === 7)).toBe(true);
});

test('a slow body is awaited as long as something arrives', async () => {
  const { result, requests, tookMs } = await fetchFrom((asked) => Promise.resolve(trickle(16, 7000, asked)));
  expect(result).toMatchObject({ status: 'fulfilled' });
  expect(requests).toBe(1);
  expect(tookMs).toBeGreaterThan(100_000);
});

test('an HTML page in place of the part is reported at once', async () => {
  const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const { result, requests } = await fetchFrom(() => Promise.resolve(page));
  expect(result).toMatchObject({
    reason: { code: 'model-load-failed', detail: `${url} answered with an HTML page instead of the file` },
  });
  expect(requests).toBe(1);
});

test('the caller’s headers are sent with each attempt, together with the range', async () => {
  const asked: (string | null)[][] = [];
  vi.stubGlobal('fetch', (_: string, init: { signal: AbortSignal; headers: Record<string, string> }) => {
    const headers = new Headers(init.headers);
    asked.push([headers.get('x-token'), headers.get('range')]);
    const contentRange = `bytes ${8 * (asked.length - 1)}-15/16`;
    return Promise.resolve(
      new Response(trickle(8, 1, init.signal).body, {
        status: asked.length === 1 ? 200 : 206,
        headers: { 'content-range': contentRange },
      }),
    );
  });
  const request = { headers: { 'x-token': '1' } };
  const fetching = fetchPart(url, new Uint8Array(16), { signal, request, onBytes: () => undefined });
  await Promise.all([fetching, vi.advanceTimersByTimeAsync(60_000)]);
  expect(asked).toEqual([
    ['1', null],
    ['1', 'bytes=8-'],
  ]);
});

/**
 * Answers the requests in order, and repeats the last answer.
 * @returns the outcome, and the requested ranges.
 */
async function fetchInTurn(answers: readonly ((asked: AbortSignal) => Response)[]) {
  const ranges: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, init: { signal: AbortSignal; headers: HeadersInit }) => {
    ranges.push(new Headers(init.headers).get('range'));
    const answer = answers[Math.min(ranges.length, answers.length) - 1];
    return answer ? Promise.resolve(answer(init.signal)) : Promise.reject(new Error('no answer'));
  });
  const fetching = fetchPart(url, new Uint8Array(16), { signal, onBytes: () => undefined });
  const [[result]] = await Promise.all([Promise.allSettled([fetching]), vi.advanceTimersByTimeAsync(600_000)]);
  return { result, ranges };
}

const withRange = (bytes: number, contentRange: string) => (asked: AbortSignal) =>
  new Response(trickle(bytes, 1, asked).body, { status: 206, headers: { 'content-range': contentRange } });
const overloaded = () => new Response(null, { status: 503 });

test('after a wrong range the whole file is requested', async () => {
  const whole = (asked: AbortSignal) => trickle(16, 1, asked);
  const { result, ranges } = await fetchInTurn([(asked) => trickle(8, 1, asked), withRange(4, 'bytes 2-5/16'), whole]);
  expect(result).toMatchObject({ status: 'fulfilled' });
  expect(ranges).toEqual([null, 'bytes=8-', null]);
});

test('a file is reported as too short only if no later answer got further', async () => {
  const short = (asked: AbortSignal) => trickle(8, 1, asked);
  const tooShort = await fetchInTurn([short, overloaded]);
  expect(tooShort.result).toMatchObject({
    reason: { code: 'model-load-failed', detail: `${url}: only 8 of 16 bytes are there` },
  });
  const breaking = (asked: AbortSignal) => {
    const { body } = trickle(4, 1, asked);
    const broken = body?.pipeThrough(
      new TransformStream({ flush: () => Promise.reject(new TypeError('the connection broke')) }),
    );
    return new Response(broken ?? null, { status: 206, headers: { 'content-range': 'bytes 8-15/16' } });
  };
  const brokenOff = await fetchInTurn([short, breaking, overloaded]);
  expect(brokenOff.result).toMatchObject({ reason: { code: 'network' } });
});
