/**
 * Reasons why a file was not converted.
 *
 * | code | happens when |
 * | --- | --- |
 * | `unsupported-format` | the file is not of a format in the registry |
 * | `unsupported-variant` | the format is known, but not this kind of file; `detail` names the kind by its technical term |
 * | `damaged-image` | the file is cut short, contradictory, or not what it says it is |
 * | `file-unreadable` | the file was moved, changed or deleted since it was chosen |
 * | `file-too-large` | the file, or its smallest possible result, has too many bytes |
 * | `image-too-large` | the image has too many pixels |
 * | `out-of-memory` | the memory of the browser or of the decoder does not suffice |
 * | `timed-out` | the conversion took longer than its limit, and was ended |
 * | `resource-load-failed` | the decoder could not be loaded |
 * | `processing-failed` | something unexpected happened; `detail` names it |
 */
export type ConvertErrorCode =
  | 'unsupported-format'
  | 'unsupported-variant'
  | 'damaged-image'
  | 'file-unreadable'
  | 'file-too-large'
  | 'image-too-large'
  | 'out-of-memory'
  | 'timed-out'
  | 'resource-load-failed'
  | 'processing-failed';

/** Error of a conversion. Its message is for error reports, not for users. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError';
  readonly code: ConvertErrorCode;
  readonly detail: string | undefined;

  /**
   * @param detail technical detail in English. For `unsupported-variant` it is a short term that is the same in every
   *   language, such as `CIELab`.
   */
  constructor(code: ConvertErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail ? `${code}: ${detail}` : code, options);
    this.code = code;
    this.detail = detail;
  }
}

/** Returns the error for anything that a decoder has thrown. */
export function convertErrorOf(error: unknown): ConvertError {
  if (error instanceof ConvertError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  // V8, SpiderMonkey and JavaScriptCore each have their own words for an allocation that failed.
  if (/allocation|out of memory|invalid (?:typed )?array length|too large/i.test(detail)) {
    return new ConvertError('out-of-memory', detail, { cause: error });
  }
  // Reading outside of the file means that it is cut short.
  if (error instanceof RangeError) return new ConvertError('damaged-image', detail, { cause: error });
  return new ConvertError('processing-failed', detail, { cause: error });
}
