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
  /** Title of the toast when the action fails. */
  readonly failedTitle: string;
  readonly act: (client: AuthClient, input: Input) => Promise<Result>;
  /** Called after success. The action stays pending until the returned promise resolves. */
  readonly onDone?: (result: Result, client: AuthClient, input: Input) => void | Promise<void>;
}

const toastId = 'auth-action';

/** Mutation key of account actions. Other components use it to detect that the page is about to navigate. */
export const authActionKey = ['auth-action'];

/**
 * Runs an action on the account. A failure shows a toast with its explanation, or with the server's message when the
 * code is unknown.
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
      // The default mode would pause the request while offline, without a message.
      networkMode: 'always',
      // The toast about the previous attempt does not apply to this one.
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
