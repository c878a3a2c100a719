import {
  type Abilities,
  chooseKernels,
  compileKernels,
  detectAbilities,
  fetchKernels,
  type KernelBuild,
} from '../engine/kernels.ts';
import type { Network } from '../engine/network.ts';
import { createNetworkEngine, type NetworkEngine } from '../engine/network-engine.ts';
import { passesSelfTest } from '../engine/self-test.ts';
import type { NetworkModel } from './model-manifest.ts';
import type { ModelSession } from './session.ts';

/** Kernels that this browser was seen to run rightly. */
export interface TrustedKernels {
  readonly build: KernelBuild;
  readonly module: WebAssembly.Module;
}

/**
 * Loads the fastest kernels that this browser can run, and tries them on a small network with known answers.
 * @returns undefined when none gives the right ones.
 * @throws {SegmenterError} `resource-load-failed` or `network` when the kernels do not come.
 */
export async function loadTrustedKernels(threads: number, signal: AbortSignal): Promise<TrustedKernels | undefined> {
  const abilities = detectAbilities();
  const builds = new Set([chooseKernels(abilities, threads), chooseKernels(withoutRelaxed(abilities), threads)]);
  for (const build of builds) {
    const module = await compileKernels(await fetchKernels(build, signal));
    if (module && (await passesSelfTest(build, module, signal))) return { build, module };
  }
  return undefined;
}

/** Relaxed instructions may differ from one processor to the next; the others may not. */
const withoutRelaxed = (abilities: Abilities): Abilities => ({ ...abilities, relaxedSimd: false });

/** @throws {SegmenterError} as `createNetworkEngine`. */
export function createEngineFor(
  { input }: NetworkModel,
  network: Network,
  { build, module }: TrustedKernels,
  threads: number,
  signal: AbortSignal,
): Promise<NetworkEngine> {
  const hasThreads = build === 'threads' || build === 'relaxed-threads';
  const { mean, std } = input;
  return createNetworkEngine(network, { mean, std, build, module, threads: hasThreads ? threads : 1, signal });
}

/** @param engine with all its weights prepared. */
export function engineSession(model: NetworkModel, engine: NetworkEngine): ModelSession {
  return {
    model,
    get threads() {
      return engine.threads;
    },
    blocksThread: false,
    run: async (pixels, size, options) => ({ mask: await engine.run(pixels, size, options), provider: 'engine' }),
    async release() {
      engine.dispose();
    },
  };
}
