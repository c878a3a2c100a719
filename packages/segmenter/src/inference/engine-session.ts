import {
  type Abilities,
  chooseKernels,
  detectAbilities,
  fetchKernels,
  hasThreads,
  type KernelBuild,
} from '../engine/kernels.ts';
import type { NetworkEngine } from '../engine/network-engine.ts';
import { runSelfTest } from '../engine/self-test.ts';
import { SegmenterError } from '../api/errors.ts';
import { borrowInstance, loadMattingKernels, loadSharedMattingKernels } from '../matting/matting-kernels.ts';
import type { NetworkModel } from '../model/model-manifest.ts';
import type { ModelSession } from './session.ts';

/** Kernels that have passed the self-test in this browser. */
export interface TrustedKernels {
  readonly build: KernelBuild;
  readonly module: WebAssembly.Module;
  /** The matting kernels for the same memory. */
  readonly matting: WebAssembly.Module;
}

/**
 * Loads the fastest kernels that this browser can run, and tries them on a small network with known answers.
 * @returns an error with the reason if the browser refuses all kernels or none gives the right answers.
 * @throws {SegmenterError} `resource-load-failed` or `network` when the kernels cannot be loaded, `out-of-memory`.
 */
export async function loadTrustedKernels(threads: number, signal: AbortSignal): Promise<TrustedKernels | Error> {
  const abilities = detectAbilities();
  const builds = new Set([chooseKernels(abilities, threads), chooseKernels(withoutRelaxed(abilities), threads)]);
  let distrust: unknown;
  for (const build of builds) {
    const bytes = await fetchKernels(build, signal);
    try {
      const module = await WebAssembly.compile(bytes);
      await runSelfTest(build, module, signal);
      return { build, module, matting: await (hasThreads(build) ? loadSharedMattingKernels() : loadMattingKernels()) };
    } catch (error) {
      signal.throwIfAborted();
      const isRefusedMemory = error instanceof SegmenterError && error.code === 'out-of-memory';
      // Some browsers refuse memory that threads share, but allow it for a single thread.
      if (isRefusedMemory && threads > 1) return loadTrustedKernels(1, signal);
      if (error instanceof SegmenterError) throw error;
      distrust = error;
    }
  }
  return new Error(`no build of the engine works here: ${String(distrust)}`, { cause: distrust });
}

/**
 * Returns the features without relaxed SIMD. Relaxed instructions may differ between processors; the others may not.
 */
const withoutRelaxed = (abilities: Abilities): Abilities => ({ ...abilities, relaxedSimd: false });

/**
 * Returns a session on the engine.
 * @param engine with all its weights prepared.
 */
export function engineSession(model: NetworkModel, engine: NetworkEngine): ModelSession {
  return {
    model,
    get threads() {
      return engine.threads;
    },
    reportsShares: true,
    run: async (pixels, size, options) => ({ ...(await engine.run(pixels, size, options)), provider: 'engine' }),
    borrowMatting: () => borrowInstance(engine),
    async release() {
      engine.dispose();
    },
  };
}
