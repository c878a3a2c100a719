import { PGlite, type Transaction } from '@electric-sql/pglite';

import { type Database, DatabaseAwayError, type Session } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';

export interface MemoryDatabase extends Database {
  /** Makes statements fail as if the database were away, or ends that. */
  readonly setAway: (isAway: boolean) => void;
  /** Deletes all rows, and ends an absence. */
  readonly clear: () => Promise<void>;
}

/** Opens PostgreSQL in memory with the tables of the server. It takes a second, so the tests of a file share one. */
export async function openMemoryDatabase(): Promise<MemoryDatabase> {
  const pglite = await PGlite.create();
  let isAway = false;
  const session = (of: PGlite | Transaction): Session => ({
    async query<R>(text: string, values?: readonly unknown[]) {
      if (isAway) throw new DatabaseAwayError();
      if (values) return (await of.query<R>(text, [...values])).rows;
      try {
        return (await of.exec(text)).flatMap(({ rows }) => rows) as R[];
      } catch (error) {
        // A script may begin a transaction. A pool would close its connection.
        if (of === pglite) await pglite.exec('rollback');
        throw error;
      }
    },
  });
  const database: MemoryDatabase = {
    ...session(pglite),
    transaction: (work) => pglite.transaction((transaction) => work(session(transaction))),
    close: () => pglite.close(),
    setAway(next) {
      isAway = next;
    },
    async clear() {
      isAway = false;
      await database.query('truncate removal_api.keys, removal_api.rate_limits, removal_api.batches cascade');
    },
  };
  await migrate(database);
  return database;
}
