import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { MembershipError } from '../api/membership-error.ts';
import { useMembership } from './membership-context.tsx';

/** The wait before a busy server is asked again; doubled each time, up to the longest. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Asks the backend; what was answered before stays until the next answer is here. A server that is busy is asked again until it
 * answers; meanwhile that is the error.
 */
export function useAsk<Answer>(
  key: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Answer>,
  {
    isWanted = true,
    everyMs = () => false,
  }: { isWanted?: boolean; everyMs?: (answer: Answer | undefined) => number | false } = {},
) {
  const { data, error, failureReason, isFetching, refetch } = useQuery<Answer>({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    enabled: isWanted,
    // The default would wait for the network without a message.
    networkMode: 'always',
    retry: (_, failure) => failure instanceof MembershipError && failure.code === 'busy',
    retryDelay: (failures) => Math.min(firstRetryMs * 2 ** failures, longestRetryMs),
    staleTime: 0,
    refetchInterval: ({ state: { data: answer } }) => everyMs(answer),
  });
  const shownError = error ?? failureReason;
  const state = shownError ? 'failed' : isFetching ? 'loading' : 'ready';
  return { data, error: shownError, state, retry: () => void refetch() } as const;
}

/** Does something that changes the membership, then asks for everything again and says that it was done. */
export function useChange<Input>(change: (input: Input) => Promise<string | undefined>) {
  const queries = useQueryClient();
  const { announce, onChanged } = useMembership();
  const { mutate, isPending, error, variables, reset } = useMutation<string | undefined, Error, Input>({
    mutationFn: change,
    networkMode: 'always',
    async onSuccess(done) {
      if (done === undefined) return;
      announce(done);
      onChanged();
      await queries.invalidateQueries();
    },
  });
  return { run: mutate, isPending, error, input: variables, reset };
}
