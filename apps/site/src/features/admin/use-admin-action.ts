import type { SupabaseClient } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { use } from 'react';

import { requireAuth, requireSupabase } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { type Failure, readFailure } from '#shell/account/read-failure.ts';
import { useToast } from '#shell/use-toast.ts';

import { ProofContext } from './proof-context.ts';

/** PostgreSQL's code for what a policy or a missing privilege refuses. */
const accessDenied = '42501';

export interface AdminAction<Input> {
  readonly failedTitle: string;
  /** Throws what supabase-js gives as an error. */
  readonly act: (supabase: SupabaseClient, input: Input) => Promise<void>;
  readonly onDone?: (input: Input) => void | Promise<void>;
}

/**
 * Does something that the database permits to administrators. Where it refuses because the proof of identity has ended
 * meanwhile, the page asks for the password, and the same is done once more.
 */
export function useAdminAction<Input>({ failedTitle, act, onDone }: AdminAction<Input>) {
  const waitForProof = use(ProofContext);
  const toast = useToast();
  const { mutate, error, isPending } = useMutation<void, Error, Input>(
    {
      mutationFn: async (input) => {
        const supabase = await requireSupabase();
        try {
          await act(supabase, input);
        } catch (refusal) {
          if (!isAccessDenied(refusal)) throw refusal;
          const client = await requireAuth();
          if ((await client.openAdminSession()) !== 'identity-unproven') throw refusal;
          await waitForProof();
          await act(supabase, input);
        }
        await onDone?.(input);
      },
      // The default would wait for the network without a message.
      networkMode: 'always',
      onError: (failure) =>
        toast({ tone: 'danger', title: failedTitle, description: readFailure(failure).serverMessage }),
    },
    siteQueries,
  );
  const failure: Failure | undefined = error ? readFailure(error) : undefined;
  return { run: mutate, failure, isPending };
}

function isAccessDenied(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === accessDenied;
}
