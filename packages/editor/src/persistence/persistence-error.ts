/**
 * Why a file of this site could not be opened or written. Worded in the bundle `editor` as `saved.error.<code>`.
 *
 * | code | happens when |
 * | --- | --- |
 * | `not-a-project` | the file is no project at all |
 * | `not-a-preset` | the file is no preset at all |
 * | `newer-version` | a newer site has written it |
 * | `unknown-kind` | it has a background or an edit that this editor does not know |
 * | `damaged-file` | it says that it is ours, and what is in it is missing, cut short or contradicts itself |
 * | `too-large` | it is, or would be, larger than what is opened here |
 */
export type PersistenceErrorCode =
  | 'not-a-project'
  | 'not-a-preset'
  | 'newer-version'
  | 'unknown-kind'
  | 'damaged-file'
  | 'too-large';

export class PersistenceError extends Error {
  override readonly name = 'PersistenceError';
  readonly code: PersistenceErrorCode;

  /** @param detail the particulars, in English. */
  constructor(code: PersistenceErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.code = code;
  }
}
