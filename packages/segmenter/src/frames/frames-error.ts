/**
 * Reasons why this browser cannot process frames. Every other failure has a code of `SegmenterError`.
 *
 * | code | happens when | what helps |
 * | --- | --- | --- |
 * | `no-video-frame` | the browser has no `VideoFrame` (WebCodecs) | a newer browser |
 * | `no-image-decoder` | the browser has no `ImageDecoder`, or it cannot decode the format | another browser; `cutOutAnimation` in Node |
 * | `frame-unreadable` | a chunk of the stream is no `VideoFrame`, is closed, or has pixels that cannot be read | another source of the frames |
 * | `format-not-writable` | the browser cannot encode WebP, which Safari cannot | the format `png` |
 */
export const framesErrorCodes = [
  'no-video-frame',
  'no-image-decoder',
  'frame-unreadable',
  'format-not-writable',
] as const;

export type FramesErrorCode = (typeof framesErrorCodes)[number];

export class FramesError extends Error {
  override readonly name = 'FramesError';
  readonly code: FramesErrorCode;
  /** Technical details in English, for a report. */
  readonly detail: string;

  constructor(code: FramesErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.detail = detail;
  }
}
