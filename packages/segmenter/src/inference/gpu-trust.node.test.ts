import { readFileSync } from 'node:fs';

import { afterEach, expect, test, vi } from 'vitest';

import { distrustedGpusUrl } from './distrusted-gpus-url.ts';
import { createGpuTrust, type GpuFacts, nameOfGpu, runtimeVersion } from './gpu-trust.ts';
import type { ModelCache } from '../model/model-cache.ts';

const manifestUrl = 'https://example.org/models/manifest.json';

function cacheInMemory(): ModelCache {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    read: (url) => Promise.resolve(kept.get(url)),
    write: (url, bytes) => Promise.resolve(kept.set(url, bytes).has(url)),
    remove: (url) => Promise.resolve(void kept.delete(url)),
    keepOnly: () => Promise.resolve(),
  };
}

afterEach(() => vi.useRealTimers());

const day = 24 * 3600 * 1000;

test('one wrong mask, or two failures on any visits, disqualify a card for ninety days', async () => {
  vi.useFakeTimers();
  const cache = cacheInMemory();
  const visit = () => createGpuTrust(cache, manifestUrl);
  await visit().remember('wrong one', 'wrong');
  await visit().remember('failing one', 'failed');
  expect(await visit().judge('failing one')).toBeUndefined();
  await visit().remember('slow one', 'slower');
  await visit().remember('failing one', 'failed');
  vi.advanceTimersByTime(89 * day);
  expect(await visit().judge('wrong one')).toBe('distrusted');
  expect(await visit().judge('failing one')).toBe('distrusted');
  expect(await visit().judge('a third')).toBeUndefined();
  vi.advanceTimersByTime(day);
  expect(await visit().judge('wrong one')).toBeUndefined();
  expect(await visit().judge('failing one')).toBeUndefined();
  // An expired failure does not count towards the next disqualification.
  await visit().remember('failing one', 'failed');
  expect(await visit().judge('failing one')).toBeUndefined();
});

test.each(['slower', 'faster'] as const)('a card that was %s is compared again after thirty days', async (verdict) => {
  vi.useFakeTimers();
  const trust = createGpuTrust(cacheInMemory(), manifestUrl);
  await trust.remember('one', verdict);
  vi.advanceTimersByTime(29 * day);
  expect(await trust.judge('one')).toBe(verdict);
  vi.advanceTimersByTime(day);
  expect(await trust.judge('one')).toBeUndefined();
});

test('the latest comparison counts', async () => {
  vi.useFakeTimers();
  const trust = createGpuTrust(cacheInMemory(), manifestUrl);
  for (const verdict of ['slower', 'faster', 'slower'] as const) {
    await trust.remember('one', verdict);
    expect(await trust.judge('one')).toBe(verdict);
    vi.advanceTimersByTime(1);
  }
});

test.each(['no JSON', '{"one":true}', '["one"]'])('a cached ‘%s’ disqualifies no card', async (text) => {
  const cache = cacheInMemory();
  await cache.write(distrustedGpusUrl(manifestUrl), new TextEncoder().encode(text));
  const trust = createGpuTrust(cache, manifestUrl);
  expect(await trust.judge('one')).toBeUndefined();
  await trust.remember('one', 'wrong');
  expect(await trust.judge('one')).toBe('distrusted');
});

test('a card’s name changes with its driver, the browser and the runtime, whose version is the installed one', () => {
  const info: GpuFacts = { vendor: 'v', architecture: 'a', device: 'd', description: 'driver 1' };
  const name = nameOfGpu(info, 'Browser/1');
  expect(name).not.toBe(nameOfGpu({ ...info, description: 'driver 2' }, 'Browser/1'));
  expect(name).not.toBe(nameOfGpu(info, 'Browser/2'));
  const file = new URL('../../node_modules/onnxruntime-web/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(runtimeVersion).toBe(version);
  expect(name).toContain(version);
});
