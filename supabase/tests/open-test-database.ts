import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import postgres from 'postgres';
import { vi } from 'vitest';

import { cachedFile } from './cached-file.ts';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  /** Number of rows returned or changed. */
  readonly count: number;
}

export interface Session {
  query(statement: string, parameters?: readonly unknown[]): Promise<Result>;
}

/** The caller that the REST interface passes to the database: a role, and the user of the token. */
export interface Actor {
  readonly role: 'anon' | 'authenticated' | 'service_role';
  /** Null for a visitor and for the service. */
  readonly userId: string | null;
}

/** A session that runs concurrently with others. */
export interface Connection extends Session {
  /** Resolves once a statement of this connection waits for another’s lock. */
  waiting(): Promise<void>;
}

export interface TestDatabase extends Session {
  /** URL at which other processes connect; null for a database in memory. */
  readonly url: string | null;
  /** Runs with `count` connections outside any transaction. A database in memory has only one and rejects. */
  withConnections<T>(count: number, work: (connections: readonly Connection[]) => Promise<T>): Promise<T>;
  /** Runs several statements without parameters. */
  run(statements: string): Promise<void>;
  /** Runs in a transaction that is rolled back, as the administrator of the server until `become`. */
  rolledBack<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * True when connections run concurrently. A database in memory has one, and a second transaction begins after the
 * first.
 */
export const isConcurrent = process.env['ISOLA_TEST_DATABASE_URL'] !== undefined;

const shim = readFileSync(join(import.meta.dirname, 'auth-shim.sql'), 'utf8');
const migrationsFolder = join(import.meta.dirname, '../migrations');

/**
 * The owner of the tables has no other powers, and new tables are open to all roles, as on a hosted project. The
 * migrations must not rely on the contrary.
 */
const owner = `
  do $$ begin
    create role isola_test_owner nologin;
  exception when duplicate_object or unique_violation then null;
  end $$;
  alter schema public owner to isola_test_owner;
  do $$ begin execute format('grant create on database %I to isola_test_owner', current_database()); end $$;
  grant usage on schema auth to isola_test_owner;
  grant usage on schema extensions to isola_test_owner;
  grant select, insert, update, delete, references, trigger on all tables in schema auth to isola_test_owner;
  alter default privileges for role isola_test_owner in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role isola_test_owner in schema public
    grant all on functions to anon, authenticated, service_role;
`;

/**
 * Opens an empty database with all migrations: on the server of `ISOLA_TEST_DATABASE_URL`, else in memory. Each test
 * file opens one and closes it.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['ISOLA_TEST_DATABASE_URL'];
  if (!url) return openInMemory();
  const database = await createOn(url);
  for (const each of statements()) await database.run(each);
  return database;
}

function statements(): readonly string[] {
  const migrations = readdirSync(migrationsFolder).toSorted();
  return [
    shim,
    owner,
    ...migrations.map(
      (file) => `set role isola_test_owner; ${readFileSync(join(migrationsFolder, file), 'utf8')}; reset role;`,
    ),
  ];
}

/** Runs all later statements of the transaction as this actor. */
export async function become(session: Session, { role, userId }: Actor, claims: object = {}): Promise<void> {
  const token = JSON.stringify({ role, ...(userId && { sub: userId }), ...claims });
  await session.query("select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)", [token, role]);
}

async function openInMemory(): Promise<TestDatabase> {
  const files = await cachedFile('in-memory.tar', statements(), async (path) => {
    const empty = await PGlite.create({ extensions: { pgcrypto } });
    for (const each of statements()) await empty.exec(each);
    writeFileSync(path, new Uint8Array(await (await empty.dumpDataDir('none')).arrayBuffer()));
    await empty.close();
  });
  const loadDataDir = new Blob([readFileSync(files)]);
  const database = await PGlite.create({ extensions: { pgcrypto }, loadDataDir });
  const query = async (of: Pick<PGlite, 'query'>, statement: string, parameters: readonly unknown[] = []) => {
    const { rows, affectedRows = 0 } = await of.query<Record<string, unknown>>(statement, [...parameters]);
    return { rows, count: Math.max(rows.length, affectedRows) };
  };
  return {
    url: null,
    withConnections: () => Promise.reject(new Error('A database in memory has one connection')),
    query: (statement, parameters) => query(database, statement, parameters),
    run: async (statements) => void (await database.exec(statements)),
    rolledBack: (work) =>
      database.transaction(async (transaction) => {
        const result = await work({
          query: (statement, parameters) => query(transaction, statement, parameters),
        });
        await transaction.rollback();
        return result;
      }),
    close: () => database.close(),
  };
}

async function createOn(url: string): Promise<TestDatabase> {
  const name = `isola_test_${randomUUID().replaceAll('-', '')}`;
  const server = postgres(url, { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${name} template template0 encoding 'UTF8'`);
  const pool = postgres(url, { database: name, max: 24, onnotice: () => {} });
  const query = async (of: Pick<postgres.Sql, 'unsafe'>, statement: string, parameters: readonly unknown[] = []) => {
    const rows = await of.unsafe(statement, parameters as postgres.ParameterOrJSON<never>[]);
    return { rows: [...rows], count: rows.count };
  };
  const connect = async () => {
    const connection = await pool.reserve();
    const [row] = await connection.unsafe('select pg_backend_pid() as pid');
    const pid = Number(row?.['pid']);
    return {
      query: (statement: string, parameters?: readonly unknown[]) => query(connection, statement, parameters),
      waiting: async () => {
        await vi.waitUntil(
          async () => {
            const found = await pool.unsafe('select cardinality(pg_blocking_pids($1)) as blocked', [pid]);
            return Number(found[0]?.['blocked']) > 0;
          },
          { timeout: 30_000, interval: 20 },
        );
      },
      release: () => connection.release(),
    };
  };
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    async withConnections(count, work) {
      const connections = await Promise.all(Array.from({ length: count }, connect));
      try {
        return await work(connections);
      } finally {
        for (const connection of connections) {
          await connection.query('rollback');
          await connection.query('reset role');
          connection.release();
        }
      }
    },
    query: (statement, parameters) => query(pool, statement, parameters),
    run: async (statements) => void (await pool.unsafe(statements)),
    async rolledBack(work) {
      const connection = await pool.reserve();
      await connection.unsafe('begin');
      try {
        return await work({ query: (statement, parameters) => query(connection, statement, parameters) });
      } finally {
        await connection.unsafe('rollback');
        connection.release();
      }
    },
    async close() {
      await pool.end();
      await server.unsafe(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}
