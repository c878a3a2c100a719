/**
 * Codes of all errors of this package. The app translates a code into a message: this package contains no text for
 * users.
 */
export const authErrorCodes = [
  'session-missing',
  'invalid-credentials',
  'weak-password',
  'password-too-long',
  'email-not-confirmed',
  'same-password',
  'password-required',
  'password-wrong',
  'email-taken',
  'last-super-admin',
  'charges-kept',
  'just-paid',
  'too-many-requests',
  'link-expired',
  'wrong-browser',
  'signup-disabled',
  'invalid-email',
  'invalid-input',
  'account-disabled',
  'not-allowed',
  'not-offered',
  'network',
  'unavailable',
  'refused',
] as const;

export type AuthErrorCode = (typeof authErrorCodes)[number];

export interface AuthErrorOptions extends ErrorOptions {
  readonly serverMessage?: string;
  readonly status?: number;
  /** Sentence for a developer when there is no message of the server: the address that did not answer as expected. */
  readonly detail?: string;
  readonly reasons?: readonly string[];
}

export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthErrorCode;
  /** Server's message, verbatim. Empty when the server sent none or was not reached. */
  readonly serverMessage: string;
  /**
   * Rules that the password breaks (`length`, `characters`, `pwned`), for the code `weak-password`. Empty for every
   * other code.
   */
  readonly reasons: readonly string[];
  /** HTTP status of the response. 0 when no response arrived, and for errors without a request. */
  readonly status: number;

  constructor(code: AuthErrorCode, options: AuthErrorOptions = {}) {
    const { serverMessage = '', reasons = [], status = 0, detail = '', ...errorOptions } = options;
    super([code, serverMessage || detail].filter(Boolean).join(': '), errorOptions);
    this.code = code;
    this.serverMessage = serverMessage;
    this.status = status;
    this.reasons = reasons;
  }
}
