import type { Network } from '../engine/network.ts';
import type { ResolvedOptions } from '../api/options.ts';
import type { GpuCandidate } from './accelerated-session.ts';
import { startGpuNetwork } from './gpu-network.ts';
import { createGpuTrust, nameOfGpu } from './gpu-trust.ts';
import type { ModelCache } from '../model/model-cache.ts';
import type { NetworkModel } from '../model/model-manifest.ts';

export interface GpuSource {
  readonly model: NetworkModel;
  readonly network: Network;
  /** Returns a copy of the weights. */
  readonly weights: () => Uint8Array<ArrayBuffer>;
  readonly provider: ResolvedOptions['provider'];
  readonly deviceMemoryGib: number;
  readonly runtimeUrl: string;
  readonly manifestUrl: string;
  readonly cache: ModelCache;
}

/** Memory needed for a trial. The runtime takes 600 MB while it starts, and 400 afterwards (measured). */
const minDeviceMemoryGib = 4;

/**
 * Checks whether this browser could run the network on a graphics card, as far as is known without requesting an
 * adapter.
 */
function mayHaveGpu(): boolean {
  // onnxruntime-web's smaller WebGPU build (16 MiB; the other, 25.5, is more than some hosts accept) waits by means of
  // JSPI.
  return (navigator as { gpu?: GPU }).gpu !== undefined && 'Suspending' in WebAssembly;
}

/**
 * Fetches onnxruntime-web's WebGPU build (16 MiB) and passes the network to it, if a trial of the graphics card makes
 * sense: the card is a real one, not known to fail or to be slower, with enough memory, over a connection that may be
 * used for it. With the provider `webgpu` any adapter that does not fail, any memory and any connection are accepted.
 * @returns undefined if there is no such card; nothing was fetched then.
 * @throws {GpuError} when the network does not start; the signal's reason.
 */
export async function openGpu(source: GpuSource, signal: AbortSignal): Promise<GpuCandidate | undefined> {
  const { model, network, weights, provider, deviceMemoryGib, runtimeUrl, manifestUrl, cache } = source;
  const isWanted = provider === 'webgpu';
  if (!mayHaveGpu()) return undefined;
  if (!isWanted && (sparesData() || deviceMemoryGib < minDeviceMemoryGib)) return undefined;
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter || (isSoftware(adapter.info) && !isWanted)) return undefined;
  const trust = createGpuTrust(cache, manifestUrl);
  const name = nameOfGpu(adapter.info, navigator.userAgent);
  const verdict = await trust.judge(name);
  if (verdict === 'distrusted' || (verdict === 'slower' && !isWanted)) return undefined;
  return {
    network: await startGpuNetwork({ model, network, weights: weights(), runtimeUrl }, signal),
    hasWon: verdict === 'faster',
    remember: (observation) => trust.remember(name, observation),
  };
}

/** Checks whether an adapter is emulated by the processor. It is then slower than the engine. */
function isSoftware({ isFallbackAdapter, architecture, description }: GPUAdapterInfo): boolean {
  return isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|basic render/i.test(`${architecture} ${description}`);
}

/** Checks whether data should be saved. Only Chromium reports the connection; elsewhere it counts as good. */
function sparesData(): boolean {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType !== '4g';
}

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}
