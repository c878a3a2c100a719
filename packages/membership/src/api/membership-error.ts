/**
 * Why a call failed. `network`: no answer came. `busy`: the server does not answer at the moment. `signed-out`: the session has
 * ended. `forbidden`: the database does not allow it to this session, or the server lacks a grant. `missing`: this backend has no
 * such function. `invalid`: the answer was not of the agreed form. Other codes are the server's own, such as `already-subscribed`.
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

  /** @param message in the server's own words. */
  constructor(code: MembershipErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
