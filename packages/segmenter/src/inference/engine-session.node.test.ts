import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadTrustedKernels } from './engine-session.ts';
import { fetchRuntime } from './fetch-runtime.ts';

const { signal } = new AbortController();

/** The kernels that were asked for, in order. */
let fetched: string[] = [];

beforeEach(() => {
  fetched = [];
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(/[^/]+$/.exec(url)?.[0] ?? '');
    return Promise.resolve(new Response(readFileSync(new URL(url))));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('where a browser refuses memory that threads share, one thread does it', async () => {
  const { Memory } = WebAssembly;
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(function unshared(descriptor) {
    if (descriptor.shared) throw new RangeError('could not allocate memory');
    return new Memory(descriptor);
  });
  expect(await loadTrustedKernels(4, signal)).toMatchObject({ build: 'relaxed' });
  // The matting's kernels come once those of the network are trusted, for the same memory.
  expect(fetched).toEqual(['network-relaxed-threads.wasm', 'network-relaxed.wasm', 'matting.wasm']);
});

test('where it refuses any memory, that is named', async () => {
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
    throw new RangeError('could not allocate memory');
  });
  await expect(loadTrustedKernels(4, signal)).rejects.toMatchObject({ code: 'out-of-memory' });
});

test('without a fallback the error says why the engine is not trusted', async () => {
  const refusal = new WebAssembly.CompileError('blocked by Content Security Policy');
  vi.spyOn(WebAssembly, 'compile').mockRejectedValue(refusal);
  const distrust = await loadTrustedKernels(4, signal);
  expect(fetched).toEqual(['network-relaxed-threads.wasm', 'network-threads.wasm']);
  if (!(distrust instanceof Error)) throw new Error('the kernels are trusted');
  expect(distrust.cause).toBe(refusal);
  await expect(fetchRuntime(undefined, signal, distrust)).rejects.toMatchObject({
    code: 'resource-load-failed',
    detail: expect.stringMatching(/blocked by Content Security Policy.*runtimeUrl/),
    cause: distrust,
  });
});
