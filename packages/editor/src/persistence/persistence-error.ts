/**
 * Why a file of this site could not be opened or written. Worded in the bundle `editor` as `keep.error.<code>`.
 *
 * | code | happens when |
 * | --- | --- |
 * | `not-a-project` | the file is no project at all |
 * | `not-a-state` | the file is no state at all |
 * | `newer-version` | a newer site has written it |
 * | `damaged-file` | it says that it is ours, and what is in it is missing, cut short or contradicts itself |
 * | `too-large` | it is, or would be, larger than what is opened here |
 */
export type PersistenceErrorCode = 'not-a-project' | 'not-a-recipe' | 'newer-version' | 'damaged-file' | 'too-large';

export class PersistenceError extends Error {
  override readonly name = 'KeepError';
  readonly code: PersistenceErrorCode;

  /** @param detail the particulars, in English. */
  constructor(code: PersistenceErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.code = code;
  }
}
