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
  /** Whether this card was faster than the processor, in this browser and lately. */
  readonly hasWon: boolean;
  /** Keeps over visits what was seen of this card. */
  remember(observation: GpuObservation): Promise<void>;
}

export interface AccelerationOptions {
  /** Starts the network on the graphics card; called once at most. @returns undefined where there is none to try. */
  readonly open: (signal: AbortSignal) => Promise<GpuCandidate | undefined>;
  /** Whether it is used even where it is slower than the processor. */
  readonly evenSlower: boolean;
  readonly onEvent?: (event: Extract<BackendEvent, { type: 'gpu-taken' | 'gpu-given-up' }>) => void;
}

/** The trial begins after this long without a picture, so that it slows no picture down. */
const quietMs = 3000;

/** Some drivers take seconds to compile a new size's shaders. No caller waits for a trial, so its limit is higher. */
const runLimitMs = 30_000;
const trialRunLimitMs = 180_000;

/**
 * Lets the graphics card do a session's work, once it has shown that it does it rightly and faster. Until then, and
 * whenever it fails, the processor does: pictures never wait for a trial, which happens between them and makes room.
 * @param cpu owned by what is returned.
 */
export function accelerate(cpu: ModelSession, { open, evenSlower, onEvent }: AccelerationOptions): ModelSession {
  const lifetime = new AbortController();
  let opening: Promise<GpuCandidate | undefined> | undefined;
  /** Passed its trial. */
  let gpu: GpuNetwork | undefined;
  let isGivenUp = false;
  /** Of the last picture that the processor did. */
  let lastSize: Size | undefined;
  let trial: { readonly stop: AbortController; readonly settled: Promise<void> } | undefined;

  /** @param fault the card's, where it has one. */
  async function endGpu(fault?: Exclude<GpuObservation, 'faster'>, failure: GpuFailure = 'gpu-failed'): Promise<void> {
    isGivenUp = true;
    gpu = undefined;
    if (fault && !lifetime.signal.aborted) {
      onEvent?.({ type: 'gpu-given-up', reason: fault === 'failed' ? failure : fault });
    }
    const candidate = await opening?.catch(() => undefined);
    candidate?.network.end();
    // What ends with the session fails for that alone.
    if (fault && !lifetime.signal.aborted) await candidate?.remember(fault);
  }

  function beginTrial(): void {
    if (gpu || isGivenUp || !lastSize || lifetime.signal.aborted) return;
    const stop = new AbortController();
    // A graphics card that does not come up, or fails, is no failure of anything that was asked for.
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
    // Not a copy: an engine can lose threads.
    get threads() {
      return cpu.threads;
    },
    async run(pixels, size, options) {
      await stopTrial();
      try {
        options.signal.throwIfAborted();
        let fallback: GpuFailure | undefined;
        if (gpu) {
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
