import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';

import { currentRequest } from '../../request-scope.ts';

/**
 * Creates a Kysely dialect for PGlite, which has one session for all callers.
 *
 * A caller has exclusive use of the session from the begin to the end of its transaction. The library's own dialect
 * lets all callers use the session at the same time: a statement could run inside another caller's transaction, with
 * that caller's role and claims, and a rollback could undo another caller's writes.
 *
 * Calls of one request share the session while one of them holds it, so that a request that queries outside its own
 * transaction does not wait for itself.
 */
export function sessionDialect(database: PGlite): Dialect {
  refuseUnwritable(database);
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createSessionDriver(database),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Lets the database refuse values that its driver does not convert to text, such as a number for a list. The driver would
 * send a message that PostgreSQL cannot read, and neither that transaction nor a later one could be ended.
 */
function refuseUnwritable({ serializers }: PGlite): void {
  for (const [type, serialize] of Object.entries(serializers)) {
    serializers[Number(type)] = (value) => {
      const text = textOf(serialize, value);
      if (text === undefined) throw new Error('Invalid input for parameter type');
      return text;
    };
  }
}

/** Converts a value by the driver, which throws errors of its own, such as for a number that is no date. */
function textOf(serialize: (value: unknown) => unknown, value: unknown): string | undefined {
  try {
    const text = serialize(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function createSessionDriver(database: PGlite): Driver {
  const connection = connectionOf(database);
  const waiting: { readonly owner: object; readonly begin: () => void }[] = [];
  /** Request that holds the session, or a new object for a call outside of requests. */
  let holder: object | null = null;
  let holds = 0;

  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      const owner = currentRequest() ?? {};
      if (holder !== null && holder !== owner) {
        const turn = Promise.withResolvers<void>();
        waiting.push({ owner, begin: turn.resolve });
        await turn.promise;
      } else {
        holder = owner;
        holds += 1;
      }
      return connection;
    },
    releaseConnection: () => {
      holds -= 1;
      if (holds > 0) return Promise.resolve();
      const next = waiting.shift();
      holder = next?.owner ?? null;
      if (!next) return Promise.resolve();
      holds = 1;
      next.begin();
      // Waiting calls of the same request start as well. Otherwise the request would wait for itself.
      for (let index = waiting.length - 1; index >= 0; index -= 1) {
        if (waiting[index]?.owner !== holder) continue;
        holds += 1;
        waiting.splice(index, 1)[0]?.begin();
      }
      return Promise.resolve();
    },
    beginTransaction: (session) => run(session, 'begin'),
    commitTransaction: (session) => run(session, 'commit'),
    rollbackTransaction: (session) => run(session, 'rollback'),
    // The connection closes the database itself.
    destroy: () => Promise.resolve(),
  };
}

async function run(session: DatabaseConnection, statement: string): Promise<void> {
  await session.executeQuery(CompiledQuery.raw(statement));
}

function connectionOf(database: PGlite): DatabaseConnection {
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, affectedRows } = await database.query<Row>(sql, [...parameters]);
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
    },
    streamQuery: () => {
      throw new Error('The embedded database does not stream rows');
    },
  };
}
