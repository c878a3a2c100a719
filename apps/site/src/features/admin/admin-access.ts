import { type AdminApi, createAdminApi } from '@isola/admin';
import { adminKey } from '@isola/admin/react';
import type { AdminAccess } from '@isola/auth';
import { useAuth } from '@isola/auth/react';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';

import { requireAuth, requireSupabase } from '#backend/open-auth.ts';
import { forgetPreviousUser, siteQueries } from '#backend/site-queries.ts';

forgetPreviousUser(adminKey);

const accessQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin-access', userId],
    queryFn: async (): Promise<AdminAccess> => (await requireAuth()).openAdminSession(),
    // The default mode would pause the query while offline, without a message.
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Queries whether this user has access to the administration at the moment. */
export function useAdminAccess(userId: string) {
  return useQuery(accessQuery(userId), siteQueries);
}

/** Writes an answer that another component received into the cache, so that `AdminGate` reacts to it. */
export function keepAdminAccess(userId: string, access: AdminAccess): void {
  siteQueries.setQueryData(accessQuery(userId).queryKey, access);
}

/** Returns the administration's API for the signed-in user; undefined until it is created. */
export function useAdminApi(): AdminApi | undefined {
  const state = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : undefined;
  const { data } = useQuery(
    {
      queryKey: ['admin-api', userId],
      queryFn: userId === undefined ? skipToken : async () => createAdminApi(await requireSupabase(), userId),
      networkMode: 'always',
      staleTime: Infinity,
    },
    siteQueries,
  );
  return data;
}
