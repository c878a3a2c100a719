import type { SegmenterErrorCode } from '../api/errors.ts';
import type { SegmenterEvent } from '../api/events.ts';
import type { ResolvedOptions, PreparedSource, SegmentRequest } from '../api/options.ts';
import type { AnySegmentation } from '../api/segmentation.ts';
import type { StageProgress } from '../api/stages.ts';
import type { Fetch } from '../http/fetches.ts';

/** Messages from the page to the worker. The page numbers the calls. Answers and aborts contain the call's number. */
export type ToWorker =
  | { readonly kind: 'start'; readonly options: ResolvedOptions; readonly lockName: string }
  | { readonly kind: 'warm-up'; readonly call: number }
  | {
      readonly kind: 'segment';
      readonly call: number;
      readonly source: PreparedSource;
      readonly request: SegmentRequest;
      /** Ticket of an earlier `decode-ahead` for the same image. */
      readonly ticket?: number | undefined;
    }
  | { readonly kind: 'decode-ahead'; readonly ticket: number; readonly source: Blob }
  | { readonly kind: 'drop-ahead'; readonly ticket: number }
  | { readonly kind: 'abort'; readonly call: number };

/** Messages from the worker to the page. Every call ends with one `warm`, `segmented`, `failed` or `thread-lost`. */
export type FromWorker =
  /** `isLocked` is true when the worker holds the lock that `start` named. */
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
  /** A thread of the engine has stopped, so this worker can compute nothing any more. */
  | { readonly kind: 'thread-lost'; readonly call: number };
