import type { SegmenterErrorCode } from '@isola/segmenter';

/**
 * Codes of errors: those of the segmenter, whose kernels do a part of the work, and `compositor-lost` for a job over
 * which two workers were lost.
 */
export type CompositorErrorCode =
  | Exclude<SegmenterErrorCode, 'aborted' | 'no-browser' | `source-${string}`>
  | 'compositor-lost';

/** Failure of a job. `message` is English and meant for reports; an interface translates `code` instead. */
export class CompositorError extends Error {
  readonly code: CompositorErrorCode;

  constructor(code: CompositorErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'CompositorError';
    this.code = code;
  }
}
