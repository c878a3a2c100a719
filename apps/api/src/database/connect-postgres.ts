import { DatabaseError, Pool, type PoolClient, type QueryResult } from 'pg';

import { type Database, DatabaseAwayError, type Session } from './database.ts';

/** Number of connections of one process. Two of them are of the workers of batches. */
const maxConnections = 5;

/** SQLSTATEs of a server that is stopping, starting or full, and of broken connections. */
const awayStates = /^(08|57P0|53300)/;

/**
 * Connects to a PostgreSQL. Connections open on demand, so a database that is away is noticed by the first statement.
 * Time limits keep a database that hangs from holding requests.
 * @param connectTimeoutMs time limit for a connection, in milliseconds.
 */
export function connectPostgres(connectionString: string, connectTimeoutMs = 10_000): Database {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
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
        throw awayOr(error);
      }
    },
  });
  return {
    ...session(pool),
    async transaction(work) {
      const client = await pool.connect().catch((error: unknown) => {
        throw awayOr(error);
      });
      // The pool hears only idle connections. The statement in progress reports the same error.
      const ignore = () => undefined;
      client.on('error', ignore);
      const { query } = session(client);
      let broken: Error | undefined;
      try {
        await query('begin');
        const result = await work({ query });
        await query('commit');
        return result;
      } catch (error) {
        await query('rollback').catch((cause: Error) => (broken = cause));
        throw error;
      } finally {
        client.off('error', ignore);
        // A connection that could not roll back is closed.
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/** Returns errors of the connection as `DatabaseAwayError`. The server answered all others, which are returned. */
function awayOr(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error;
  if (error instanceof DatabaseError) return awayStates.test(error.code ?? '') ? new DatabaseAwayError(error) : error;
  // Errors of sockets and of the driver have no class of their own, unlike mistakes of a program.
  return /^(Error|AggregateError)$/.test(error.name) ? new DatabaseAwayError(error) : error;
}
