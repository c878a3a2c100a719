import { queryDefaults } from '@isola/membership/react';
import { queryOptions } from '@tanstack/react-query';

import type { AdminApi, DashboardDays, ListRequest, UsersRequest } from '../api/admin-api.ts';

/**
 * Beginning of the keys of one administrator's queries. A host removes them when another user signs in:
 * `queryClient.removeQueries({ queryKey: adminKey(previousUserId) })`.
 */
export const adminKey = (userId: string | null) => ['admin', userId] as const;

/** Options of one query: `parts` complete the key, and `read` loads the data. */
function adminQuery<T>(api: AdminApi, parts: readonly unknown[], read: (signal: AbortSignal) => Promise<T>) {
  return queryOptions<T>({
    ...queryDefaults,
    queryKey: [...adminKey(api.userId), ...parts],
    queryFn: ({ signal }) => read(signal),
    // The previous rows stay visible while a filter or a page changes, but not when another user signs in.
    placeholderData: (previous, query) => (query?.queryKey[1] === api.userId ? previous : undefined),
    refetchOnWindowFocus: false,
  });
}

/**
 * Options for `useQuery`, one function per query. The administrator's id is part of each key, so that nobody is shown
 * what was cached for another administrator.
 */
export function adminQueries(api: AdminApi) {
  return {
    dashboard: (days: DashboardDays) => adminQuery(api, ['dashboard', days], (signal) => api.dashboard(days, signal)),
    today: () => adminQuery(api, ['today'], (signal) => api.today(signal)),
    users: (request: UsersRequest) => adminQuery(api, ['users', request], (signal) => api.users(request, signal)),
    user: (id: string) => adminQuery(api, ['user', id], (signal) => api.user(id, signal)),
    revenue: (from: string, to: string) =>
      adminQuery(api, ['revenue', from, to], (signal) => api.revenue(from, to, signal)),
    payments: (request: ListRequest) =>
      adminQuery(api, ['payments', request], (signal) => api.payments(request, signal)),
    webhooks: (request: ListRequest) =>
      adminQuery(api, ['webhooks', request], (signal) => api.webhooks(request, signal)),
    webhook: (id: string) => adminQuery(api, ['webhook', id], (signal) => api.webhook(id, signal)),
    audit: (request: ListRequest) => adminQuery(api, ['audit', request], (signal) => api.audit(request, signal)),
    admins: () => adminQuery(api, ['admins'], (signal) => api.admins(signal)),
    health: () => adminQuery(api, ['health'], (signal) => api.health(signal)),
    plans: () => adminQuery(api, ['plans'], (signal) => api.plans(signal)),
    settings: () => adminQuery(api, ['settings'], (signal) => api.settings(signal)),
    secondFactor: () => adminQuery(api, ['second-factor'], (signal) => api.secondFactor(signal)),
  };
}
