import type { createPgliteConnection } from '@supabase/lite/pglite';
import type { createPostgresConnection } from '@supabase/lite/postgres';
import { sql } from 'kysely';

type Connection = Awaited<ReturnType<typeof createPgliteConnection>> | ReturnType<typeof createPostgresConnection>;

/**
 * Calls the database's function `check_request` in the transaction of each request of a member. PostgREST does this
 * with its setting `db-pre-request`, which the embedded library lacks. An error that `check_request` raises becomes the
 * answer.
 */
export function checkRequests(connection: Connection): void {
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (caller, run, options) =>
    withContext(
      caller,
      async (transaction) => {
        const { role } = (caller?.auth ?? {}) as { readonly role?: unknown };
        if (role === 'authenticated') await sql`select public.check_request()`.execute(transaction);
        return await run(transaction);
      },
      options,
    );
}
