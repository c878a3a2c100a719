import type { AuthClient, AuthState } from '@isola/auth';
import { expect, test } from 'vitest';

import { setOpenedAuth } from './opened-auth.ts';
import { forgetPreviousUser, siteQueries } from './site-queries.ts';

/** Creates an account client whose state the test sets. */
function createClient() {
  let state: AuthState = { status: 'loading' };
  const listeners = new Set<() => void>();
  const client = {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as AuthClient;
  return {
    client,
    show: (userId: string | null) => {
      state = userId === null ? { status: 'signed-out' } : ({ status: 'signed-in', user: { id: userId } } as AuthState);
      for (const listener of listeners) listener();
    },
  };
}

test('cached queries of a user are removed when another user signs in or the user signs out', () => {
  const keyOf = (userId: string | null) => ['probe', userId];
  const cached = () => siteQueries.getQueriesData({ queryKey: ['probe'] }).map(([key]) => key[1]);
  forgetPreviousUser(keyOf);
  const { client, show } = createClient();
  setOpenedAuth(client);
  show('lin');
  siteQueries.setQueryData([...keyOf('lin'), 'membership'], 'of Lin');
  siteQueries.setQueryData([...keyOf('lin'), 'payments', { offset: 50 }], 'of Lin');
  siteQueries.setQueryData([...keyOf('ada'), 'membership'], 'of Ada');
  // A refreshed session of the same user removes nothing.
  show('lin');
  expect(cached()).toEqual(['lin', 'lin', 'ada']);
  show('ada');
  expect(cached()).toEqual(['ada']);
  show(null);
  expect(cached()).toEqual([]);
});
