import type { GpuFailure, Provider } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import type { Features } from '../engine/network-engine.ts';
import type { MattingInstance } from '../matting/matting-kernels.ts';
import type { Model } from '../model/model-manifest.ts';
import type { LoadedReferee } from '../referee/load-referee.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the share of the work that is done, 0…1. */
  readonly onProgress: (share: number) => void;
  /** Names of the network's tensors that the run also returns, if the engine does the work. Default: none. */
  readonly features?: readonly string[];
}

/** The result of a run, and the implementation that computed it. */
export interface SessionRun {
  /** Float32 `heightPx × widthPx`; it belongs to the caller. */
  readonly mask: Float32Array<ArrayBuffer>;
  readonly provider: Provider;
  /** The requested tensors; absent when the engine did not do the work. */
  readonly features?: readonly Features[];
  /** Reason why the processor finished what the graphics card had begun. */
  readonly fallback?: GpuFailure;
}

/** A network that is ready to run. */
export interface ModelSession {
  readonly model: Model;
  readonly threads: number;
  /** True when a run reports shares between 0 and 1; otherwise it reports only its end. */
  readonly reportsShares: boolean;
  /** The only size that the network accepts; absent if it accepts any. */
  readonly fixedSize?: Size;
  /**
   * Runs the network on an image.
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is ignored.
   * @throws {SegmenterError} `out-of-memory` or `processing-failed`; the signal's reason.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: RunOptions): Promise<SessionRun>;
  /** A small network, trained on people, that decides where the mask is in doubt; absent if the manifest has none. */
  readonly referee?: LoadedReferee;
  /**
   * Lends the matting kernels on the threads and in the memory of the session's engine, which can run again once they
   * are released; absent if there is no engine.
   */
  borrowMatting?(): Promise<MattingInstance>;
  release(): Promise<void>;
}
