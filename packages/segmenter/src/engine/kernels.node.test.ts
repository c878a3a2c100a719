import { spawnSync } from 'node:child_process';

import { afterEach, describe, expect, test, vi } from 'vitest';

import { kernelBuilds, kernelModule } from '../../test/kernel-module.ts';
import {
  type Abilities,
  chooseKernels,
  createMemory,
  detectAbilities,
  instantiateKernels,
  type KernelBuild,
  fetchKernels,
} from './kernels.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const everything: Abilities = { simd: true, relaxedSimd: true, sharedMemory: true };

test.each<[string, Partial<Abilities>, number, KernelBuild]>([
  ['all features', {}, 4, 'relaxed-threads'],
  ['all features and one thread', {}, 1, 'relaxed'],
  ['no relaxed SIMD', { relaxedSimd: false }, 4, 'threads'],
  ['no shared memory', { sharedMemory: false }, 4, 'relaxed'],
  ['neither relaxed SIMD nor shared memory', { relaxedSimd: false, sharedMemory: false }, 4, 'baseline'],
])('chooses the fastest build for a browser with %s', (_, abilities, threads, build) => {
  expect(chooseKernels({ ...everything, ...abilities }, threads)).toBe(build);
});

test('a browser without SIMD gets an error that mentions SIMD', () => {
  const choose = () => chooseKernels({ ...everything, simd: false }, 4);
  expect(choose).toThrow('this browser has no WebAssembly SIMD');
  expect(choose).toThrow(expect.objectContaining({ code: 'resource-load-failed' }));
});

test('shared memory requires an isolated page, the constructor, and a thread that may wait', () => {
  vi.stubGlobal('crossOriginIsolated', true);
  expect(detectAbilities()).toEqual(everything);
  vi.stubGlobal('crossOriginIsolated', false);
  expect(detectAbilities()).toEqual({ ...everything, sharedMemory: false });
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('document', {});
  expect(detectAbilities()).toEqual({ ...everything, sharedMemory: false });
  vi.unstubAllGlobals();
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(detectAbilities()).toEqual({ ...everything, sharedMemory: false });
});

/**
 * Opcodes of `i8x16.splat` and `i8x16.relaxed_swizzle`.
 * @see https://webassembly.github.io/spec/core/binary/instructions.html
 */
const opcodes = { simd: [0xfd, 0x0f], relaxedSimd: [0xfd, 0x80, 0x02] };

test.each(['simd', 'relaxedSimd'] as const)('%s is detected by a single instruction', (ability) => {
  vi.stubGlobal('crossOriginIsolated', true);
  const validate = WebAssembly.validate.bind(WebAssembly);
  const opcode = opcodes[ability];
  const has = (bytes: Uint8Array) => opcode.every((byte, at) => bytes[bytes.length - opcode.length - 1 + at] === byte);
  const probe = vi.spyOn(WebAssembly, 'validate').mockImplementation((bytes) => {
    const module = new Uint8Array(bytes as Uint8Array);
    expect(validate(module)).toBe(true);
    if (!has(module)) return true;
    // The opcode is replaced by an unassigned one of the same length, 0x17f. A browser that does not know the right
    // opcode rejects the module in the same way.
    module.set(opcode.length === 2 ? [0xfd, 0x7f] : [0xfd, 0xff, 0x02], module.length - opcode.length - 1);
    return validate(module);
  });
  expect(detectAbilities()).toEqual({ ...everything, [ability]: false });
  expect(probe).toHaveBeenCalledTimes(2);
});

// V8 supports WebAssembly SIMD only if the processor has SSE4.1, and a flag can disable that.
test.runIf(process.arch === 'x64')(
  'without SIMD in the JavaScript engine, neither SIMD nor relaxed SIMD is detected',
  () => {
    const script = `
    globalThis.crossOriginIsolated = true;
    const { detectAbilities } = await import(${JSON.stringify(new URL('kernels.ts', import.meta.url).href)});
    console.log(JSON.stringify(detectAbilities()));
  `;
    const run = (flags: string[]): unknown => {
      const { stdout } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', script]);
      return JSON.parse(String(stdout));
    };
    expect(run(['--no-enable-sse4-1'])).toEqual({ ...everything, simd: false, relaxedSimd: false });
    expect(run([])).toEqual(everything);
  },
);

describe('kernels', () => {
  const { signal } = new AbortController();
  const load = (answer: () => Promise<Response>, loadSignal = signal) => {
    vi.stubGlobal('fetch', answer);
    return fetchKernels('baseline', loadSignal);
  };

  test.each<[string, () => Promise<Response>, string]>([
    ['that the server does not have', () => Promise.resolve(new Response('', { status: 404 })), 'resource-load-failed'],
    [
      'that are answered with an HTML page',
      () => Promise.resolve(new Response('<!doctype html>')),
      'resource-load-failed',
    ],
    ['that cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ])('%s are reported with a code and the file', async (_, answer, code) => {
    vi.useFakeTimers();
    const detail = expect.stringContaining('network.wasm');
    const outcome = expect(load(answer)).rejects.toMatchObject({ code, detail });
    await vi.advanceTimersByTimeAsync(60_000);
    await outcome;
  });

  test('that arrive on another attempt are used', async () => {
    vi.useFakeTimers();
    const answers = [new Response('', { status: 503 }), new Response('\0asm')];
    const loading = load(() => Promise.resolve(answers.shift() ?? Response.error()));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await loading).byteLength).toBe(4);
  });

  test('whose request was aborted reject with the signal’s reason', async () => {
    const gone = AbortSignal.abort(new Error('enough'));
    await expect(load(() => Promise.reject(new Error('aborted')), gone)).rejects.toThrow('enough');
  });
});

test.each(kernelBuilds)('%s runs only over memory of its own kind', async (build) => {
  const other: KernelBuild = build.endsWith('threads') ? 'baseline' : 'threads';
  const kernels = await instantiateKernels(kernelModule(build), createMemory(build));
  expect(kernels.firstFreeAddress()).toBeGreaterThan(0);
  await expect(instantiateKernels(kernelModule(build), createMemory(other))).rejects.toThrow(WebAssembly.LinkError);
});

test.each([
  [16_384, 65_535],
  [8192, 16_384],
])('if a browser refuses to reserve more, threads share %i pages', async (most, refused) => {
  const { Memory } = WebAssembly;
  const stub = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function limited(descriptor) {
    if ((descriptor.maximum ?? 0) >= refused) throw new RangeError('could not allocate memory');
    return new Memory(descriptor);
  });
  const memory = createMemory('threads');
  stub.mockRestore();
  expect((await instantiateKernels(kernelModule('threads'), memory)).firstFreeAddress()).toBeGreaterThan(0);
  const pages = memory.buffer.byteLength / 65_536;
  expect(() => memory.grow(most - pages + 1)).toThrow(RangeError);
  memory.grow(1);
});

test('memory whose addresses cannot be reserved is reported as out-of-memory', () => {
  const memory = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
    throw new RangeError('could not allocate memory');
  });
  expect(() => createMemory('baseline')).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
  memory.mockRestore();
});
