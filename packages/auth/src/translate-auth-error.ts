import type { PostgrestError } from '@supabase/postgrest-js';
import * as z from 'zod/mini';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

/**
 * The auth service's codes, grouped by what a user can do about them. A code that is missing here is translated by its
 * status, or else to `refused`.
 */
const serverCodes = {
  'invalid-credentials': ['invalid_credentials'],
  'weak-password': ['weak_password'],
  'email-not-confirmed': ['email_not_confirmed', 'provider_email_needs_verification'],
  'same-password': ['same_password'],
  'password-required': ['current_password_required', 'reauthentication_needed', 'reauth_nonce_missing'],
  'password-wrong': ['current_password_mismatch'],
  'email-taken': ['email_exists', 'user_already_exists', 'identity_already_exists'],
  'too-many-requests': [
    'over_request_rate_limit',
    'over_email_send_rate_limit',
    'over_sms_send_rate_limit',
    'mfa_recovery_codes_locked',
  ],
  'link-expired': [
    'otp_expired',
    'flow_state_not_found',
    'flow_state_expired',
    'invite_not_found',
    'reauthentication_not_valid',
    'bad_oauth_state',
    'bad_oauth_callback',
    'saml_relay_state_not_found',
    'saml_relay_state_expired',
    'mfa_challenge_expired',
    'webauthn_challenge_expired',
    'mfa_verification_failed',
    'mfa_verification_rejected',
    'mfa_ip_address_mismatch',
  ],
  'wrong-browser': ['bad_code_verifier'],
  'signup-disabled': ['signup_disabled', 'email_provider_disabled'],
  'invalid-email': ['email_address_invalid', 'email_address_not_authorized'],
  'invalid-input': ['validation_failed', 'bad_json'],
  'account-disabled': ['user_banned'],
  'not-allowed': ['not_admin', 'insufficient_aal', 'user_sso_managed'],
  'session-missing': [
    'session_not_found',
    'session_expired',
    'refresh_token_not_found',
    'refresh_token_already_used',
    'no_authorization',
    'bad_jwt',
    'unexpected_audience',
    'user_not_found',
  ],
  unavailable: [
    'unexpected_failure',
    'server_error',
    'request_timeout',
    'conflict',
    'hook_timeout',
    'hook_timeout_after_retry',
    'hook_payload_over_size_limit',
    'hook_payload_invalid_content_type',
    'sms_send_failed',
    'saml_metadata_fetch_failed',
  ],
  // Ways to sign in that this product does not use, and features that an operator has switched off.
  'not-offered': [
    'not_found',
    'otp_disabled',
    'provider_disabled',
    'captcha_failed',
    'anonymous_provider_disabled',
    'manual_linking_disabled',
    'oauth_provider_not_supported',
    'identity_not_found',
    'single_identity_not_deletable',
    'email_conflict_identity_not_deletable',
    'phone_exists',
    'phone_not_confirmed',
    'phone_provider_disabled',
    'saml_provider_disabled',
    'saml_idp_not_found',
    'saml_idp_already_exists',
    'saml_assertion_no_user_id',
    'saml_assertion_no_email',
    'saml_entity_id_mismatch',
    'sso_provider_not_found',
    'sso_domain_already_exists',
    'too_many_enrolled_mfa_factors',
    'mfa_factor_name_conflict',
    'mfa_factor_not_found',
    'mfa_verified_factor_exists',
    'mfa_phone_enroll_not_enabled',
    'mfa_phone_verify_not_enabled',
    'mfa_totp_enroll_not_enabled',
    'mfa_totp_verify_not_enabled',
    'mfa_webauthn_enroll_not_enabled',
    'mfa_webauthn_verify_not_enabled',
    'mfa_recovery_codes_enroll_not_enabled',
    'mfa_recovery_codes_verify_not_enabled',
    'mfa_recovery_codes_sole_factor',
  ],
} as const satisfies Partial<Record<AuthErrorCode, readonly string[]>>;

const codes: ReadonlyMap<string, AuthErrorCode> = new Map(
  Object.entries(serverCodes).flatMap(([code, all]) => all.map((each) => [each, code as AuthErrorCode])),
);

const refusalSchema = z.object({
  code: z.optional(z.unknown()),
  error_code: z.optional(z.string()),
  msg: z.optional(z.string()),
  message: z.optional(z.string()),
  weak_password: z.optional(z.object({ reasons: z.optional(z.array(z.string())) })),
});

/**
 * Translates an error response of the auth service.
 * @param body the response's JSON, of any shape; undefined when it is not JSON, as from a wrong address.
 * @param url address that answered.
 */
export function translateRefusal(status: number, body: unknown, url: string): AuthError {
  const refusal = refusalSchema.safeParse(body).data ?? {};
  const message = refusal.msg ?? refusal.message ?? '';
  // Newer servers send `code`; older ones send `error_code`, and a number as `code`.
  const code = codeFor(refusal.error_code ?? String(refusal.code), message, status);
  return new AuthError(code, {
    serverMessage: message,
    reasons: refusal.weak_password?.reasons ?? [],
    status,
    detail: `${url} answered ${status}${body === undefined ? ' without JSON' : ''}`,
  });
}

/**
 * Translates an error of the database.
 * @param status HTTP status of the response; 0 when none arrived.
 */
export function translateDatabaseError(error: PostgrestError, status: number): AuthError {
  if (status === 0) return new AuthError('network', { detail: error.message, cause: error });
  return new AuthError(databaseCode(error, status), { serverMessage: error.message, status, cause: error });
}

function databaseCode({ code, hint }: PostgrestError, status: number): AuthErrorCode {
  if (hint === 'account-disabled') return 'account-disabled';
  // PostgreSQL's insufficient_privilege means that a permission is missing. For a visitor it comes with 401.
  if (code === '42501') return 'not-allowed';
  if (status === 401) return 'session-missing';
  // PostgreSQL's error classes 22 and 23: data exceptions and constraint violations.
  if (/^2[23]/.test(code)) return 'invalid-input';
  // PostgREST's and PostgreSQL's codes for a function or table that does not exist.
  if (/^(PGRST20[25]|42883|42P01)$/.test(code)) return 'not-offered';
  return codeByStatus(status);
}

function codeFor(code: string, message: string, status: number): AuthErrorCode {
  if (code === 'validation_failed') {
    // The auth service uses one code for everything malformed.
    if (/email/i.test(message)) return 'invalid-email';
    if (/password.*longer/i.test(message)) return 'password-too-long';
    if (/password/i.test(message)) return 'weak-password';
  }
  return codes.get(code) ?? codeByStatus(status);
}

/** Returns the code of an answer that only its HTTP status explains. */
export function codeByStatus(status: number): AuthErrorCode {
  if (status === 429) return 'too-many-requests';
  return status >= 500 ? 'unavailable' : 'refused';
}
