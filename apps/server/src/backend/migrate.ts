import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type App, splitSqlStatements } from '@supabase/lite';

import type { Database } from './open-database.ts';

/** The roles that requests run as. Hosted projects have them; the policies name them. */
const roles = ['anon', 'authenticated', 'service_role'] as const;

/**
 * Brings the database to the newest migration, one transaction for each, and sets the grants last.
 * The history lies where Supabase's own command-line tool looks for it.
 */
export async function migrate(app: App, database: Database, folder: string): Promise<void> {
  await database.run(roles.map(createRole).join('\n'));
  await app.ensureSystemSchema();
  const applied = await database.rows('select version from supabase_migrations.schema_migrations');
  const versions = new Set(applied.map(({ version }) => version));
  for (const file of migrationsIn(folder)) {
    const [version = file] = file.split('_');
    if (versions.has(version)) continue;
    const statements = readFileSync(join(folder, file), 'utf8');
    try {
      await database.run(`${statements}\n;${historyRow(version, file, statements)}`);
    } catch (error) {
      throw new Error(`The migration ${file} does not apply`, { cause: error });
    }
  }
  await applyGrants(database);
}

/** The library grants every role everything at its first request, whatever the migrations revoked. */
async function applyGrants({ connection, run, rows }: Database): Promise<void> {
  await connection['ensureRlsContext']();
  const [found] = await rows("select to_regprocedure('public.apply_grants()') is not null as is_there");
  if (found?.['is_there'] === true) await run('select public.apply_grants()');
}

function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d+_.+\.sql$/.test(name))
    .toSorted();
}

function createRole(role: (typeof roles)[number]): string {
  const bypass = role === 'service_role' ? 'bypassrls' : '';
  return `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin ${bypass}; end if;
  exception when duplicate_object or unique_violation then
    -- Roles belong to the whole server: a process on another of its databases has just made it.
    null;
  end $$;`;
}

function historyRow(version: string, file: string, statements: string): string {
  const name = file.slice(version.length + 1, -'.sql'.length);
  const list = splitSqlStatements(statements).map(literal).join(', ');
  return `insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${literal(version)}, ${literal(name)}, array[${list}]::text[]);`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
