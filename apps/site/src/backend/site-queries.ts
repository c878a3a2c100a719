import { QueryClient, type QueryKey } from '@tanstack/react-query';

import { onUserChange } from './opened-auth.ts';

/**
 * The site's only cache of server data. `AuthGate` provides it to the pages of the membership and of the
 * administration. The site's own components pass it to `useQuery` and `useMutation` as an argument, so that the root
 * needs no provider: a page that queries nothing does not load the library.
 */
export const siteQueries = new QueryClient({
  // Without the second option, the site's own queries would be fetched again on focus only while a provider is mounted.
  defaultOptions: { queries: { staleTime: 60_000, refetchOnWindowFocus: false } },
});

/**
 * Removes what was cached for a user when another user, or nobody, is signed in.
 * @param keyOf returns the beginning of the keys of a user's queries. The user is null for a visitor.
 */
export function forgetPreviousUser(keyOf: (userId: string | null) => QueryKey): void {
  onUserChange((previousUserId) => siteQueries.removeQueries({ queryKey: keyOf(previousUserId) }));
}
