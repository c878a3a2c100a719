import { useAuth, useAuthClient } from '@isola/auth/react';
import type { MembershipApi } from '@isola/membership';
import { membershipQueries } from '@isola/membership/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reloads the account's subscription when the membership pages have fetched a different one: after the member has
 * joined, changed the plan or returned from paying. The rest of the site reads the plan from the account. Renders
 * nothing.
 */
export function SubscriptionSync({ api }: { api: MembershipApi }) {
  const client = useAuthClient();
  const state = useAuth();
  // This query only observes the cache; the membership pages fetch the data.
  const { data } = useQuery({ ...membershipQueries(api).membership(), enabled: false });
  const fetched = data && planOf(data.subscription);
  const isKnown = state.status === 'signed-in' && state.subscription !== 'loading';
  const known = isKnown ? planOf(state.subscription) : undefined;
  useEffect(() => {
    if (fetched !== undefined && known !== undefined && fetched !== known) client.reloadSubscription();
  }, [fetched, known, client]);
  return null;
}

/** Returns a key that differs between subscriptions with different plans or states. */
function planOf(subscription: { readonly plan_id: string; readonly status: string } | null): string {
  return subscription ? `${subscription.plan_id} ${subscription.status}` : 'none';
}
