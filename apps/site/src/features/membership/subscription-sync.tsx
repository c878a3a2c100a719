import { useAuth, useAuthClient } from '@isola/auth/react';
import type { MembershipApi } from '@isola/membership';
import { membershipQueries } from '@isola/membership/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reloads the account's subscription, from which the rest of the site reads the plan, when the pages of the membership
 * have fetched another one: after the member joined, changed the plan, or returned from paying. Renders nothing.
 */
export function SubscriptionSync({ api }: { api: MembershipApi }) {
  const client = useAuthClient();
  const state = useAuth();
  // Only observes the cache. The pages fetch.
  const { data } = useQuery({ ...membershipQueries(api).membership(), enabled: false });
  const fetched = data && planOf(data.subscription);
  const isKnown = state.status === 'signed-in' && state.subscription !== 'loading';
  const known = isKnown ? planOf(state.subscription) : undefined;
  useEffect(() => {
    if (fetched !== undefined && known !== undefined && fetched !== known) client.reloadSubscription();
  }, [fetched, known, client]);
  return null;
}

/** Returns a text that differs between subscriptions to different plans and in different states. */
function planOf(subscription: { readonly plan_id: string; readonly status: string } | null): string {
  return subscription ? `${subscription.plan_id} ${subscription.status}` : 'none';
}
