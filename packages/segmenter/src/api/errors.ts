/**
 * Reasons for a failed segmentation. The app translates a code into a message: this package contains no text for users.
 *
 * | code | happens when | what helps |
 * | --- | --- | --- |
 * | `unsupported-format` | the bytes are not a JPEG, PNG or WebP, whatever the file's name; no source at all | another file |
 * | `damaged-image` | a JPEG, PNG or WebP that is truncated, altered or without a size | another copy of the file |
 * | `empty-file` | a file of 0 bytes | another copy of the file |
 * | `file-unreadable` | a file that was moved, changed or deleted since it was chosen | choose it again |
 * | `image-too-large` | more than 64 megapixels or 16 384 px a side, read from the header | a smaller image |
 * | `out-of-memory` | the browser refused the memory | a smaller image, fewer tabs |
 * | `source-unavailable` | an address that may not be requested or does not return the image, a video without a frame, an element that loaded no image, an empty canvas; `detail` names the case | another address; wait until it is loaded |
 * | `source-tainted` | a canvas or an element with pixels of another origin, which browsers do not let a page read | `crossorigin` on the element, and a server that allows it |
 * | `network` | the connection broke and all retries failed, or another origin does not allow the request (CORS) | try again when online |
 * | `model-load-failed` | the model is missing, truncated, altered, or not a model | reload; the operator's build |
 * | `resource-load-failed` | the runtime's own script or WebAssembly could not be loaded | reload |
 * | `no-browser` | a call where a page is rendered on a server, or in Node | call it in the browser; in Node, `@isola/segmenter/node` |
 * | `processing-failed` | anything else; `detail` describes it | report the detail |
 * | `aborted` | the caller's signal was aborted | nothing: the caller asked for it |
 * | `disposed` | the segmenter was disposed of before or during the call | create another |
 */
export const segmenterErrorCodes = [
  'unsupported-format',
  'damaged-image',
  'empty-file',
  'file-unreadable',
  'image-too-large',
  'out-of-memory',
  'source-unavailable',
  'source-tainted',
  'network',
  'model-load-failed',
  'resource-load-failed',
  'no-browser',
  'processing-failed',
  'aborted',
  'disposed',
] as const;

export type SegmenterErrorCode = (typeof segmenterErrorCodes)[number];

export class SegmenterError extends Error {
  override readonly name = 'SegmenterError';
  readonly code: SegmenterErrorCode;
  /** Technical details in English, for a report: a status code, a file, the runtime's own message. */
  readonly detail: string | undefined;

  constructor(code: SegmenterErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? code : `${code}: ${detail}`, options);
    this.code = code;
    this.detail = detail;
  }
}
