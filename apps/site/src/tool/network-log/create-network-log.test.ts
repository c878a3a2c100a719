import { expect, test } from 'vitest';

import { createNetworkLog, type SeenRequest, summarize, totalBytes } from './create-network-log.ts';
import { purposeOf } from './purpose-of.ts';

const site = 'https://isola.example/app/';
const places = { site, backend: 'https://project.example', counter: 'https://count.example/c.js' };

const seen = (path: string, startedAtMs: number, transferBytes = 300, bodyBytes = 200) => ({
  url: new URL(path, site).href,
  startedAtMs,
  transferBytes,
  bodyBytes,
});

test('purposeOf recognises the URLs that the site requests', () => {
  const purposes = [
    ['https://isola.example/app/assets/editor-B7ROeFgx.js', 'code'],
    ['https://isola.example/app/assets/matting-BZ3cLcKX.wasm', 'code'],
    ['https://isola.example/app/words/gD27dM4R/en/editor.json', 'words'],
    ['https://isola.example/app/models/isnet-00.f54fe18a19876b2c.bin', 'model'],
    ['https://isola.example/app/models/manifest.json', 'model'],
    ['https://isola.example/app/assets/mug-1a.webp', 'sample'],
    ['https://isola.example/backend.json', 'account'],
    ['https://project.example/auth/v1/token?grant_type=refresh_token', 'account'],
    ['https://isola.example/functions/v1/image-proxy', 'address'],
    ['https://isola.example/functions/v1/generate-background', 'background'],
    ['https://project.example/rest/v1/rpc/count_usage', 'count'],
    ['https://count.example/hit', 'count'],
  ] as const;
  for (const [url, purpose] of purposes) expect(purposeOf(url, places), url).toBe(purpose);
});

test('purposeOf recognises models and pictures that other hosts serve, and nothing else of these hosts', () => {
  const elsewhere = { ...places, models: 'https://models.example/isola/', assets: 'https://files.example/' };
  const purposes = [
    ['https://models.example/isola/isnet-00.f54fe18a19876b2c.bin', 'model'],
    ['https://files.example/assets/mug-1a.webp', 'sample'],
    ['https://files.example/assets/inter-latin-1a.woff2', 'code'],
    ['https://files.example/functions/v1/image-proxy', 'other'],
    ['https://models.example/collect', 'other'],
  ] as const;
  for (const [url, purpose] of purposes) expect(purposeOf(url, elsewhere), url).toBe(purpose);
});

test('purposeOf returns `other` for unknown URLs', () => {
  const urls = [
    'https://isola.example/collect',
    'https://isola.example/app/upload',
    'https://elsewhere.example/app/assets/a.js',
    'https://elsewhere.example/functions/v1/image-proxy',
  ];
  for (const url of urls) expect(purposeOf(url, places), url).toBe('other');
});

const service = { ...seen('', 100), url: 'https://project.example/functions/v1/anything', canSend: true };
const sent = (bytes: number | undefined, startedAtMs = 99) => ({ url: service.url, startedAtMs, bytes });

/** Returns the flagged requests, each as its path and the reason. */
function flagsOf(requests: readonly SeenRequest[], bodies: ReturnType<typeof sent>[] = [], openedAtMs = 0) {
  const networkLog = createNetworkLog(places);
  networkLog.enter(requests);
  networkLog.enterSent(bodies);
  return summarize(networkLog.getState(), openedAtMs).flagged.map(({ path, flag }) => `${path} ${flag}`);
}

test('requests before the image was opened are listed separately, in the order of their start', () => {
  const networkLog = createNetworkLog(places);
  let told = 0;
  networkLog.subscribe(() => (told += 1));
  networkLog.enter([seen('assets/late.js', 1300), seen('assets/first.js', 500)]);
  // Workers report their requests late.
  networkLog.enter([seen('models/isnet-00.bin', 1100, 4_000_000, 3_999_700), seen('models/manifest.json', 900)]);
  const { since, before } = summarize(networkLog.getState(), 1000);
  expect(since.map(({ path }) => path)).toEqual(['/models/isnet-00.bin', '/assets/late.js']);
  expect(before.map(({ path }) => path)).toEqual(['/assets/first.js', '/models/manifest.json']);
  expect(totalBytes(since)).toBe(4_000_300);
  expect(told).toBe(2);
  expect(summarize(networkLog.getState(), 1200).since.map(({ path }) => path)).toEqual(['/assets/late.js']);
});

test('network log distinguishes network, cache and unknown sources', () => {
  const networkLog = createNetworkLog(places);
  networkLog.enter([seen('a.js', 1), seen('b.js', 2, 0, 200), seen('c.js', 3, 0, 0)]);
  expect(networkLog.getState().map(({ source }) => source)).toEqual(['network', 'cache', 'none']);
});

test('network log ignores blob: and data: URLs', () => {
  const networkLog = createNetworkLog(places);
  networkLog.enter([
    { ...seen('', 1), url: 'blob:https://isola.example/1' },
    { ...seen('', 1), url: 'data:,' },
  ]);
  expect(networkLog.getState()).toEqual([]);
});

test('network log flags requests to unknown URLs, but not requests to the site itself without a body', () => {
  const known = [seen('assets/a.js', 1), { ...seen('', 2), isPage: true }, seen('unheard-of', 3)];
  expect(flagsOf(known)).toEqual([]);
  expect(flagsOf([...known, { ...seen('', 3), url: 'https://elsewhere.example/' }])).toEqual([
    'https://elsewhere.example/ place',
  ]);
  const posted = { ...seen('unheard-of', 99), canSend: true };
  expect(flagsOf([posted], [{ url: posted.url, startedAtMs: 99, bytes: 1 }])).toEqual(['/unheard-of place']);
});

test('network log flags bodies of unknown size or over 4 KiB, and counts 0 B for requests without a body', () => {
  const path = service.url;
  expect(flagsOf([service])).toEqual([`${path} unknown-amount`]);
  expect(flagsOf([service], [sent(0)])).toEqual([]);
  expect(flagsOf([service], [sent(120)])).toEqual([]);
  expect(flagsOf([service], [sent(50_000)])).toEqual([`${path} large`]);
  expect(flagsOf([service], [sent(undefined)])).toEqual([`${path} unknown-amount`]);
  expect(flagsOf([seen(`words/a.json?${'x'.repeat(5000)}`, 1)])).toEqual([expect.stringMatching(/ large$/)]);
});

test('network log matches bodies to requests by URL and time, and takes the largest of indistinguishable ones', () => {
  const path = service.url;
  expect(flagsOf([service], [sent(120), sent(50_000)])).toEqual([`${path} large`]);
  expect(flagsOf([service], [sent(120), sent(undefined)])).toEqual([`${path} unknown-amount`]);
  const later = { ...service, startedAtMs: 600 };
  expect(flagsOf([service, later], [sent(0), sent(50_000, 601)])).toEqual([`${path} large`]);
  // The listed start of a request can be later than its sending when the computer is busy.
  expect(flagsOf([later], [sent(0)])).toEqual([]);
  // This body belongs to another request, long before.
  expect(flagsOf([service], [sent(120, -5000)])).toEqual([`${path} unknown-amount`]);
});

test('network log flags a body before the browser lists its request, and counts it once', () => {
  expect(flagsOf([], [sent(50_000)])).toEqual([`${service.url} large`]);
  expect(flagsOf([service], [sent(50_000)])).toHaveLength(1);
});

test('network log does not flag requests that began before the image was opened', () => {
  expect(flagsOf([service], [], 101)).toEqual([]);
  expect(flagsOf([service], [], 100)).toHaveLength(1);
});
