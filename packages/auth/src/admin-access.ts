import * as z from 'zod/mini';

import type { Supabase } from './create-supabase.ts';
import type { AdminAccess, AuthClient } from './auth-client.ts';
import { identityError } from './identity-error.ts';
import type { SessionStore } from './session-store.ts';
import { translateDatabaseError } from './translate-auth-error.ts';

/** Result of the database function `admin_session`. */
const adminSessionSchema = z.nullable(
  z.object({
    admin: z.object({ role: z.string(), permissions: z.array(z.string()) }),
    seconds_left: z.number(),
    writes_seconds_left: z.number(),
    second_factor: z.enum(['none', 'needed', 'given']),
  }),
);

/** Opens the admin session, and proves the identity that it requires. */
export type AdminAccessRequests = Pick<AuthClient, 'openAdminSession' | 'proveIdentity'>;

export function createAdminAccess(supabase: Supabase, store: SessionStore): AdminAccessRequests {
  return {
    openAdminSession,

    async proveIdentity({ currentPassword }) {
      const { data, error, status } = await supabase.rpc('prove_identity', { current_password: currentPassword });
      if (error) throw translateDatabaseError(error, status);
      if (data !== 'confirmed') throw identityError(data, store);
      return openAdminSession();
    },
  };

  async function openAdminSession(): Promise<AdminAccess> {
    const userId = store.read()?.user.id;
    const { data, error, status } = await supabase.rpc('admin_session');
    if (error) throw translateDatabaseError(error, status);
    const answer = adminSessionSchema.parse(data);
    // The remaining time is counted from the arrival of the response, because the device's date may be wrong.
    const isProven = answer !== null && answer.seconds_left > 0;
    const holds = isProven && answer.second_factor !== 'needed';
    // Meanwhile another tab may have signed out, or signed somebody else in.
    if (store.read()?.user.id === userId) {
      store.keepAdminSession(
        holds ? { admin: answer.admin, expires_at: Date.now() + answer.seconds_left * 1_000 } : undefined,
      );
    }
    if (answer === null) return 'no-admin';
    if (!isProven) return 'identity-unproven';
    if (!holds) return 'second-factor-needed';
    return answer.writes_seconds_left > 0 ? 'open' : 'read-only';
  }
}
