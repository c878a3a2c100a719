import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createGpuTrust, distrustedGpusUrl, type GpuFacts, nameOfGpu, runtimeVersion } from './gpu-trust.ts';
import type { ModelCache } from './model-cache.ts';

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

test('cards are remembered beside one another, from one visit to the next', async () => {
  const cache = cacheInMemory();
  const trust = createGpuTrust(cache, manifestUrl);
  expect(await trust.isDistrusted('one')).toBe(false);
  await trust.distrust('one');
  await trust.distrust('another');
  await trust.distrust('one');
  const later = createGpuTrust(cache, manifestUrl);
  expect(await later.isDistrusted('one')).toBe(true);
  expect(await later.isDistrusted('another')).toBe(true);
  expect(await later.isDistrusted('a third')).toBe(false);
});

test.each(['no JSON', '{"one":true}', '[1]'])('what was kept and is ‘%s’ distrusts nobody', async (text) => {
  const cache = cacheInMemory();
  await cache.write(distrustedGpusUrl(manifestUrl), new TextEncoder().encode(text));
  const trust = createGpuTrust(cache, manifestUrl);
  expect(await trust.isDistrusted('one')).toBe(false);
  await trust.distrust('one');
  expect(await trust.isDistrusted('one')).toBe(true);
});

test('a card’s name changes with its driver’s description and with the runtime, whose version is the installed one', () => {
  const info: GpuFacts = { vendor: 'v', architecture: 'a', device: 'd', description: 'driver 1' };
  expect(nameOfGpu(info)).not.toBe(nameOfGpu({ ...info, description: 'driver 2' }));
  const file = new URL('../../node_modules/onnxruntime-web/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(runtimeVersion).toBe(version);
  expect(nameOfGpu(info)).toContain(version);
});
