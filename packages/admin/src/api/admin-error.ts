/**
 * Code of a failed call.
 * - `network`: no answer arrived.
 * - `forbidden`: the administrator lacks the permission, or must prove their identity again.
 * - `missing`: this backend has no such function.
 * - `invalid`: the answer does not match its schema.
 * - `refused`: the backend refused without a code.
 *
 * Other codes are hints of the database, such as `last-super-admin`.
 */
export type AdminErrorCode = 'network' | 'forbidden' | 'missing' | 'invalid' | 'refused' | (string & {});

export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly code: AdminErrorCode;

  /** @param message sentence of the server, or empty. */
  constructor(code: AdminErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
