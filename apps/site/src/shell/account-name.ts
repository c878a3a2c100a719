import type { User } from '@supabase/supabase-js';

/** @returns the user's display name: the chosen one, else the part of the email before the @. */
export function accountName(user: Pick<User, 'email' | 'user_metadata'>): string {
  const chosen: unknown = user.user_metadata['username'];
  if (typeof chosen === 'string' && chosen.trim() !== '') return chosen.trim();
  return user.email?.split('@')[0] ?? '';
}
