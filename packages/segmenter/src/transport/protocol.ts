import type { SegmenterErrorCode } from '../api/errors.ts';
import type { SegmenterEvent } from '../api/events.ts';
import type { ResolvedOptions, PreparedSource, SegmentRequest } from '../api/options.ts';
import type { AnySegmentation } from '../api/segmentation.ts';
import type { StageProgress } from '../api/stages.ts';
import type { Fetch } from '../http/fetches.ts';

/** From the page to the worker. The page numbers the calls; answers and aborts carry the call's number. */
export type ToWorker =
  | { readonly kind: 'start'; readonly options: ResolvedOptions; readonly lockName: string }
  | { readonly kind: 'warm-up'; readonly call: number }
  | {
      readonly kind: 'segment';
      readonly call: number;
      readonly source: PreparedSource;
      readonly request: SegmentRequest;
      /** Of a picture that `decode-ahead` was asked for. */
      readonly ticket?: number | undefined;
    }
  | { readonly kind: 'decode-ahead'; readonly ticket: number; readonly source: Blob }
  | { readonly kind: 'drop-ahead'; readonly ticket: number }
  | { readonly kind: 'abort'; readonly call: number };

/** From the worker to the page. Every call ends in exactly one `warm`, `segmented`, `failed` or `thread-lost`. */
export type FromWorker =
  /** `isLocked`: whether the worker holds the lock that it was given the name of. */
  | { readonly kind: 'started'; readonly isLocked: boolean }
  | { readonly kind: 'fetched'; readonly fetches: readonly Fetch[] }
  | { readonly kind: 'event'; readonly event: SegmenterEvent }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: StageProgress }
  | { readonly kind: 'warm'; readonly call: number }
  | { readonly kind: 'segmented'; readonly call: number; readonly segmentation: AnySegmentation }
  | {
      readonly kind: 'failed';
      readonly call: number;
      readonly code: SegmenterErrorCode;
      readonly detail: string | undefined;
    }
  /** A thread of the engine stopped: nothing can be computed in this worker any more. */
  | { readonly kind: 'thread-lost'; readonly call: number };
