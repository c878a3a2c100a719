import type { PreparedSource, SegmentRequest } from '../api/options.ts';
import type { AnySegmentation } from '../api/segmentation.ts';
import type { OnProgress } from '../api/stages.ts';

export interface TransportCall {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Where the pipeline runs. It is given one picture at a time; a warm-up may run at the same time. */
export interface Transport {
  warmUp(call: TransportCall): Promise<void>;
  /**
   * Decodes a picture before its turn, where that delays nothing else.
   * @returns a ticket for `segment`, or for `dropAhead` when the picture is not segmented here; undefined where nothing
   *   was begun.
   */
  decodeAhead(source: PreparedSource): number | undefined;
  /** Frees what was decoded ahead, unless `segment` has taken it. */
  dropAhead(ticket: number): void;
  /** Leaves the source usable: a call that was lost with its worker is repeated elsewhere. */
  segment(
    source: PreparedSource,
    request: SegmentRequest,
    call: TransportCall,
    ticket?: number,
  ): Promise<AnySegmentation>;
  dispose(): void;
}

/** The worker is gone, and the call with it; the picture is not at fault. Calls lost together get the same object. */
export class WorkerLostError extends Error {
  readonly reason: 'worker-not-started' | 'worker-died';
  /** Whether it took the whole time limit to notice: such a wait is not repeated with each picture. */
  readonly isTimeout: boolean;

  constructor(
    reason: WorkerLostError['reason'],
    { isTimeout = false, ...options }: ErrorOptions & { readonly isTimeout?: boolean } = {},
  ) {
    super(reason, options);
    this.reason = reason;
    this.isTimeout = isTimeout;
  }
}
