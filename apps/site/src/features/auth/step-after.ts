import type { Arrival, AuthError, AuthState } from '@isola/auth';

/**
 * What the page that mails lead to has to do:
 * - `ask`: nobody came by a link: the code can be typed.
 * - `failed`: the link was no good.
 * - `confirmed`, `changed`: the address is confirmed, or the new one is; somebody is signed in.
 * - `enter`: they came to sign in.
 * - `reset`: they came for a new password.
 */
export type Step =
  | { readonly to: 'ask' | 'confirmed' | 'changed' | 'enter' | 'reset' }
  | { readonly to: 'failed'; readonly error: AuthError };

export function stepAfter(arrival: Arrival | null, status: AuthState['status']): Step {
  if (arrival?.outcome === 'failed')
    return status === 'signed-in' ? { to: 'confirmed' } : { to: 'failed', error: arrival.error };
  // The session may have ended since: in another tab, or by a sign-out here.
  if (status !== 'signed-in') return { to: 'ask' };
  if (!arrival) return { to: 'confirmed' };
  switch (arrival.purpose) {
    case 'signup':
      return { to: 'confirmed' };
    case 'email_change':
      return { to: 'changed' };
    case 'magiclink':
      return { to: 'enter' };
    case 'recovery':
      return { to: 'reset' };
    default:
      return arrival.purpose satisfies never;
  }
}
