import type { PreparedSource, SegmentRequest } from '../api/options.ts';
import type { AnySegmentation } from '../api/segmentation.ts';
import type { OnProgress } from '../api/stages.ts';

export interface TransportCall {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** A client that runs the pipeline in a worker or in the page. It gets one image at a time; a warm-up may run meanwhile. */
export interface Transport {
  warmUp(call: TransportCall): Promise<void>;
  /**
   * Starts to decode an image before its turn, if that delays nothing else.
   * @returns a ticket for `segment`, or for `dropAhead` if the image is not segmented here; undefined when no decoding
   *   was started.
   */
  decodeAhead(source: PreparedSource): number | undefined;
  /** Frees the image of a ticket, unless `segment` has taken it. */
  dropAhead(ticket: number): void;
  /** Processes an image. The source stays usable, because a call whose worker is lost is repeated elsewhere. */
  segment(
    source: PreparedSource,
    request: SegmentRequest,
    call: TransportCall,
    ticket?: number,
  ): Promise<AnySegmentation>;
  dispose(): void;
}

/**
 * Thrown when a call's worker has ended. The image is not the cause. All calls that are lost with one worker get the same
 * error object.
 */
export class WorkerLostError extends Error {
  readonly reason: 'worker-not-started' | 'worker-died';
  /** True when the whole time limit passed before the loss was noticed. This wait is not repeated for each image. */
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
