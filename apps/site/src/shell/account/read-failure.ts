import type { AuthErrorCode } from '@isola/auth';

import { BackendError } from '#backend/call-function.ts';

/** Reason why an account request failed. Components translate it. */
export interface Failure {
  readonly code: AuthErrorCode;
  /** Message of the server; empty when the server was not reached. */
  readonly serverMessage: string;
  /** Rules of the server that the password does not meet, for the code `weak-password`. */
  readonly reasons: readonly string[];
}

/**
 * Converts an error into a failure. An `AuthError` is recognised by its shape, so that its library need not be loaded.
 */
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
