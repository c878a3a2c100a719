import { queryOptions } from '@tanstack/react-query';

import type { MembershipApi, Part } from '../api/membership-api.ts';
import type { Payment } from '../api/schemas.ts';
import { queryDefaults } from './query-defaults.ts';

/**
 * Beginning of the keys of one caller's queries. A host removes them when another user signs in:
 * `queryClient.removeQueries({ queryKey: membershipKey(previousUserId) })`.
 * @param userId null for a visitor.
 */
export const membershipKey = (userId: string | null) => ['membership', userId] as const;

/**
 * Options for `useQuery`, one function per query. The caller's id is part of each key, so that no user is shown what
 * was cached for another one.
 */
export function membershipQueries(api: MembershipApi) {
  const key = membershipKey(api.userId);
  return {
    plans: () =>
      queryOptions({ ...queryDefaults, queryKey: [...key, 'plans'], queryFn: ({ signal }) => api.plans(signal) }),
    membership: () =>
      queryOptions({
        ...queryDefaults,
        queryKey: [...key, 'membership'],
        queryFn: ({ signal }) => api.membership(signal),
      }),
    usage: (days: number) =>
      queryOptions({
        ...queryDefaults,
        queryKey: [...key, 'usage', days],
        queryFn: ({ signal }) => api.usage(days, signal),
      }),
    invoices: (part: Part) =>
      queryOptions({
        ...queryDefaults,
        queryKey: [...key, 'invoices', part],
        queryFn: ({ signal }) => api.invoices(part, signal),
      }),
    payments: (part: Part & { readonly statuses?: readonly Payment['status'][] | undefined }) =>
      queryOptions({
        ...queryDefaults,
        queryKey: [...key, 'payments', part],
        queryFn: ({ signal }) => api.payments(part, signal),
      }),
    checkoutStatus: (checkout: string) =>
      queryOptions({
        ...queryDefaults,
        queryKey: [...key, 'checkout', checkout],
        queryFn: ({ signal }) => api.checkoutStatus(checkout, signal),
      }),
  };
}
