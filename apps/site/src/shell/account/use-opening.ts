import type { AuthClient } from '@isola/auth';
import { useQuery } from '@tanstack/react-query';

import { openAuth } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';

/**
 * State of opening the account's client:
 * - `none`: this installation has no accounts.
 * - `unreachable`: the server did not answer; `Unreachable` retries every few seconds.
 */
export type Opening =
  | { readonly status: 'looking' }
  | { readonly status: 'none' }
  | { readonly status: 'unreachable'; readonly retry: () => void; readonly isRetrying: boolean }
  | { readonly status: 'open'; readonly client: AuthClient };

/** Opens the account's client and returns the state of opening it. */
export function useOpening(): Opening {
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['auth'],
      queryFn: openAuth,
      retry: false,
      staleTime: Infinity,
      // The default mode would pause the query while offline, without a message.
      networkMode: 'always',
      refetchOnWindowFocus: false,
    },
    siteQueries,
  );
  if (data) return { status: 'open', client: data };
  if (data === null) return { status: 'none' };
  if (error) return { status: 'unreachable', retry: () => void refetch(), isRetrying: isFetching };
  return { status: 'looking' };
}
