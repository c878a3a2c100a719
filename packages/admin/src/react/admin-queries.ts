import { queryDefaults } from '@isola/membership/react';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { AdminApi, DashboardDays, ListRequest, UsersRequest } from '../api/admin-api.ts';

/**
 * Beginning of the keys of one administrator's queries. A host removes them when another user signs in:
 * `queryClient.removeQueries({ queryKey: adminKey(previousUserId) })`.
 */
export const adminKey = (userId: string | null) => ['admin', userId] as const;

const adminDefaults = {
  ...queryDefaults,
  // While a filter or a page changes, the rows before stay in sight.
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: false,
} as const;

/**
 * Options for `useQuery`, one function per query. The administrator's id is part of each key, so that nobody is shown
 * what was cached for another administrator.
 */
export function adminQueries(api: AdminApi) {
  const key = adminKey(api.userId);
  return {
    dashboard: (days: DashboardDays) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'dashboard', days],
        queryFn: ({ signal }) => api.dashboard(days, signal),
      }),
    today: () =>
      queryOptions({ ...adminDefaults, queryKey: [...key, 'today'], queryFn: ({ signal }) => api.today(signal) }),
    users: (request: UsersRequest) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'users', request],
        queryFn: ({ signal }) => api.users(request, signal),
      }),
    user: (id: string) =>
      queryOptions({ ...adminDefaults, queryKey: [...key, 'user', id], queryFn: ({ signal }) => api.user(id, signal) }),
    revenue: (from: string, to: string) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'revenue', from, to],
        queryFn: ({ signal }) => api.revenue(from, to, signal),
      }),
    payments: (request: ListRequest) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'payments', request],
        queryFn: ({ signal }) => api.payments(request, signal),
      }),
    webhooks: (request: ListRequest) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'webhooks', request],
        queryFn: ({ signal }) => api.webhooks(request, signal),
      }),
    webhook: (id: string) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'webhook', id],
        queryFn: ({ signal }) => api.webhook(id, signal),
      }),
    audit: (request: ListRequest) =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'audit', request],
        queryFn: ({ signal }) => api.audit(request, signal),
      }),
    admins: () =>
      queryOptions({ ...adminDefaults, queryKey: [...key, 'admins'], queryFn: ({ signal }) => api.admins(signal) }),
    health: () =>
      queryOptions({ ...adminDefaults, queryKey: [...key, 'health'], queryFn: ({ signal }) => api.health(signal) }),
    plans: () =>
      queryOptions({ ...adminDefaults, queryKey: [...key, 'plans'], queryFn: ({ signal }) => api.plans(signal) }),
    settings: () =>
      queryOptions({ ...adminDefaults, queryKey: [...key, 'settings'], queryFn: ({ signal }) => api.settings(signal) }),
    secondFactor: () =>
      queryOptions({
        ...adminDefaults,
        queryKey: [...key, 'second-factor'],
        queryFn: ({ signal }) => api.secondFactor(signal),
      }),
  };
}
