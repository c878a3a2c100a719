import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useMembership } from './membership-context.tsx';
import { membershipKey } from './membership-queries.ts';
import { mutationDefaults } from './query-defaults.ts';

/**
 * Runs a call that may change the membership.
 * @param change resolves with the sentence to announce, after which everything on the page is fetched again; or with
 * undefined when nothing has changed.
 */
export function useChange<Input>(change: (input: Input) => Promise<string | undefined>) {
  const queryClient = useQueryClient();
  const { api, announce } = useMembership();
  const { mutate, isPending, error, variables } = useMutation<string | undefined, Error, Input>({
    ...mutationDefaults,
    mutationFn: change,
    async onSuccess(done) {
      if (done === undefined) return;
      announce(done);
      await queryClient.invalidateQueries({ queryKey: membershipKey(api.userId) });
    },
  });
  return { run: mutate, isPending, error, input: variables };
}
