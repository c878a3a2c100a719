import { join } from 'node:path';

import { Kysely } from 'kysely';

import { asStoreClient, createMemoryCounter, createPostgresCounter } from '@isola/supabase/shared/rate-counter';
import type { BackendSettings } from '../backend-settings.ts';
import { booleansAsText } from '../lite/booleans-as-text.ts';
import { checkRequests } from '../lite/check-request.ts';
import { withStatus } from '../lite/database-errors.ts';
import { sessionDialect } from '../lite/session-dialect.ts';

/** Postgres's numbers of its types. */
const boolean = 16;
const json = 114;
const jsonb = 3802;
const timestamp = 1114;
const timestamptz = 1184;

/** The number by which processes of this server know their lock among others of the database: `isola` in ASCII. */
const lockKey = 0x69_73_6f_6c_61;
const lockLimit = '5min';
/**
 * For each connection to the operator's own PostgreSQL: one request's statement, lock or transaction must not hold the
 * others'. The embedded database knows no time limits; its thread is watched instead.
 */
const timeoutsMs = { statement_timeout: 8_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 };

type Parameter = string | number;

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Opens the embedded database, or connects to the operator's own, and puts right what the library's drivers do to values
 * and errors.
 */
export async function openDatabase(settings: Pick<BackendSettings, 'dataFolder' | 'databaseUrl'>) {
  const database = await (settings.databaseUrl
    ? connectPostgres(settings.databaseUrl)
    : openEmbedded(databaseFolder(settings.dataFolder)));
  database.connection.normalizeDbError = withStatus;
  checkRequests(database.connection);
  return database;
}

export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres');
}

async function openEmbedded(folder: string) {
  const { createPgliteConnection } = await import('@supabase/lite/pglite');
  const parsers = { [timestamp]: isoTime, [timestamptz]: isoTime };
  const connection = await createPgliteConnection({ url: folder, pgliteOptions: { parsers } });
  const { driver } = connection;
  await driver.exec("set time zone 'UTC'");
  connection.kysely = new Kysely({ dialect: sessionDialect(driver) });
  /** Runs while no other caller has the database's session. */
  const alone = <T>(run: () => Promise<T>): Promise<T> => connection.kysely.connection().execute(run);
  return {
    connection,
    /** Runs statements in one transaction, for the time before the first request. */
    run: (statements: string): Promise<void> =>
      alone(async () => {
        await driver.transaction((transaction) => transaction.exec(statements));
      }),
    /** @param parameters of `$1` and on. */
    rows: (statement: string, parameters: readonly Parameter[] = []): Promise<Record<string, unknown>[]> =>
      alone(async () => (await driver.query<Record<string, unknown>>(statement, [...parameters])).rows),
    /** @returns a tar archive of the database's files, as they are between two statements. */
    snapshot: (): Promise<ArrayBuffer> =>
      alone(async () => {
        await driver.exec('checkpoint');
        return (await driver.dumpDataDir('none')).arrayBuffer();
      }),
    /** Whether further processes may be on this database. */
    isShared: false,
    // One process alone has this database: nothing is shared, and no other process migrates it.
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
      // It would print what the database remarks, with the names and values in it.
      onnotice: () => {},
      types: {
        // As `booleansAsText` sends them.
        boolean: { to: boolean, from: [boolean], serialize: String, parse: (text: string) => text === 't' },
        // The library hands JSON over as text already: packed once more it would arrive as a string.
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
      // A migration of a large table may take longer than a request.
      const unlimited = 'set local statement_timeout = 0; set local lock_timeout = 0;';
      await connection.driver.begin((transaction) => transaction.unsafe(`${unlimited}\n${statements}`));
    },
    rows: async (statement: string, parameters: readonly Parameter[] = []): Promise<Record<string, unknown>[]> => [
      ...(await connection.driver.unsafe(statement, [...parameters])),
    ],
    snapshot: (): Promise<ArrayBuffer> => Promise.reject(new Error('A PostgreSQL of its own is copied by pg_dump')),
    isShared: true,
    /**
     * Runs while no other process on this database runs what was given to this function.
     * @throws when another has not ended within `lockLimit`.
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

/** Postgres's `2026-11-21 07:19:55.1+00` as PostgREST answers it, `2026-11-21T07:19:55.1+00:00`; all else as it is. */
export function isoTime(text: string): string {
  return text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(:\d\d)?)?$/, (...parts) => {
    const [, day, time, hours, minutes = ':00'] = parts as (string | undefined)[];
    return `${day}T${time}${hours ? `${hours}${minutes}` : ''}`;
  });
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
