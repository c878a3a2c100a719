import * as z from 'zod/mini';

import type { Supabase } from './create-supabase.ts';
import { translateDatabaseError } from './translate-auth-error.ts';

/** Paid plan of a member: a row of the table `user_subscriptions`, with the columns of the plan that the site needs. */
export interface Subscription {
  readonly user_id: string;
  readonly plan_id: string;
  /**
   * `past_due`: the last payment failed. The plan stays, even after its end date, while the provider retries the
   * payment.
   */
  readonly status: 'active' | 'past_due';
  /** ISO 8601 in UTC. */
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
 * Loads the active subscription or, when there is none, one whose renewal was not paid. Such a subscription keeps its
 * plan while the provider retries the payment, whatever its end date.
 * @param nowMs milliseconds since 1970, by the server's clock.
 * @throws {AuthError} when the database did not answer, or refused.
 */
export async function loadSubscription(
  supabase: Supabase,
  userId: string,
  nowMs: number,
): Promise<Subscription | null> {
  const now = new Date(nowMs).toISOString();
  return (await longest(supabase, userId, 'active', now)) ?? (await longest(supabase, userId, 'past_due'));
}

/**
 * Returns the subscription of a status that ends last.
 * @param endsAfter ISO 8601; omitted, the end date is not checked.
 */
async function longest(
  supabase: Supabase,
  userId: string,
  status: Subscription['status'],
  endsAfter?: string,
): Promise<Subscription | null> {
  const mine = supabase
    .from('user_subscriptions')
    .select('user_id,plan_id,status,end_date,plans!user_subscriptions_plan_id_fkey(photos_per_batch)')
    .eq('user_id', userId)
    .eq('status', status);
  const running = endsAfter === undefined ? mine : mine.gte('end_date', endsAfter);
  const answer = await running.order('end_date', { ascending: false }).limit(1);
  if (answer.error) throw translateDatabaseError(answer.error, answer.status);
  return rowsSchema.parse(answer.data)[0] ?? null;
}
