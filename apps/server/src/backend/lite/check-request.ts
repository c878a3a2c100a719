import { sql } from 'kysely';

import type { Database } from '../database/open-database.ts';

type Connection = Database['connection'];

/**
 * Has the database check each request of a member in the request's own transaction, as PostgREST does by its setting
 * `db-pre-request`, which the embedded library does not know. What `check_request` raises is the answer.
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
