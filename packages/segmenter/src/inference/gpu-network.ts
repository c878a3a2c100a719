import { bridgeTo } from '../http/bridge-to.ts';
import type { Size } from '../api/size.ts';
import { recordFetches } from '../http/fetches.ts';
import type { FromGpu, ToGpu } from './gpu-protocol.ts';
import type { GpuFailure } from '../api/segmentation.ts';
import { unlessAborted } from '../async/unless-aborted.ts';

export interface GpuRunOptions {
  readonly signal: AbortSignal;
  /** Time after which a run counts as hung. */
  readonly limitMs: number;
}

/** A network on the graphics card. */
export interface GpuNetwork {
  /**
   * Computes a mask. A run cannot be interrupted: after an abort it continues, and its result is discarded.
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is ignored.
   * @returns Float32 `heightPx × widthPx`, the mask.
   * @throws {GpuError} after which every other run throws the same; the signal's reason, at once.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: GpuRunOptions): Promise<Float32Array<ArrayBuffer>>;
  /** Frees all resources. */
  end(): void;
}

/** Error when the graphics card produced no mask. The image is not at fault. */
export class GpuError extends Error {
  override readonly name = 'GpuError';
  readonly reason: GpuFailure;

  constructor(reason: GpuFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

/**
 * Loads onnxruntime-web's WebGPU build into a worker and passes the network to it.
 * @param model its weights are transferred: the caller loses access to them.
 * @throws {GpuError}; the signal's reason.
 */
export async function startGpuNetwork(
  model: Omit<Extract<ToGpu, { kind: 'start' }>, 'kind'>,
  signal: AbortSignal,
): Promise<GpuNetwork> {
  const worker = startWorker();
  const starting = Promise.withResolvers<void>();
  /** Runs that wait for their mask. Others are removed, so that no mask is retained after it was handed over. */
  const runs = new Map<number, PromiseWithResolvers<Float32Array<ArrayBuffer>>>();
  let failure: GpuError | undefined;
  let lastRun = 0;

  const fail = (error: GpuError) => {
    failure ??= error;
    starting.reject(failure);
    for (const run of runs.values()) run.reject(failure);
    runs.clear();
  };
  const lose = (detail: string) => fail(new GpuError('gpu-failed', detail));
  const send = (message: ToGpu, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  worker.addEventListener('message', ({ data }: MessageEvent<FromGpu>) => {
    switch (data.kind) {
      case 'ready':
        return starting.resolve();
      case 'fetched':
        return recordFetches(data.fetches);
      case 'mask':
        return runs.get(data.run)?.resolve(data.mask);
      case 'failed':
        return fail(new GpuError(data.reason, data.detail));
      default:
        return data satisfies never;
    }
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    lose(event.message || 'the worker did not start');
  });

  send({ kind: 'start', ...model }, [model.weights.buffer]);
  try {
    await unlessAborted(starting.promise, signal);
  } catch (error) {
    worker.terminate();
    throw error;
  }

  return {
    async run(pixels, size, options) {
      options.signal.throwIfAborted();
      if (failure) throw failure;
      const number = ++lastRun;
      const run = Promise.withResolvers<Float32Array<ArrayBuffer>>();
      runs.set(number, run);
      const limit = setTimeout(() => lose(`no answer within ${options.limitMs} ms`), options.limitMs);
      send({ kind: 'run', run: number, pixels, size });
      try {
        return await unlessAborted(run.promise, options.signal);
      } finally {
        clearTimeout(limit);
        runs.delete(number);
      }
    },
    end() {
      worker.terminate();
      lose('it was ended');
    },
  };
}

function startWorker(): Worker {
  const bridge = bridgeTo('gpu-worker.js', import.meta.url);
  if (bridge) return new Worker(bridge, { type: 'module' });
  // Bundlers recognise this form.
  return new Worker(new URL('./gpu-worker.ts', import.meta.url), { type: 'module', name: 'segmenter-gpu' });
}
