import type { AuthErrorCode } from '@isola/auth';

import { BackendError } from '#backend/call-function.ts';

/** What went wrong with an account, for whoever words it. */
export interface Failure {
  readonly code: AuthErrorCode | 'not-offered';
  /** The server's own words; empty when it was not reached. */
  readonly serverMessage: string;
  /** Of `weak-password`: which of the server's rules it misses. */
  readonly reasons: readonly string[];
}

/** Reads an `AuthError` by its shape, so that the library need not come before somebody has failed. */
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
