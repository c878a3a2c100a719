import type { AuthClient, AuthState } from '@isola/auth';
import { AuthProvider } from '@isola/auth/react';
import type { Membership, MembershipApi } from '@isola/membership';
import { membershipQueries } from '@isola/membership/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { siteQueries } from '#backend/site-queries.ts';

import { SubscriptionSync } from './subscription-sync.tsx';

type Subscription = Extract<AuthState, { status: 'signed-in' }>['subscription'];

const unused = () => Promise.reject(new Error('Not called in this test'));
const api: MembershipApi = {
  userId: 'lin',
  plans: unused,
  membership: unused,
  usage: unused,
  invoices: unused,
  payments: unused,
  join: unused,
  checkoutStatus: unused,
  change: unused,
  openPortal: unused,
  exportData: unused,
};

/** Renders the component for an account with this subscription. */
async function renderSync(subscription: Subscription) {
  let state = { status: 'signed-in', subscription } as AuthState;
  const listeners = new Set<() => void>();
  const reloadSubscription = vi.fn();
  const client = {
    start: () => () => undefined,
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reloadSubscription,
  } as unknown as AuthClient;
  await render(
    <QueryClientProvider client={siteQueries}>
      <AuthProvider client={client}>
        <SubscriptionSync api={api} />
      </AuthProvider>
    </QueryClientProvider>,
  );
  return {
    reloadSubscription,
    show: (next: Subscription) => {
      state = { status: 'signed-in', subscription: next } as AuthState;
      for (const listener of listeners) listener();
    },
  };
}

/** Puts a server's answer into the cache, like a membership page. */
function fetched(subscription: { plan_id: string; status: 'active' | 'past_due' } | null) {
  const used = { today: 0, month: 0 };
  siteQueries.setQueryData(membershipQueries(api).membership().queryKey, {
    plan: {
      id: subscription?.plan_id ?? 'free',
      ai_images_per_day: null,
      ai_images_per_month: null,
      api_images_per_month: null,
      photos_per_batch: 50,
    },
    subscription: subscription && {
      id: 's1',
      start_date: '2026-03-02T10:00:00Z',
      end_date: '2027-03-02T10:00:00Z',
      cancelled_at: null,
      is_renewed: true,
      amount_minor: 19_900,
      currency: 'CNY',
      period_months: 12,
      provider: 'stripe',
      ...subscription,
    },
    usage: { device: used, ai: used, api: used },
  } satisfies Membership);
}

const member = {
  user_id: 'lin',
  plan_id: 'member',
  status: 'active',
  end_date: '2027-03-02T10:00:00Z',
  plans: { photos_per_batch: 200 },
} as const;

afterEach(() => siteQueries.clear());

test('the subscription is reloaded once when the pages have fetched a plan that the account does not know', async () => {
  const { reloadSubscription, show } = await renderSync(null);
  fetched(null);
  fetched({ plan_id: 'member', status: 'active' });
  await vi.waitFor(() => expect(reloadSubscription).toHaveBeenCalledOnce());
  show(member);
  fetched({ plan_id: 'member', status: 'past_due' });
  await vi.waitFor(() => expect(reloadSubscription).toHaveBeenCalledTimes(2));
});

test('the subscription is not reloaded while it is loading, or when the pages have fetched the same one', async () => {
  const { reloadSubscription, show } = await renderSync('loading');
  fetched({ plan_id: 'member', status: 'active' });
  show(member);
  fetched({ plan_id: 'studio', status: 'active' });
  await vi.waitFor(() => expect(reloadSubscription).toHaveBeenCalled());
  expect(reloadSubscription).toHaveBeenCalledOnce();
});
