import { AuthError, type AuthErrorCode } from './auth-error.ts';

/** Error codes for the results with which `delete_my_account` or `prove_identity` refuses. */
const identityRefusals: Readonly<Record<string, AuthErrorCode>> = {
  'session-missing': 'session-missing',
  'password-required': 'password-required',
  'password-wrong': 'password-wrong',
  'too-many-attempts': 'too-many-requests',
  'last-super-admin': 'last-super-admin',
};

/** Returns the error for a result with which `delete_my_account` or `prove_identity` refuses. */
export function identityError(outcome: unknown): AuthError {
  return new AuthError(identityRefusals[String(outcome)] ?? 'refused');
}
