import type { UseQueryResult } from '@tanstack/react-query';

interface Query<Data> extends Pick<UseQueryResult, 'error' | 'failureReason' | 'isFetching' | 'refetch'> {
  readonly data: Data | undefined;
}

/**
 * Reads a query's result as tables, charts and `Failure` take it.
 * @returns `data` of the last successful fetch. `error` is also set while a busy server is retried. `retry` fetches
 * once more.
 */
export function queryState<Data>({ data, error, failureReason, isFetching, refetch }: Query<Data>) {
  const shownError = error ?? failureReason;
  const state = shownError ? 'failed' : isFetching ? 'loading' : 'ready';
  return { data, error: shownError, state, retry: () => void refetch() } as const;
}
