import type { BackendEvent } from '../api/events.ts';
import type { Size } from '../api/size.ts';
import { GpuError, type GpuNetwork } from './gpu-network.ts';
import { tryGpu } from './gpu-trial.ts';
import type { GpuObservation } from './gpu-trust.ts';
import { pause } from '../async/pause.ts';
import type { GpuFailure } from '../api/segmentation.ts';
import type { ModelSession } from './session.ts';
import { unlessAborted } from '../async/unless-aborted.ts';

export interface GpuCandidate {
  readonly network: GpuNetwork;
  /** True when this card was recently faster than the processor in this browser. */
  readonly hasWon: boolean;
  /** Saves an observation of this card across visits. */
  remember(observation: GpuObservation): Promise<void>;
}

export interface AccelerationOptions {
  /** Starts the network on the graphics card; called at most once. @returns undefined if there is no card to try. */
  readonly open: (signal: AbortSignal) => Promise<GpuCandidate | undefined>;
  /** True when the card is used even if it is slower than the processor. */
  readonly evenSlower: boolean;
  readonly onEvent?: (event: Extract<BackendEvent, { type: 'gpu-taken' | 'gpu-given-up' }>) => void;
}

/** Time without an image after which the trial begins, so that it slows down no image. */
const quietMs = 3000;

/**
 * Limits of a run. Some drivers take seconds to compile the shaders of a new size. No caller waits for a trial, so its
 * limit is higher.
 */
const runLimitMs = 30_000;
const trialRunLimitMs = 180_000;

/**
 * Lets the graphics card do a session's work, once it has proved to be correct and faster. Until then, and whenever it
 * fails, the processor does the work. Images never wait for a trial: it runs between them and is stopped when one
 * arrives.
 * @param cpu a session that the returned one owns.
 */
export function accelerate(cpu: ModelSession, { open, evenSlower, onEvent }: AccelerationOptions): ModelSession {
  const lifetime = new AbortController();
  let opening: Promise<GpuCandidate | undefined> | undefined;
  /** The card's network, once it has passed its trial. */
  let gpu: GpuNetwork | undefined;
  let isGivenUp = false;
  /** Size of the last image that the processor did. */
  let lastSize: Size | undefined;
  let trial: { readonly stop: AbortController; readonly settled: Promise<void> } | undefined;

  /**
   * Stops using the card.
   * @param fault the card's fault, if there is one.
   */
  async function endGpu(fault?: Exclude<GpuObservation, 'faster'>, failure: GpuFailure = 'gpu-failed'): Promise<void> {
    isGivenUp = true;
    gpu = undefined;
    if (fault && !lifetime.signal.aborted) {
      onEvent?.({ type: 'gpu-given-up', reason: fault === 'failed' ? failure : fault });
    }
    const candidate = await opening?.catch(() => undefined);
    candidate?.network.end();
    // A failure that is due to the session's end is not the card's fault.
    if (fault && !lifetime.signal.aborted) await candidate?.remember(fault);
  }

  function beginTrial(): void {
    if (gpu || isGivenUp || !lastSize || lifetime.signal.aborted) return;
    const stop = new AbortController();
    // A graphics card that does not start or fails is not a failure of a requested operation.
    const settled = attempt(lastSize, stop.signal).catch((error: unknown) =>
      stop.signal.aborted ? undefined : error instanceof GpuError ? endGpu('failed', error.reason) : endGpu(),
    );
    trial = { stop, settled };
  }

  async function attempt(size: Size, signal: AbortSignal): Promise<void> {
    await pause(quietMs, signal);
    const candidate = await unlessAborted((opening ??= open(lifetime.signal)), signal);
    if (!candidate) return endGpu();
    const onCpu = async (pixels: Uint8ClampedArray, size: Size) => {
      const { mask } = await cpu.run(pixels, size, { signal, onProgress: () => undefined });
      return mask;
    };
    const onGpu = (pixels: Uint8ClampedArray, size: Size) =>
      candidate.network.run(pixels, size, { signal, limitMs: trialRunLimitMs });
    const { hasWon } = candidate;
    const verdict = await tryGpu({ cpu: onCpu, gpu: onGpu, size, hasWon });
    if (verdict !== 'faster' && !(verdict === 'slower' && evenSlower)) return endGpu(verdict);
    gpu = candidate.network;
    onEvent?.({ type: 'gpu-taken' });
    if (verdict === 'faster' && !hasWon) await candidate.remember('faster');
  }

  async function stopTrial(): Promise<void> {
    trial?.stop.abort();
    await trial?.settled;
  }

  return {
    ...cpu,
    // A getter rather than a copy, because an engine can lose threads.
    get threads() {
      return cpu.threads;
    },
    async run(pixels, size, options) {
      await stopTrial();
      try {
        options.signal.throwIfAborted();
        let fallback: GpuFailure | undefined;
        // The graphics card returns the mask alone.
        if (gpu && !options.features) {
          try {
            const mask = await gpu.run(pixels, size, { signal: options.signal, limitMs: runLimitMs });
            return { mask, provider: 'webgpu' };
          } catch (error) {
            options.signal.throwIfAborted();
            fallback = error instanceof GpuError ? error.reason : 'gpu-failed';
            await endGpu('failed', fallback);
          }
        }
        const result = await cpu.run(pixels, size, options);
        lastSize = size;
        return { ...result, ...(fallback && { fallback }) };
      } finally {
        beginTrial();
      }
    },
    async release() {
      lifetime.abort();
      await stopTrial();
      void endGpu();
      await cpu.release();
    },
  };
}
