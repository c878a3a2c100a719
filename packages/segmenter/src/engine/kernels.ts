import { SegmenterError } from '../api/errors.ts';
import { fetchWasm } from '../wasm/fetch-wasm.ts';

/**
 * The exports of `assembly/network`. Addresses and sizes are bytes in its memory. The last two arguments of every
 * kernel that does part of a step are the address of the step's counter and that of the calling thread's scratch.
 */
export interface Kernels {
  readonly convolveStem: Kernel;
  readonly convolve: Kernel;
  readonly transformLayer: Kernel;
  readonly multiplyLayer: Kernel;
  readonly convolveToOne: Kernel;
  readonly maxPool: Kernel;
  readonly writeMask: Kernel;
  readonly prepareWeights: Kernel;
  /** Returns 0 when the other threads did not arrive in time. */
  readonly awaitBarrier: (barrier: number, threads: number, timeoutMs: number) => number;
  readonly firstFreeAddress: () => number;
}

type Kernel = (...numbers: number[]) => void;

export type KernelBuild = 'relaxed-threads' | 'threads' | 'relaxed' | 'baseline';

/** Checks whether a build's memory is shared, so that several threads can work in it. */
export function hasThreads(build: KernelBuild): boolean {
  return build === 'threads' || build === 'relaxed-threads';
}

/** Each URL is written out, because bundlers find a file by the literal next to `import.meta.url`. */
const files: Record<KernelBuild, URL> = {
  'relaxed-threads': new URL('../../kernels/network-relaxed-threads.wasm', import.meta.url),
  threads: new URL('../../kernels/network-threads.wasm', import.meta.url),
  relaxed: new URL('../../kernels/network-relaxed.wasm', import.meta.url),
  baseline: new URL('../../kernels/network.wasm', import.meta.url),
};

/** Modules with one function each, which makes a vector: by `i8x16.splat`, and by `i8x16.relaxed_swizzle` of two. */
const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
const splat = [65, 1, 253, 15];
const probes = {
  simd: Uint8Array.from([...header, 8, 1, 6, 0, ...splat, 11]),
  relaxed: Uint8Array.from([...header, 15, 1, 13, 0, ...splat, ...splat, 253, 128, 2, 11]),
};

/** The WebAssembly features that this browser supports. */
export interface Abilities {
  readonly simd: boolean;
  readonly relaxedSimd: boolean;
  /**
   * True when threads can share memory, because the page is cross-origin isolated, and this thread may wait for the
   * others.
   */
  readonly sharedMemory: boolean;
}

export function detectAbilities(): Abilities {
  return {
    simd: WebAssembly.validate(probes.simd),
    relaxedSimd: WebAssembly.validate(probes.relaxed),
    // A page's own thread must not wait: `memory.atomic.wait32` traps there.
    sharedMemory: typeof SharedArrayBuffer === 'function' && crossOriginIsolated && !('document' in globalThis),
  };
}

/**
 * Returns the fastest build that these features allow.
 * @throws {SegmenterError} `resource-load-failed` without SIMD, which onnxruntime-web needs too.
 */
export function chooseKernels({ simd, relaxedSimd, sharedMemory }: Abilities, threads: number): KernelBuild {
  if (!simd) throw new SegmenterError('resource-load-failed', 'this browser has no WebAssembly SIMD');
  if (sharedMemory && threads > 1) return relaxedSimd ? 'relaxed-threads' : 'threads';
  return relaxedSimd ? 'relaxed' : 'baseline';
}

/**
 * Fetches the kernels of a build.
 * @throws {SegmenterError} see `fetchWasm`.
 */
export function fetchKernels(build: KernelBuild, signal: AbortSignal): Promise<ArrayBuffer> {
  return fetchWasm(files[build], signal);
}

/**
 * Maximum sizes to try, in pages of 64 KiB. A shared memory must declare its maximum. Pages are committed only as they
 * are used, but some browsers reserve the addresses at once and refuse too many. Those get 1 GiB, or half of that.
 */
const maxPages = [65_535, 16_384, 8192];
const firstPages = 16;

/**
 * Creates the memory for a build.
 * @throws {SegmenterError} `out-of-memory` when the browser does not reserve the addresses.
 */
export function createMemory(build: KernelBuild): WebAssembly.Memory {
  const shared = hasThreads(build);
  let refusal: unknown;
  for (const maximum of maxPages) {
    try {
      return new WebAssembly.Memory({ initial: firstPages, maximum, shared });
    } catch (error) {
      refusal = error;
    }
  }
  throw new SegmenterError('out-of-memory', 'WebAssembly memory could not be allocated', { cause: refusal });
}

/**
 * Instantiates kernels over a memory.
 * @param module the compiled kernels. Every thread creates its own instance over the same memory.
 * @returns the module's exports, by default those of `assembly/network`.
 */
export async function instantiateKernels<Exports = Kernels>(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<Exports> {
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  return instance.exports as Exports;
}
