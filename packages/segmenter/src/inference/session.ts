import type { GpuFailure, Provider } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import type { MattingInstance } from '../matting/matting-kernels.ts';
import type { Model } from '../model/model-manifest.ts';
import type { LoadedReferee } from '../referee/load-referee.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the share of the work that is done, 0…1. */
  readonly onProgress: (share: number) => void;
}

/** What a run gave, and by what means. */
export interface SessionRun {
  /** Float32 `heightPx × widthPx`; it belongs to the caller. */
  readonly mask: Float32Array<ArrayBuffer>;
  readonly provider: Provider;
  /** Why the processor did what the graphics card had begun. */
  readonly fallback?: GpuFailure;
}

/** A network ready to run. */
export interface ModelSession {
  readonly model: Model;
  readonly threads: number;
  /** Whether a run reports shares between 0 and 1; otherwise only its end. */
  readonly reportsShares: boolean;
  /** The only size that it takes; absent where it takes any. */
  readonly fixedSize?: Size;
  /**
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is not looked at.
   * @throws {SegmenterError} `out-of-memory` or `processing-failed`; the signal's reason.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: RunOptions): Promise<SessionRun>;
  /** A small network that has learned people, and decides where the mask is in doubt; absent where the manifest has none. */
  readonly referee?: LoadedReferee;
  /** The matting's kernels on the threads and in the memory of its engine, which runs again once they are released; absent where there is none. */
  borrowMatting?(): Promise<MattingInstance>;
  release(): Promise<void>;
}
