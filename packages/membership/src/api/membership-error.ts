/**
 * Code of a failed call.
 * - `network`: no answer arrived.
 * - `busy`: the server does not answer at the moment.
 * - `signed-out`: the session has ended.
 * - `forbidden`: the database does not allow the call to this session, or the server lacks a grant.
 * - `missing`: this backend has no such function.
 * - `invalid`: the answer does not match its schema.
 * - `refused`: the backend refused without a code.
 *
 * Other codes are the server's own, such as `already-subscribed`.
 */
export type MembershipErrorCode =
  | 'network'
  | 'busy'
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'refused'
  | (string & {});

export class MembershipError extends Error {
  override readonly name = 'MembershipError';
  readonly code: MembershipErrorCode;

  /** @param message sentence of the server. */
  constructor(code: MembershipErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
