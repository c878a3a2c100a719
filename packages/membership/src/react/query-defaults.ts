import { MembershipError } from '../api/membership-error.ts';

/** Wait before the first retry of a busy server. It doubles with each retry, up to the longest wait. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** Options of every mutation. TanStack Query's own network mode would wait for a connection without a message. */
export const mutationDefaults = { networkMode: 'always' } as const;

/**
 * Options of every query. Each one is fetched again when it is shown again. A busy server is tried until it answers; no
 * other failure is retried without the user.
 */
export const queryDefaults = {
  ...mutationDefaults,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: (_failures: number, error: Error) => error instanceof MembershipError && error.code === 'busy',
  retryDelay: (failures: number) => Math.min(firstRetryMs * 2 ** failures, longestRetryMs),
} as const;
