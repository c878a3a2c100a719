import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { translateDatabaseError } from './translate-auth-error.ts';

/** A member's paid plan, as the table `user_subscriptions` has it. */
export interface Subscription {
  readonly user_id: string;
  readonly plan_id: string;
  readonly status: string;
  /** ISO 8601, UTC. */
  readonly end_date: string;
}

const rowsSchema = z.array(
  z.object({ user_id: z.string(), plan_id: z.string(), status: z.string(), end_date: z.string() }),
);

/**
 * @param nowMs milliseconds since 1970, by the server's clock.
 * @returns the active one that lasts longest, or null.
 * @throws {AuthError} when the database did not answer, or refused.
 */
export async function loadSubscription(
  supabase: SupabaseClient,
  userId: string,
  nowMs: number,
): Promise<Subscription | null> {
  const { data, error, status } = await supabase
    .from('user_subscriptions')
    .select('user_id,plan_id,status,end_date')
    .eq('user_id', userId)
    .eq('status', 'active')
    .gte('end_date', new Date(nowMs).toISOString())
    .order('end_date', { ascending: false })
    .limit(1);
  if (error) throw translateDatabaseError(error, status);
  return rowsSchema.parse(data)[0] ?? null;
}
