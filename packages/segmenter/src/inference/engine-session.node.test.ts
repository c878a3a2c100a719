import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadTrustedKernels } from './engine-session.ts';
import { fetchRuntime } from './fetch-runtime.ts';

const { signal } = new AbortController();

/** The kernels that were requested, in order. */
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

test('if a browser refuses shared memory, one thread does the work', async () => {
  const { Memory } = WebAssembly;
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(function unshared(descriptor) {
    if (descriptor.shared) throw new RangeError('could not allocate memory');
    return new Memory(descriptor);
  });
  expect(await loadTrustedKernels(4, signal)).toMatchObject({ build: 'relaxed' });
  // The matting kernels for the same memory are fetched once the network's kernels are trusted.
  expect(fetched).toEqual(['network-relaxed-threads.wasm', 'network-relaxed.wasm', 'matting.wasm']);
});

test('if a browser refuses any memory, out-of-memory is reported', async () => {
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
    throw new RangeError('could not allocate memory');
  });
  await expect(loadTrustedKernels(4, signal)).rejects.toMatchObject({ code: 'out-of-memory' });
});

test('without a fallback the error states why the engine is not trusted', async () => {
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
