import type { Size } from '../engine/picture-size.ts';
import { noteFetches } from './fetches.ts';
import type { FromGpu, ToGpu } from './gpu-protocol.ts';
import type { GpuFailure } from './session.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface GpuRunOptions {
  readonly signal: AbortSignal;
  /** What takes longer is taken for hung. */
  readonly limitMs: number;
}

/** A network on the graphics card. */
export interface GpuNetwork {
  /**
   * It cannot be interrupted: after an abort it goes on, and nobody waits for it.
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is not looked at.
   * @returns Float32 `heightPx × widthPx`, the mask.
   * @throws {GpuError} after which every other run throws the same; the signal's reason, at once.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: GpuRunOptions): Promise<Float32Array<ArrayBuffer>>;
  /** Frees everything. */
  end(): void;
}

/** The graphics card gave no mask; the picture is not at fault. */
export class GpuError extends Error {
  override readonly name = 'GpuError';
  readonly reason: GpuFailure;

  constructor(reason: GpuFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

/**
 * Loads onnxruntime-web's WebGPU build into a worker and gives it the network.
 * @param model its weights are moved: the caller has them no more.
 * @throws {GpuError}; the signal's reason.
 */
export async function startGpuNetwork(
  model: Omit<Extract<ToGpu, { kind: 'start' }>, 'kind'>,
  signal: AbortSignal,
): Promise<GpuNetwork> {
  const worker = new Worker(new URL('./gpu-worker.ts', import.meta.url), { type: 'module', name: 'segmenter-gpu' });
  const ready = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<never>();
  // Raced by whoever waits; between runs a failure is found by the next one.
  failure.promise.catch(() => undefined);
  const answers = new Map<number, (mask: Float32Array<ArrayBuffer>) => void>();
  let lastRun = 0;

  const lose = (detail: string) => failure.reject(new GpuError('gpu-failed', detail));
  const send = (message: ToGpu, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  worker.addEventListener('message', ({ data }: MessageEvent<FromGpu>) => {
    switch (data.kind) {
      case 'ready':
        return ready.resolve();
      case 'fetched':
        return noteFetches(data.fetches);
      case 'mask':
        return answers.get(data.run)?.(data.mask);
      case 'failed':
        return failure.reject(new GpuError(data.reason, data.detail));
      default:
        return data satisfies never;
    }
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    lose(event.message || 'its worker did not start');
  });

  send({ kind: 'start', ...model }, [model.weights.buffer]);
  try {
    await unlessAborted(Promise.race([ready.promise, failure.promise]), signal);
  } catch (error) {
    worker.terminate();
    throw error;
  }

  return {
    async run(pixels, size, options) {
      options.signal.throwIfAborted();
      const run = ++lastRun;
      const answer = new Promise<Float32Array<ArrayBuffer>>((resolve) => answers.set(run, resolve));
      const limit = setTimeout(() => lose(`no answer within ${options.limitMs} ms`), options.limitMs);
      send({ kind: 'run', run, pixels, size });
      try {
        return await unlessAborted(Promise.race([answer, failure.promise]), options.signal);
      } finally {
        clearTimeout(limit);
        answers.delete(run);
      }
    },
    end() {
      worker.terminate();
      lose('it was ended');
    },
  };
}
