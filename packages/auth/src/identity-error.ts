import { AuthError, type AuthErrorCode } from './auth-error.ts';
import type { SessionStore } from './session-store.ts';

/** Error codes for the results with which `delete_my_account` or `prove_identity` refuses. */
const identityRefusals: Readonly<Record<string, AuthErrorCode>> = {
  'session-missing': 'session-missing',
  'password-required': 'password-required',
  'password-wrong': 'password-wrong',
  'too-many-attempts': 'too-many-requests',
  'last-super-admin': 'last-super-admin',
};

/**
 * Returns the error for a result with which `delete_my_account` or `prove_identity` refuses. Reports the token of a
 * session that is over.
 */
export function identityError(outcome: unknown, store: Pick<SessionStore, 'read' | 'onTokenRefused'>): AuthError {
  const code = identityRefusals[String(outcome)] ?? 'refused';
  const kept = store.read();
  if (code === 'session-missing' && kept) store.onTokenRefused(kept.access_token);
  return new AuthError(code);
}
