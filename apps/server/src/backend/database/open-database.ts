import { Kysely } from 'kysely';

import { asStoreClient, createMemoryCounter, createPostgresCounter } from '@isola/supabase/shared/rate-counter';
import type { BackendSettings } from '../backend-settings.ts';
import { beginDatabase, databaseFolder, explainFailure, hasDatabase, recordDatabase } from './database-files.ts';
import { booleansAsText } from '../lite/booleans-as-text.ts';
import { checkRequests } from '../lite/check-request.ts';
import { withStatus } from '../lite/database-errors.ts';
import { sessionDialect } from '../lite/session-dialect.ts';

/** Object ids of PostgreSQL's types. */
const boolean = 16;
const json = 114;
const jsonb = 3802;
const timestamp = 1114;
const timestamptz = 1184;

/** Key of this server's advisory lock among the other locks of a database: `isola` in ASCII. */
const lockKey = 0x69_73_6f_6c_61;
const lockLimit = '5min';
/**
 * Time limits of each connection to an external PostgreSQL, so that the statement, lock or transaction of one request
 * cannot block other requests. The embedded database supports no time limits; its thread is watched instead.
 */
const timeoutsMs = { statement_timeout: 8_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 };

type Parameter = string | number;

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Opens the embedded database or connects to an external PostgreSQL, and corrects how the library's drivers convert
 * values and errors.
 * @throws {UnopenedDatabaseError} when the embedded database exists, and cannot be opened for a known reason.
 */
export async function openDatabase(settings: Pick<BackendSettings, 'dataFolder' | 'databaseUrl'>) {
  const database = await (settings.databaseUrl
    ? connectPostgres(settings.databaseUrl)
    : openEmbedded(settings.dataFolder));
  database.connection.normalizeDbError = withStatus;
  checkRequests(database.connection);
  return database;
}

/**
 * Settings of the embedded PostgreSQL. It would reserve and touch 128 MB for shared buffers, although its single session
 * needs few of them; the operating system caches the files anyway.
 */
const embeddedSettings = ['-c', 'shared_buffers=16MB'];

/**
 * Statements that read every row of each table through its primary key. They fail when a file of a table or an index is
 * missing or shorter than before, which PostgreSQL itself would take for an empty table.
 */
const readEveryRow = `
  set local enable_seqscan = off; set local enable_sort = off; set local enable_indexonlyscan = off;
  do $$ declare indexed record; begin
    for indexed in
      select indrelid::regclass as name, attname as key from pg_index
      join pg_class on pg_class.oid = indrelid and relkind = 'r'
      join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indisprimary and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
    loop
      execute format('select count(*) from (select from %s order by %I) as every_row', indexed.name, indexed.key);
    end loop;
  end $$;`;

