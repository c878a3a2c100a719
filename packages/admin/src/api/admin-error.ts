/**
 * Why a call failed. `network`: no answer came. `forbidden`: the database refuses it to this administrator, or wants the proof of
 * identity again. `missing`: this backend has no such function. `invalid`: the answer was not of the agreed form. Other codes are the
 * database's own hints, such as `last-super-admin`.
 */
export type AdminErrorCode = 'network' | 'forbidden' | 'missing' | 'invalid' | 'refused' | (string & {});

export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly code: AdminErrorCode;

  /** @param message in the server's own words. */
  constructor(code: AdminErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
