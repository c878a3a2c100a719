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

  constructor(code: AuthErrorCode, { serverMessage = '', reasons = [], ...options }: AuthErrorOptions = {}) {
    super(serverMessage === '' ? code : `${code}: ${serverMessage}`, options);
    this.code = code;
    this.serverMessage = serverMessage;
    this.reasons = reasons;
  }
}
