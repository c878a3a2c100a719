import { type AdminApi, createAdminApi } from '@isola/admin';
import type { AdminAccess } from '@isola/auth';
import { useQuery } from '@tanstack/react-query';

import { requireAuth, requireSupabase } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';

const accessKey = (userId: string) => ['admin-access', userId];

/** Asks the database what this user may administer now. */
export function useAdminAccess(userId: string) {
  return useQuery<AdminAccess>(
    {
      queryKey: accessKey(userId),
      queryFn: async () => (await requireAuth()).openAdminSession(),
      // The default would wait for the network without a message.
      networkMode: 'always',
      retry: false,
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
    siteQueries,
  );
}

/** Tells the gate what the database said of the user elsewhere on the page. */
export function keepAdminAccess(userId: string, access: AdminAccess): void {
  siteQueries.setQueryData(accessKey(userId), access);
}

export function useAdminApi(): AdminApi | undefined {
  const { data } = useQuery<AdminApi>(
    {
      queryKey: ['admin-api'],
      queryFn: async () => createAdminApi(await requireSupabase()),
      networkMode: 'always',
      staleTime: Infinity,
    },
    siteQueries,
  );
  return data;
}
