import type { AuthError as SupabaseAuthError, PostgrestError } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

/** Maps the auth service's codes. A code that is missing here is mapped by its status, else to `refused`. */
const codes: Readonly<Record<string, AuthErrorCode>> = {
  invalid_credentials: 'invalid-credentials',
  weak_password: 'weak-password',
  email_not_confirmed: 'email-not-confirmed',
  same_password: 'same-password',
  current_password_required: 'password-required',
  current_password_mismatch: 'password-wrong',
  reauthentication_needed: 'password-required',
  email_exists: 'email-taken',
  over_request_rate_limit: 'too-many-requests',
  over_email_send_rate_limit: 'too-many-requests',
  otp_expired: 'link-expired',
  bad_code_verifier: 'wrong-browser',
  signup_disabled: 'signup-disabled',
  email_provider_disabled: 'signup-disabled',
  email_address_invalid: 'invalid-email',
  email_address_not_authorized: 'invalid-email',
  session_not_found: 'session-missing',
  session_expired: 'session-missing',
  refresh_token_not_found: 'session-missing',
  refresh_token_already_used: 'session-missing',
  no_authorization: 'session-missing',
  bad_jwt: 'session-missing',
  user_not_found: 'session-missing',
};

/** Classes that supabase-js throws of itself: their messages are its own, not the server's. */
const classes: Readonly<Record<string, AuthErrorCode>> = {
  AuthSessionMissingError: 'session-missing',
  AuthInvalidJwtError: 'session-missing',
  AuthRefreshDiscardedError: 'session-missing',
  AuthInvalidCredentialsError: 'invalid-credentials',
};

/** @param error what supabase-js gave as an `error`. */
export function translateAuthError(error: SupabaseAuthError): AuthError {
  const own = classes[error.name];
  if (own) return new AuthError(own, { cause: error });
  // Its status is 0 when no answer came.
  if (!error.status) return new AuthError('network', { cause: error });
  const code = codeFor(error.code ?? '', error.message, error.status);
  return new AuthError(code, { serverMessage: error.message, reasons: reasonsOf(error), cause: error });
}

const refusalSchema = z.object({
  code: z.optional(z.unknown()),
  error_code: z.optional(z.string()),
  msg: z.optional(z.string()),
  message: z.optional(z.string()),
  weak_password: z.optional(z.object({ reasons: z.optional(z.array(z.string())) })),
});

/** @param body of an answer to a request of our own; anything. */
export function translateRefusal(status: number, body: unknown): AuthError {
  const refusal = refusalSchema.safeParse(body).data ?? {};
  const message = refusal.msg ?? refusal.message ?? '';
  // Newer servers say `code`; older ones say `error_code`, and a number as `code`.
  const code = codeFor(refusal.error_code ?? String(refusal.code), message, status);
  return new AuthError(code, { serverMessage: message, reasons: refusal.weak_password?.reasons ?? [] });
}

/** @param status of the answer; 0 when none came. */
export function translateDatabaseError(error: PostgrestError, status: number): AuthError {
  if (status === 0) return new AuthError('network', { cause: error });
  // PostgreSQL's insufficient_privilege says that something is not granted; a visitor's comes with 401, too.
  const code = status === 401 && error.code !== '42501' ? 'session-missing' : codeByStatus(status);
  return new AuthError(code, { serverMessage: error.message, cause: error });
}

/** For an answer that supabase-js did not read. @param code the auth service's. */
export function translateAnswer(status: number, code: string): AuthError {
  return new AuthError(codes[code] ?? codeByStatus(status));
}

function codeFor(code: string, message: string, status: number): AuthErrorCode {
  // The one code for everything malformed; an address is what a user can mend.
  if (code === 'validation_failed' && /email/i.test(message)) return 'invalid-email';
  return codes[code] ?? codeByStatus(status);
}

function codeByStatus(status: number): AuthErrorCode {
  if (status === 429) return 'too-many-requests';
  return status >= 500 ? 'unavailable' : 'refused';
}

function reasonsOf(error: SupabaseAuthError): readonly string[] {
  return 'reasons' in error && Array.isArray(error.reasons) ? error.reasons.map(String) : [];
}
