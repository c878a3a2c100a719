import type { DBSchema, IDBPDatabase } from 'idb';

export interface DatabaseOptions<Schema extends DBSchema> {
  readonly name: string;
  /** Creates the stores of a new database. */
  readonly create: (fresh: IDBPDatabase<Schema>) => void;
}

/**
 * Opens a database for one piece of work, so that no open connection delays another tab or the database's deletion.
 * @returns the result of `work`.
 * @throws {DOMException} when the browser refuses its storage to the page, and the error of `work`.
 * @example
 * const logos = await withDatabase({ name, create }, (database) => database.getAll('logos'));
 */
export async function withDatabase<Schema extends DBSchema, Result>(
  { name, create }: DatabaseOptions<Schema>,
  work: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const { openDB } = await import('idb');
  const database = await openDB<Schema>(name, 1, { upgrade: create });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
