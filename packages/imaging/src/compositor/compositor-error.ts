import type { CompositorErrorCode } from './protocol.ts';

/** A composition that could not be made. The codes are among those that the bundle `errors` words. */
export class CompositorError extends Error {
  readonly code: CompositorErrorCode;

  constructor(code: CompositorErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'CompositorError';
    this.code = code;
  }
}
