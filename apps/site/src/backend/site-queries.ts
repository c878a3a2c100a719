import { QueryClient } from '@tanstack/react-query';

/**
 * What the site knows from its server, once for all pages. Passed by hand to `useQuery` and `useMutation`, not by a
 * provider at the root: so the pages that ask the server for nothing need not fetch the library.
 */
export const siteQueries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
