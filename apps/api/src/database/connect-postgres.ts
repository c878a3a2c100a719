import { DatabaseError, Pool, type PoolClient, type QueryResult } from 'pg';

import { type Database, DatabaseAwayError, type Session } from './database.ts';

/** Number of connections of one process. Two of them are of the workers of batches. */
const maxConnections = 5;

/** SQLSTATEs of a server that is stopping, starting or full, and of broken connections. */
const awayStates = /^(08|57P0|53300)/;

/**
 * Connects to a PostgreSQL. Connections open on demand, so a database that is away is noticed by the first statement.
 * Time limits keep a database that hangs from holding requests.
 */
export function connectPostgres(connectionString: string): Database {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'isola removal server',
  });
  // An idle connection broke. The pool has removed it, and the next statement opens another one.
  pool.on('error', () => undefined);
  const session = (client: Pool | PoolClient): Session => ({
    async query<R>(text: string, values?: readonly unknown[]) {
      try {
        // Several statements, which only a text without values may contain, give a list of results.
        const result: QueryResult | QueryResult[] = await (values
          ? client.query(text, [...values])
          : client.query(text));
        return (Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows) as R[];
      } catch (error) {
        throw isAway(error) ? new DatabaseAwayError('The database cannot be reached', { cause: error }) : error;
      }
    },
  });
  return {
    ...session(pool),
    async transaction(work) {
      const client = await pool.connect().catch((cause: unknown) => {
        throw isAway(cause) ? new DatabaseAwayError('The database cannot be reached', { cause }) : cause;
      });
      // The pool hears only idle connections. The statement in progress reports the same error.
      client.on('error', () => undefined);
      let failure: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(session(client));
        await client.query('commit');
        return result;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        const isRolledBack = await client.query('rollback').then(
          () => true,
          () => false,
        );
        if (isRolledBack) failure = undefined;
        throw isAway(error) ? new DatabaseAwayError('The database cannot be reached', { cause: error }) : error;
      } finally {
        client.removeAllListeners('error');
        // A connection that could not roll back is closed.
        client.release(failure);
      }
    },
    close: () => pool.end(),
  };
}

/** Returns true for errors of the connection. The server answered all others. */
function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return awayStates.test(error.code ?? '');
  return error instanceof Error && !(error instanceof DatabaseAwayError) && /^(Error|AggregateError)$/.test(error.name);
}
