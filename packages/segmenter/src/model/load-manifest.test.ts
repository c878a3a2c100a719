import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadManifest } from './load-manifest.ts';
import type { ModelCache } from './model-cache.ts';

const url = 'https://example.org/models/manifest.json';
const { signal } = new AbortController();

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const manifestOf = (id: string) => JSON.stringify({ version: 2, default: id, models: [] });

/** Returns a cache with the manifest ‘old’ of an earlier visit, or an empty cache. */
function cacheWith(text: string | undefined): ModelCache {
  const kept = new Map(text === undefined ? [] : [[url, new TextEncoder().encode(text)]]);
  return {
    read: (address) => Promise.resolve(kept.get(address)),
    write: (address, bytes) => Promise.resolve(kept.set(address, bytes).has(address)),
    remove: (address) => Promise.resolve(void kept.delete(address)),
    keepOnly: () => Promise.resolve(),
  };
}

type Answer = (signal: AbortSignal) => Promise<Response>;

/** Answers the requests in order, and repeats the last answer forever. */
async function load(answers: readonly Answer[], cache: ModelCache) {
  const fetched = vi.fn((_: string, { signal: asked }: { signal: AbortSignal }) => {
    const answer = answers[Math.min(fetched.mock.calls.length, answers.length) - 1];
    return answer?.(asked) ?? Promise.reject(new Error('nobody answers'));
  });
  vi.stubGlobal('fetch', fetched);
  const loading = loadManifest(url, cache, signal);
  const [result] = await Promise.all([Promise.allSettled([loading]), vi.advanceTimersByTimeAsync(600_000)]);
  return { result: result[0], requests: fetched.mock.calls.length };
}

const status = (code: number) => () => Promise.resolve(new Response('', { status: code }));
const text = (body: string) => () => Promise.resolve(new Response(body));
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const silent: Answer = (asked) =>
  new Promise((_, reject) => asked.addEventListener('abort', () => reject(asked.reason as Error)));
const breakingOff = () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  return Promise.resolve(new Response(broken));
};

const poorAnswers: [string, Answer][] = [
  ['cannot be reached', unreachable],
  ['does not answer', silent],
  ['breaks off its answer', breakingOff],
  ['is overloaded', status(503)],
  ['is replaced by the sign-in page of a public network', text('<!doctype html><title>Welcome to our hotel</title>')],
  ['denies access', status(403)],
];

test.each(poorAnswers)('if the server %s, the saved copy is used at once', async (_, answer) => {
  const { result, requests } = await load([answer], cacheWith(manifestOf('old')));
  expect(result).toMatchObject({ status: 'fulfilled', value: { manifest: { default: 'old' } } });
  expect(requests).toBe(1);
});

test('the network’s manifest takes precedence, and replaces the saved one when the caller has its parts', async () => {
  const cache = cacheWith(manifestOf('old'));
  const { result } = await load([text(manifestOf('new'))], cache);
  if (result.status !== 'fulfilled') throw result.reason;
  expect(result.value.manifest).toMatchObject({ default: 'new' });
  // An update that is interrupted leaves the earlier build usable without a network.
  expect((await load([unreachable], cache)).result).toMatchObject({ value: { manifest: { default: 'old' } } });
  await result.value.keep();
  expect((await load([unreachable], cache)).result).toMatchObject({ value: { manifest: { default: 'new' } } });
});

test('without a saved copy the manifest is saved at once', async () => {
  const cache = cacheWith(undefined);
  await load([text(manifestOf('new'))], cache);
  expect((await load([unreachable], cache)).result).toMatchObject({ value: { manifest: { default: 'new' } } });
});

test('a server that reports no manifest is believed, whatever was saved', async () => {
  const { result } = await load([status(404)], cacheWith(manifestOf('old')));
  expect(result).toMatchObject({ reason: { code: 'model-load-failed', detail: `${url} answered 404` } });
});

test('without a saved copy the server is asked again until it answers', async () => {
  const { result, requests } = await load(
    [unreachable, breakingOff, status(502), text(manifestOf('new'))],
    cacheWith(undefined),
  );
  expect(result).toMatchObject({ status: 'fulfilled', value: { manifest: { default: 'new' } } });
  expect(requests).toBe(4);
});

test.each<[string, Answer, string, string, number]>([
  ['that is overloaded', status(503), 'network', '503', 4],
  ['that never answers', silent, 'network', 'nothing arrived for 8 s', 4],
  [
    'that answers with an HTML page, like one for single-page applications,',
    text(' \n<!DOCTYPE html><title>Home</title>'),
    'model-load-failed',
    `${url} answered with an HTML page instead of the file`,
    1,
  ],
  ['that answers with other JSON', text('{}'), 'model-load-failed', 'invalid form', 1],
])('without a saved copy a server %s is reported', async (_, answer, code, detail, attempts) => {
  const { result, requests } = await load([answer], cacheWith(undefined));
  expect(result).toMatchObject({ status: 'rejected', reason: { code, detail: expect.stringContaining(detail) } });
  expect(requests).toBe(attempts);
});
