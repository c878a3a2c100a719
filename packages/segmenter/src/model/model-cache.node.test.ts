import { afterEach, expect, test, vi } from 'vitest';

import { openModelCache } from './model-cache.ts';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://site.test/models/part.bin';

test.each<[string, PropertyDescriptor]>([
  ['a runtime without Cache Storage', { value: undefined }],
  [
    'a sandboxed frame, which throws as soon as the storage is read',
    {
      get: () => {
        throw new DOMException('sandboxed', 'SecurityError');
      },
    },
  ],
  ['a browser that refuses to open the storage', { value: { open: () => Promise.reject(new Error('refused')) } }],
])('%s keeps nothing, and reports no failure', async (_, descriptor) => {
  vi.stubGlobal('caches', undefined);
  Object.defineProperty(globalThis, 'caches', { configurable: true, ...descriptor });
  const cache = await openModelCache();
  expect(await cache.write(url, new Uint8Array([1]))).toBe(false);
  expect(await cache.read(url)).toBeUndefined();
  await expect(cache.keepOnly(new Set([url]), url)).resolves.toBeUndefined();
});

test('an entry whose body the browser has lost counts as missing', async () => {
  const body = () => new ReadableStream({ start: (stream) => stream.error(new TypeError('Failed to fetch')) });
  const stored = { match: () => Promise.resolve(new Response(body())) };
  vi.stubGlobal('caches', { open: () => Promise.resolve(stored) });
  expect(await (await openModelCache()).read(url)).toBeUndefined();
});
