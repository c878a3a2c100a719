import type { Lite } from './create-lite.ts';

/**
 * Checks whether the library could read which tables and functions the database has. When it could not, for example
 * because the query took too long, it behaves as if there were none, and would answer 404 to every request. It reads
 * them again at the next request, and once only when it succeeds.
 */
export async function knowsTables(connection: Pick<Lite['connection'], 'introspect'>): Promise<boolean> {
  const { tables } = await connection.introspect({ useCache: true });
  return tables.length > 0;
}
