/**
 * Reasons why two photographs cannot be combined.
 *
 * | code | happens when | what helps |
 * | --- | --- | --- |
 * | `sizes-differ` | the photographs have different sizes | two photographs of the same camera, uncropped |
 * | `backgrounds-alike` | the backgrounds are too similar, so that transparency cannot be told from colour | black and white cloth or card |
 * | `not-aligned` | the photographs do not show the same thing at nearly the same place | a tripod; nothing may be moved |
 * | `exposures-differ` | the thing itself is brighter in front of one of the backgrounds | a fixed exposure and white balance |
 */
export const twoShotsErrorCodes = ['sizes-differ', 'backgrounds-alike', 'not-aligned', 'exposures-differ'] as const;

export type TwoShotsErrorCode = (typeof twoShotsErrorCodes)[number];

export class TwoShotsError extends Error {
  override readonly name = 'TwoShotsError';
  readonly code: TwoShotsErrorCode;
  /** Technical details in English, for a report. */
  readonly detail: string;

  constructor(code: TwoShotsErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}
