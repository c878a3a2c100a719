import type { AuthClient } from '@isola/auth';
import { sentenceIn } from '@isola/i18n';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { requireAuth } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { dismissToast } from '#shell/show-toast.tsx';
import { useToast } from '#shell/use-toast.ts';

import { hintOf } from './hint-of.ts';
import { type Failure, readFailure } from './read-failure.ts';

export interface AuthAction<Input, Result> {
  /** The title of the toast when it fails. */
  readonly failedTitle: string;
  readonly act: (client: AuthClient, input: Input) => Promise<Result>;
  /** The action goes on until this has ended. */
  readonly onDone?: (result: Result, client: AuthClient, input: Input) => void | Promise<void>;
}

const toastId = 'auth-action';

/** The mutation key of an action on the account. It shows other components that the page is about to navigate. */
export const authActionKey = ['auth-action'];

/**
 * Asks the server for something, one time at a time, and says in the corner when it refuses. The server's own sentence is
 * shown where its code is unknown.
 */
export function useAuthAction<Input, Result>({ failedTitle, act, onDone }: AuthAction<Input, Result>) {
  const { t } = useTranslation('messages');
  const toast = useToast();
  const { mutate, error, isPending, data, variables, reset } = useMutation<Result, Error, Input>(
    {
      mutationKey: authActionKey,
      mutationFn: async (input) => {
        const client = await requireAuth();
        const result = await act(client, input);
        await onDone?.(result, client, input);
        return result;
      },
      // The default would wait for the network without a message.
      networkMode: 'always',
      // The message about the previous try does not apply to this one.
      onMutate: () => dismissToast(toastId),
      onError: (error) => {
        const failure = readFailure(error);
        const ours = hintOf(failure)?.brief.map(({ key, count }) => t(key, { count: count ?? 0 }));
        const description = ours ? ours.join(' ') : sentenceIn(failure.serverMessage);
        toast({ id: toastId, tone: 'danger', title: failedTitle, ...(description && { description }) });
      },
    },
    siteQueries,
  );
  const failure: Failure | undefined = error ? readFailure(error) : undefined;
  return { run: mutate, failure, isPending, result: data, input: variables, reset };
}
