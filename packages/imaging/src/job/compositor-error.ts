import type { SegmenterErrorCode } from '@isola/segmenter';

/** The segmenter's codes, whose kernels have a part in the work, and one for a worker that was lost twice over one job. */
export type CompositorErrorCode =
  | Exclude<SegmenterErrorCode, 'aborted' | 'no-browser' | `source-${string}`>
  | 'compositor-lost';

/** Why a job failed. `message` is in English, for a report; the code is what an interface finds its own words by. */
export class CompositorError extends Error {
  readonly code: CompositorErrorCode;

  constructor(code: CompositorErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'CompositorError';
    this.code = code;
  }
}
