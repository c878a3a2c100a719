import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { Cursor } from '../api/schemas.ts';
import type { Page } from '../api/admin-api.ts';
import { useAdmin } from './admin-context.tsx';

/** Asks the backend; what was answered before stays until the next answer is here. */
export function useAsk<Answer>(key: readonly unknown[], ask: (signal: AbortSignal) => Promise<Answer>) {
  const { data, error, isFetching, refetch } = useQuery<Answer>({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    // The default would wait for the network without a message.
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const state = error ? 'failed' : isFetching ? 'loading' : 'ready';
  return { data, error, state, retry: () => void refetch() } as const;
}

const pageSize = 50;

/** Which page of a list the URL names. */
export function usePageRequest() {
  const { search } = useAdmin();
  return { after: cursorIn(search['after']), before: cursorIn(search['before']), pageSize };
}

/** The ways to the pages beside one, for a `DataTable`. */
export function usePaging(page: Page<unknown> | undefined) {
  const { setSearch } = useAdmin();
  const to = (key: 'after' | 'before', cursor: Cursor | null | undefined) =>
    cursor === null || cursor === undefined
      ? undefined
      : () => setSearch({ after: undefined, before: undefined, [key]: JSON.stringify(cursor) });
  return { onPrevious: to('before', page?.previous), onNext: to('after', page?.next) };
}

function cursorIn(written: string | undefined): Cursor | undefined {
  if (!written) return undefined;
  try {
    return (JSON.parse(written) as Cursor | null) ?? undefined;
  } catch {
    return undefined;
  }
}
