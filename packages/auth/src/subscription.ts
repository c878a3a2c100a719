import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { translateDatabaseError } from './translate-auth-error.ts';

/** A member's paid plan, as the table `user_subscriptions` has it, with what the site needs of the plan. */
export interface Subscription {
  readonly user_id: string;
  readonly plan_id: string;
  /** `past_due`: the last payment failed; the plan stays, even after its end, while the provider tries again. */
  readonly status: 'active' | 'past_due';
  /** ISO 8601, UTC. */
  readonly end_date: string;
  readonly plans: { readonly photos_per_batch: number };
}

const rowsSchema = z.array(
  z.object({
    user_id: z.string(),
    plan_id: z.string(),
    status: z.enum(['active', 'past_due']),
    end_date: z.string(),
    plans: z.object({ photos_per_batch: z.number() }),
  }),
);

/**
 * @param nowMs milliseconds since 1970, by the server's clock.
 * @returns of those that give a plan, as `private.plan_of` in the database has it, the one that lasts longest, or null.
 * @throws {AuthError} when the database did not answer, or refused.
 */
export async function loadSubscription(
  supabase: SupabaseClient,
  userId: string,
  nowMs: number,
): Promise<Subscription | null> {
  const { data, error, status } = await supabase
    .from('user_subscriptions')
    .select('user_id,plan_id,status,end_date,plans!user_subscriptions_plan_id_fkey(photos_per_batch)')
    .eq('user_id', userId)
    .or(`status.eq.past_due,and(status.eq.active,end_date.gte.${new Date(nowMs).toISOString()})`)
    .order('end_date', { ascending: false })
    .limit(1);
  if (error) throw translateDatabaseError(error, status);
  return rowsSchema.parse(data)[0] ?? null;
}
