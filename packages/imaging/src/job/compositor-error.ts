import type { SegmenterErrorCode } from '@isola/segmenter';

/**
 * Codes of errors: those of the segmenter, whose kernels do a part of the work; `compositor-lost` for a job over which
 * two workers were lost; `encoder-load-failed` when an encoder that is fetched on first use cannot be fetched;
 * `enlarger-load-failed` when the network that enlarges cannot be fetched; and `result-too-large` when the file format cannot hold as many pixels.
 */
export type CompositorErrorCode =
  | Exclude<SegmenterErrorCode, 'aborted' | 'no-browser' | `source-${string}`>
  | 'compositor-lost'
  | 'encoder-load-failed'
  | 'enlarger-load-failed'
  | 'result-too-large';

/** Failure of a job. `message` is English and meant for reports; an interface translates `code` instead. */
export class CompositorError extends Error {
  readonly code: CompositorErrorCode;

  constructor(code: CompositorErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'CompositorError';
    this.code = code;
  }
}