/** Names of the tables that are not PostgreSQL's own. */
const ownTables = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`;

async function openEmbedded(dataFolder: string) {
  const isThere = hasDatabase(dataFolder);
  if (!isThere) beginDatabase(dataFolder);
  const { createPgliteConnection, PGlite } = await import('@supabase/lite/pglite');
  const parsers = { [timestamp]: isoTime, [timestamptz]: isoTime };
  const connection = await createPgliteConnection({
    url: databaseFolder(dataFolder),
    pgliteOptions: { parsers, startParams: [...PGlite.defaultStartParams, ...embeddedSettings] },
  });
  const { driver } = connection;
  let isReading = false;
  try {
    await driver.exec("set time zone 'UTC'");
    isReading = isThere;
    if (isReading) await driver.transaction((transaction) => transaction.exec(readEveryRow));
  } catch (error) {
    throw explainFailure(dataFolder, error, { isReading });
  }
  recordDatabase(dataFolder);
  connection.kysely = new Kysely({ dialect: sessionDialect(driver) });
  /** Runs a function while no other caller uses the session of the database. */
  const alone = <T>(run: () => Promise<T>): Promise<T> => connection.kysely.connection().execute(run);
  return {
    connection,
    /** Runs statements in one transaction. Meant for the time before the first request. */
    run: (statements: string): Promise<void> =>
      alone(async () => {
        await driver.transaction((transaction) => transaction.exec(statements));
      }),
    /** Runs a query. @param parameters values of `$1`, `$2` and so on. */
    rows: (statement: string, parameters: readonly Parameter[] = []): Promise<Record<string, unknown>[]> =>
      alone(async () => (await driver.query<Record<string, unknown>>(statement, [...parameters])).rows),
    /** Returns a tar archive of the database's files, taken between two statements. */
    snapshot: (): Promise<ArrayBuffer> =>
      alone(async () => {
        await driver.exec('checkpoint');
        return (await driver.dumpDataDir('none')).arrayBuffer();
      }),
    /** Frees the space of deleted rows for new ones. The embedded PostgreSQL has no process that does this by itself. */
    freeSpace: async (): Promise<void> => {
      const tables = await alone(() => driver.query<{ readonly name: string }>(ownTables));
      // Between two tables, requests may use the session.
      for (const { name } of tables.rows) await alone(() => driver.exec(`vacuum ${name}`));
    },
    /** True when other processes may use the same database. */
    isShared: false,
    // Only this process uses the database, so no other process can migrate it.
    exclusively: <T>(run: () => Promise<T>): Promise<T> => run(),
    createRateCounter: createMemoryCounter,
  };
}

async function connectPostgres(url: string) {
  const { createPostgresConnection } = await import('@supabase/lite/postgres');
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      connection: timeoutsMs,
      // The driver would print notices of the database, which contain names and values.
      onnotice: () => {},
      types: {
        // `booleansAsText` sends booleans as text.
        boolean: { to: boolean, from: [boolean], serialize: String, parse: (text: string) => text === 't' },
        // The library passes JSON as text. Encoding it again would store a JSON string.
        json: { to: json, from: [json], serialize: jsonText, parse: (text: string) => JSON.parse(text) },
        jsonb: { to: jsonb, from: [jsonb], serialize: jsonText, parse: (text: string) => JSON.parse(text) },
        timestamp: { to: timestamp, from: [timestamp], serialize: (time: string) => time, parse: isoTime },
        timestamptz: { to: timestamptz, from: [timestamptz], serialize: (time: string) => time, parse: isoTime },
      },
    },
  });
  connection.kysely = connection.kysely.withPlugin(booleansAsText);
  return {
    connection,
    run: async (statements: string): Promise<void> => {
      // A migration of a large table may take longer than a request may.
      const unlimited = 'set local statement_timeout = 0; set local lock_timeout = 0;';
      await connection.driver.begin((transaction) => transaction.unsafe(`${unlimited}\n${statements}`));
    },
    rows: async (statement: string, parameters: readonly Parameter[] = []): Promise<Record<string, unknown>[]> => [
      ...(await connection.driver.unsafe(statement, [...parameters])),
    ],
    snapshot: (): Promise<ArrayBuffer> =>
      Promise.reject(new Error('Only the embedded database has snapshots; pg_dump copies a separate PostgreSQL')),
    // PostgreSQL vacuums by itself.
    freeSpace: (): Promise<void> => Promise.resolve(),
    isShared: true,
    /**
     * Runs a function while no other process runs one through `exclusively` on the same database.
     * @throws when another process does not finish within `lockLimit`.
     */
    exclusively: async <T>(run: () => Promise<T>): Promise<T> => {
      const holder = await connection.driver.reserve();
      try {
        await holder.unsafe(`set lock_timeout = '${lockLimit}'; set statement_timeout = 0`);
        await holder.unsafe(`select pg_advisory_lock(${lockKey})`);
        return await run();
      } finally {
        await holder.unsafe(`select pg_advisory_unlock_all(); reset lock_timeout; reset statement_timeout`);
        holder.release();
      }
    },
    createRateCounter: createPostgresCounter(asStoreClient(connection.driver)),
  };
}

/**
 * Converts a time of PostgreSQL, such as `2026-11-21 07:19:55.1+00`, to the form that PostgREST returns,
 * `2026-11-21T07:19:55.1+00:00`. Any other text is returned unchanged.
 */
export function isoTime(text: string): string {
  return text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(:\d\d)?)?$/, (...parts) => {
    const [, day, time, hours, minutes = ':00'] = parts as (string | undefined)[];
    return `${day}T${time}${hours ? `${hours}${minutes}` : ''}`;
  });
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
