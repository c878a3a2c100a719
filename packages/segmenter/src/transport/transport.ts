import type { Detail, SegmenterSource } from '../options.ts';
import type { Segmentation } from '../segmentation.ts';
import type { OnProgress } from '../stages.ts';

export interface TransportCall {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Where the pipeline runs. One picture is given at a time; a warm-up may go on beside it. */
export interface Transport {
  warmUp(call: TransportCall): Promise<void>;
  /**
   * Decodes a picture before its turn, where that holds nothing up.
   * @returns a ticket to give to `segment`, or to `dropAhead` if that will not come; undefined where nothing was begun.
   */
  decodeAhead(source: SegmenterSource): number | undefined;
  dropAhead(ticket: number): void;
  /** Leaves the source usable: a call that was lost with its worker is made again elsewhere. */
  segment(source: SegmenterSource, detail: Detail, call: TransportCall, ticket?: number): Promise<Segmentation>;
  dispose(): void;
}

/** The worker is gone, and with it the call; the picture is not at fault. */
export class WorkerLostError extends Error {
  readonly reason: 'worker-not-started' | 'worker-died';

  constructor(reason: 'worker-not-started' | 'worker-died', options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
