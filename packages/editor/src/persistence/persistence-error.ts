import type { PersistenceErrorCode } from '../model/failure.ts';

/** Failure of reading or writing a project file or a preset file. */
export class PersistenceError extends Error {
  override readonly name = 'PersistenceError';
  readonly code: PersistenceErrorCode;

  /** @param detail Particulars of the failure, in English. */
  constructor(code: PersistenceErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.code = code;
  }
}
