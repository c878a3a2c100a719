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
  /** Address for `servedRuntime`; undefined for the bundled runtime. */
  readonly runtimeUrl: string | undefined;
  readonly provider: ResolvedOptions['provider'];
  readonly deviceMemoryGib: number;
  readonly onEvent: (event: BackendEvent) => void;
}

export interface OpenedSession {
  readonly session: ModelSession;
  /** Implementation that runs the session while no graphics card is used. */
  readonly provider: 'engine' | 'wasm';
}

/**
 * Downloads a model and prepares it. A network runs on this package's own engine, which a graphics card may later take
 * over, or on onnxruntime-web if the engine cannot be trusted here. An ONNX file runs on onnxruntime-web.
 * @throws {SegmenterError} with the code of whatever could not be loaded or started.
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
  // The promise is awaited below, but not if the network itself does not start.
  loading.catch(() => undefined);
  const { session, provider } = await openNetwork(model, threads, options);
  try {
    // The session is extended rather than copied: an engine can lose threads, and the session reports their number.
    return { session: Object.assign(session, { referee: await loading }), provider };
  } catch (error) {
    await session.release();
    throw error;
  }
}

async function openNetwork(model: NetworkModel, threads: number, options: OpenSessionOptions): Promise<OpenedSession> {
  const { signal } = options;
  let engine: NetworkEngine | undefined;
  // The parts are downloaded at once, while the kernels are loaded, and wait for their memory.
  const place = deferred<Uint8Array>();
  const loading = loadModelParts(model, place.promise, { ...options, onFilled: (bytes) => engine?.prepare(bytes) });
  // The promise is awaited below, but not if the engine itself does not start.
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

/**
 * Returns the session with the graphics card, if it was requested. The card's code is loaded only then; if that fails,
 * the processor is used.
 */
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
 * Starts a session on onnxruntime-web.
 * @param loading promise of the bytes from which `toOnnx` makes the file. The runtime is fetched meanwhile.
 * @param distrust reason why a network does not run on the engine.
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
    throw new SegmenterError('out-of-memory', `${sizeBytes} bytes for the model could not be allocated`, {
      cause: error,
    });
  }
}
