import { type Network, parseNetwork } from '../engine/network.ts';
import { createNetworkEngine, type NetworkEngine } from '../engine/network-engine.ts';
import { deferred } from '../async/deferred.ts';
import { SegmenterError } from '../api/errors.ts';
import type { BackendEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import { assembleOnnx } from './assemble-onnx.ts';
import { bundledRuntime } from './bundled-runtime.ts';
import { engineSession, loadTrustedKernels } from './engine-session.ts';
import { fetchRuntime } from './fetch-runtime.ts';
import { fromJson } from '../model/from-json.ts';
import { loadFile, loadModelParts, type LoadPartsOptions } from '../model/load-model-parts.ts';
import type { Model, NetworkModel, OnnxModel } from '../model/model-manifest.ts';
import { loadReferee } from '../referee/load-referee.ts';
import { createSession } from './ort-session.ts';
import { servedRuntime } from './runtime-source.ts';
import type { ModelSession } from './session.ts';

export interface OpenSessionOptions extends LoadPartsOptions {
  /** As `servedRuntime` takes it; undefined for the bundled one. */
  readonly runtimeUrl: string | undefined;
  readonly provider: ResolvedOptions['provider'];
  readonly deviceMemoryGib: number;
  readonly onEvent: (event: BackendEvent) => void;
}

export interface OpenedSession {
  readonly session: ModelSession;
  /** What runs it, as long as no graphics card helps. */
  readonly provider: 'engine' | 'wasm';
}

/**
 * Downloads a model and makes it ready: a network on this package's own engine, which a graphics card may later help, and
 * on onnxruntime-web when the engine cannot be trusted here; an ONNX file on onnxruntime-web.
 * @throws {SegmenterError} with the codes of whatever did not come or did not start.
 */
export function openSession(model: Model, threads: number, options: OpenSessionOptions): Promise<OpenedSession> {
  switch (model.format) {
    case 'network':
      return openWithReferee(model, threads, options);
    case 'onnx':
      return openOnnx(model, threads, options);
    default:
      return model satisfies never;
  }
}

async function openWithReferee(
  model: NetworkModel,
  threads: number,
  options: OpenSessionOptions,
): Promise<OpenedSession> {
  if (!model.referee) return openNetwork(model, threads, options);
  const loading = loadReferee(model.referee, options);
  // Awaited below, but not where the network itself does not start.
  loading.catch(() => undefined);
  const { session, provider } = await openNetwork(model, threads, options);
  try {
    // Not a copy: an engine can lose threads, and the session tells how many it has.
    return { session: Object.assign(session, { referee: await loading }), provider };
  } catch (error) {
    await session.release();
    throw error;
  }
}

async function openNetwork(model: NetworkModel, threads: number, options: OpenSessionOptions): Promise<OpenedSession> {
  const { signal } = options;
  let engine: NetworkEngine | undefined;
  // The parts begin to come at once, and wait for their place beside the kernels.
  const place = deferred<Uint8Array>();
  const loading = loadModelParts(model, place.promise, { ...options, onFilled: (bytes) => engine?.prepare(bytes) });
  // Awaited below, but not where the engine itself does not start.
  loading.catch(() => undefined);
  try {
    const [kernels, network] = await Promise.all([
      loadTrustedKernels(threads, signal),
      loadDescription(model, options),
    ]);
    if (kernels instanceof Error) {
      const weights = allocate(model.sizeBytes);
      place.resolve(weights);
      const names = { input: model.input.name, output: model.output.name };
      return await startOnnx(model, threads, options, loading, () => assembleOnnx(network, weights, names), kernels);
    }
    const { mean, std } = model.input;
    engine = await createNetworkEngine(network, { mean, std, ...kernels, threads, signal });
    place.resolve(engine.weights());
    await loading;
    return { session: await acceleratedWhereAsked(model, network, engine, options), provider: 'engine' };
  } catch (error) {
    place.reject(error);
    engine?.dispose();
    throw error;
  }
}

/** What only the graphics card needs is loaded where it is asked for; where that does not come the processor stays. */
async function acceleratedWhereAsked(
  model: NetworkModel,
  network: Network,
  engine: NetworkEngine,
  options: OpenSessionOptions,
): Promise<ModelSession> {
  const session = engineSession(model, engine);
  const { provider, runtimeUrl, onEvent } = options;
  if (provider === 'cpu' || runtimeUrl === undefined) return session;
  const source = { ...options, runtimeUrl, model, network, weights: () => engine.weights().slice() };
  try {
    const { accelerateByGpu } = await import('./accelerate-by-gpu.ts');
    return accelerateByGpu(session, source, onEvent);
  } catch {
    onEvent({ type: 'gpu-given-up', reason: 'gpu-failed' });
    return session;
  }
}

async function openOnnx(model: OnnxModel, threads: number, options: OpenSessionOptions): Promise<OpenedSession> {
  const bytes = allocate(model.sizeBytes);
  return startOnnx(model, threads, options, loadModelParts(model, bytes, options), () => bytes);
}

/**
 * @param loading of what `toOnnx` is made from; the runtime comes meanwhile.
 * @param distrust why a network does not run on the engine.
 */
async function startOnnx(
  model: Model,
  threads: number,
  { runtimeUrl, signal }: OpenSessionOptions,
  loading: Promise<void>,
  toOnnx: () => Uint8Array<ArrayBuffer>,
  distrust?: Error,
): Promise<OpenedSession> {
  const source = runtimeUrl === undefined ? bundledRuntime : servedRuntime(runtimeUrl);
  const [runtime] = await Promise.all([fetchRuntime(source, signal, distrust), loading]);
  signal.throwIfAborted();
  const provider = 'wasm';
  return { session: await createSession(model, toOnnx(), runtime, { provider, threads }), provider };
}

async function loadDescription(model: NetworkModel, options: LoadPartsOptions): Promise<Network> {
  const { file, sha256, sizeBytes } = model.network;
  const bytes = await loadFile({ file, sha256, packedBytes: sizeBytes }, { ...options, onBytes: () => undefined });
  return parseNetwork(fromJson(bytes), model.sizeBytes, file);
}

function allocate(sizeBytes: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(sizeBytes);
  } catch (error) {
    throw new SegmenterError('out-of-memory', `${sizeBytes} bytes for the model could not be had`, { cause: error });
  }
}
