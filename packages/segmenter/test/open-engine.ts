import type { KernelBuild } from '../src/engine/kernels.ts';
import { createNetworkEngine, type NetworkEngine, type NetworkEngineOptions } from '../src/engine/network-engine.ts';
import { kernelModule } from './kernel-module.ts';
import type { MadeUpNetwork } from './made-up-network.ts';
import type { Normalisation } from './onnx-oracle.ts';

/** Opens an engine with all its weights loaded, on kernels from the disk. It uses one thread unless `options` say otherwise. */
export async function openEngine(
  { network, weights }: MadeUpNetwork,
  normalisation: Normalisation,
  build: KernelBuild,
  options: Partial<NetworkEngineOptions> = {},
): Promise<NetworkEngine> {
  const { signal } = new AbortController();
  const engine = await createNetworkEngine(network, {
    ...normalisation,
    build,
    module: kernelModule(build),
    threads: 1,
    signal,
    ...options,
  });
  engine.weights().set(weights);
  engine.prepare(weights.length);
  return engine;
}
