import { type Network, networkSchema } from '../engine/network.ts';
import { SegmenterError } from '../errors.ts';
import { assembleOnnx } from './assemble-onnx.ts';
import { createEngineFor, engineSession, loadTrustedKernels } from './engine-session.ts';
import { fetchRuntime } from './fetch-runtime.ts';
import { loadFile, loadModelParts, type LoadPartsOptions } from './load-model-parts.ts';
import type { Model, NetworkModel, OnnxModel } from './model-manifest.ts';
import { createSession } from './ort-session.ts';
import type { ModelSession } from './session.ts';

/**
 * Downloads a model and makes it ready: a network on this package's own engine, and on onnxruntime-web when the engine
 * cannot be trusted here; an ONNX file on onnxruntime-web.
 * @throws {SegmenterError} with the codes of whatever did not come or did not start.
 */
export function openSession(model: Model, threads: number, options: LoadPartsOptions): Promise<ModelSession> {
  switch (model.format) {
    case 'network':
      return openNetwork(model, threads, options);
    case 'onnx':
      return openOnnx(model, threads, options, (bytes) => bytes);
    default:
      return model satisfies never;
  }
}

async function openNetwork(model: NetworkModel, threads: number, options: LoadPartsOptions): Promise<ModelSession> {
  const { signal } = options;
  const [kernels, network] = await Promise.all([loadTrustedKernels(threads, signal), loadDescription(model, options)]);
  if (!kernels) {
    const { input, output } = model;
    const assemble = (weights: Uint8Array) =>
      assembleOnnx(network, weights, { input: input.name, output: output.name });
    return openOnnx(model, threads, options, assemble);
  }
  const engine = await createEngineFor(model, network, kernels, threads, signal);
  try {
    await loadModelParts(model, engine.weights(), { ...options, onFilled: (bytes) => engine.prepare(bytes) });
    return engineSession(model, engine);
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

async function openOnnx(
  model: NetworkModel | OnnxModel,
  threads: number,
  options: LoadPartsOptions,
  toOnnx: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Promise<ModelSession> {
  const bytes = allocate(model.sizeBytes);
  const [runtime] = await Promise.all([fetchRuntime(options.signal), loadModelParts(model, bytes, options)]);
  options.signal.throwIfAborted();
  return createSession(model, toOnnx(bytes), runtime, threads);
}

async function loadDescription({ network }: NetworkModel, options: LoadPartsOptions): Promise<Network> {
  const { file, sha256, sizeBytes } = network;
  const bytes = await loadFile({ file, sha256, packedBytes: sizeBytes }, { ...options, onBytes: () => undefined });
  const result = networkSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  if (result.success) return result.data;
  throw new SegmenterError('model-load-failed', `${file} is no description of a network`);
}

function allocate(sizeBytes: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(sizeBytes);
  } catch (error) {
    throw new SegmenterError('out-of-memory', `${sizeBytes} bytes for the model could not be had`, { cause: error });
  }
}
