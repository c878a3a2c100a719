import type { AuthErrorCode } from '@isola/auth';

import { BackendError } from '#backend/call-function.ts';

/** Why an account request failed; the components word it. */
export interface Failure {
  readonly code: AuthErrorCode;
  /** The server's own words; empty when it was not reached. */
  readonly serverMessage: string;
  /** For `weak-password`: the server's rules that the password does not meet. */
  readonly reasons: readonly string[];
}

/** Reads an `AuthError` by its shape, so that the library is not loaded for it. */
export function readFailure(error: Error): Failure {
  if (isAuthFailure(error)) return error;
  if (error instanceof BackendError) {
    const { code, message } = error;
    return { code, serverMessage: code === 'refused' ? message : '', reasons: [] };
  }
  return { code: 'refused', serverMessage: error.message, reasons: [] };
}

function isAuthFailure(error: Error): error is Error & Failure {
  return 'code' in error && 'serverMessage' in error && 'reasons' in error;
}
