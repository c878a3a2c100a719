import type { User } from '@supabase/supabase-js';

/** What to call somebody: the name they chose, else what stands before the @. */
export function accountName(user: Pick<User, 'email' | 'user_metadata'>): string {
  const chosen: unknown = user.user_metadata['username'];
  if (typeof chosen === 'string' && chosen.trim() !== '') return chosen.trim();
  return user.email?.split('@')[0] ?? '';
}
