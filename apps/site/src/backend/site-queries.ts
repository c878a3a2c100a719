import { QueryClient, type QueryKey } from '@tanstack/react-query';

import { onUserChange } from './opened-auth.ts';

/**
 * The only cache of server data in the site. `AuthGate` provides it to the membership and administration pages. The
 * site's own components pass it to `useQuery` and `useMutation` as an argument. The root therefore needs no provider,
 * and pages without queries do not load the library.
 */
export const siteQueries = new QueryClient({
  // Refetching on focus works only while a provider is mounted. It is off, so that all pages behave the same.
  defaultOptions: { queries: { staleTime: 60_000, refetchOnWindowFocus: false } },
});

/**
 * Removes the cached queries of a user when another user signs in or the user signs out.
 * @param keyOf returns the common prefix of the keys of a user's queries. `userId` is null for a visitor.
 */
export function forgetPreviousUser(keyOf: (userId: string | null) => QueryKey): void {
  onUserChange((previousUserId) => siteQueries.removeQueries({ queryKey: keyOf(previousUserId) }));
}
