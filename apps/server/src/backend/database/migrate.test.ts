import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createLogger } from '../../create-logger.ts';
import { startBackend } from '../process/start-backend.ts';
import { versionOf } from './adopt-earlier-chain.ts';
import { createTestDatabase } from '../testing/test-server.ts';

const startLimitMs = 60_000;

let folder = '';
let migrationsFolder = '';
let logged: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-migrate-'));
  migrationsFolder = join(folder, 'migrations');
  mkdirSync(migrationsFolder);
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const write = (name: string, statements: string) => writeFileSync(join(migrationsFolder, name), statements);

function start(databaseUrl: string | null = null, dataFolder = join(folder, 'data')) {
  const writeLog = (line: string) => logged.push(line);
  return startBackend(
    {
      dataFolder,
      databaseUrl,
      siteOrigin: 'http://localhost',
      redirectOrigins: [],
      smtp: null,
      mailbox: 'local-site',
      host: '127.0.0.1',
      trustedProxies: 0,
      rateLimitScale: 1,
      jwtSecrets: null,
      publishableKey: null,
      secretKey: null,
      migrationsFolder,
    },
    createLogger('info', writeLog),
    writeLog,
  );
}

/** Starts and stops a backend. @returns its readiness after the start. */
async function outcome() {
  const backend = start();
  const readiness = await backend.check(startLimitMs);
  await backend.close();
  return readiness;
}

test(
  'a changed file of an applied migration is refused by name, while changed line endings are accepted',
  { tags: ['long'] },
  async () => {
    const [original, changed] = ['create schema private;\n', 'create schema private authorization anon;\n'];
    write('20260101000000_one.sql', original);
    expect(await outcome()).toBe('ready');
    write('20260101000000_one.sql', changed);
    expect(await outcome()).toBe('unavailable');
    expect(logged.join('')).toMatch(
      /20260101000000_one\.sql has been applied .* write the change into a new migration/,
    );

    // A database from before checksums existed gets them at its next start.
    const database = await PGlite.create(join(folder, 'data/postgres'));
    await database.exec('drop table supabase_migrations.migration_checksums');
    await database.close();
    write('20260101000000_one.sql', original.replaceAll('\n', '\r\n'));
    write(
      '20260102000000_two.sql',
      'create table private.two (id serial); alter table private.two enable row level security;',
    );
    expect(await outcome()).toBe('ready');
    write('20260101000000_one.sql', changed);
    expect(await outcome()).toBe('unavailable');

    // The library had granted all privileges in these schemas.
    const closed = await PGlite.create(join(folder, 'data/postgres'));
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const { rows } = await closed.query(
        `select has_schema_privilege($1, 'private', 'usage') as schema,
        has_table_privilege($1, 'private.two', 'select, insert') as table,
        has_table_privilege($1, 'supabase_migrations.migration_checksums', 'select') as history`,
        [role],
      );
      expect(rows, role).toEqual([{ schema: false, table: false, history: false }]);
    }
    await closed.close();
  },
);

test(
  'a database of a newer version is refused by the name of its migration and left unchanged',
  { tags: ['long'] },
  async () => {
    write('20261201000000_shared.sql', 'create schema private;');
    write('20270101000000_newer.sql', 'create table private.newer (id integer);');
    expect(await outcome()).toBe('ready');
    rmSync(join(migrationsFolder, '20270101000000_newer.sql'));
    write('20261202000000_missing.sql', 'create table private.missing (id integer);');
    logged = [];
    expect(await outcome()).toBe('unavailable');
    expect(logged.join('')).toMatch(
      /newer version of Isola, whose migration 20270101000000 is unknown here\. Nothing was changed/,
    );
    expect(logged.join('')).not.toContain('"stack"');
    const database = await PGlite.create(join(folder, 'data/postgres'));
    const { rows } = await database.query(`
      select to_regclass('private.missing') as missing, string_agg(version, ' ' order by version) as versions
      from supabase_migrations.schema_migrations`);
    await database.close();
    expect(rows).toEqual([{ missing: null, versions: '20261201000000 20270101000000' }]);
  },
);

test.runIf(process.env['ISOLA_TEST_DATABASE_URL'])(
  'four processes that start at the same time on one PostgreSQL apply each migration once',
  async () => {
    const database = await createTestDatabase();
    if (!database) throw new Error('There is no database');
    write('20260101000000_one.sql', 'create table public.applied (name text); select pg_sleep(0.5);');
    write('20260102000000_two.sql', `insert into public.applied values ('two'); select pg_sleep(0.5);`);
    const backends = ['a', 'b', 'c', 'd'].map((name) => start(database.url, join(folder, name)));
    try {
      expect(await Promise.all(backends.map((backend) => backend.check(startLimitMs)))).toEqual(
        backends.map(() => 'ready'),
      );
      expect(logged.join('')).not.toContain('not available');
      const sql = postgres(database.url, { max: 1 });
      expect([...(await sql`select name from public.applied`)]).toEqual([{ name: 'two' }]);
      await sql.end();
    } finally {
      await Promise.all(backends.map((backend) => backend.close()));
      await database.remove();
    }
  },
);

describe('database of the earlier chain of 54 migrations', { tags: ['long'] }, () => {
  const shippedFolder = join(import.meta.dirname, '../../../../../supabase/migrations');

  /** Replaces the history of a database by the first `count` migrations of the earlier chain. */
  async function rewriteHistory(count: number) {
    const database = await PGlite.create(join(folder, 'data/postgres'), { extensions: { pgcrypto } });
    const earlier = Array.from({ length: 53 }, (_, index) => `202611210900${String(index).padStart(2, '0')}`);
    const versions = [...earlier, '20261126100500'].slice(0, count);
    await database.exec(`
      delete from supabase_migrations.schema_migrations; delete from supabase_migrations.migration_checksums;
      insert into supabase_migrations.schema_migrations (version, name, statements)
        select version, 'earlier', '{}' from unnest('{${versions.join()}}'::text[]) as version;
      insert into private.rate_limits (key, points) values ('kept', 7);`);
    await database.close();
  }

  async function readHistory() {
    const database = await PGlite.create(join(folder, 'data/postgres'), { extensions: { pgcrypto } });
    const versions = await database.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    );
    const rows = await database.query("select points from private.rate_limits where key = 'kept'");
    await database.close();
    return { versions: versions.rows.map(({ version }) => version), kept: rows.rows };
  }

  beforeEach(async () => {
    // Later migrations apply to both chains.
    for (const file of readdirSync(shippedFolder).filter((each) => versionOf(each) <= '20261127091400')) {
      cpSync(join(shippedFolder, file), join(migrationsFolder, file));
    }
    expect(await outcome()).toBe('ready');
    migrationsFolder = shippedFolder;
  });

  test('opens with its rows and gets the history of the migrations that replaced the chain', async () => {
    await rewriteHistory(54);
    expect(await outcome()).toBe('ready');
    const shipped = readdirSync(shippedFolder).map((file) => versionOf(file));
    expect(await readHistory()).toEqual({
      versions: shipped.toSorted((one, other) => one.localeCompare(other)),
      kept: [{ points: 7 }],
    });
  });

  test('is refused and left unchanged when its last migration is missing', async () => {
    await rewriteHistory(53);
    const before = await readHistory();
    expect(await outcome()).toBe('unavailable');
    expect(logged.join('')).toMatch(/earlier version of Isola .* Check out the commit .* `npm run backup`/);
    expect(await readHistory()).toEqual(before);
  });
});
