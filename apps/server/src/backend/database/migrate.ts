import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type App, splitSqlStatements } from '@supabase/lite';

import { adoptEarlierChain, versionOf } from './adopt-earlier-chain.ts';
import type { Database } from './open-database.ts';
import { refuseNewerDatabase } from './refuse-newer-database.ts';
import { checkRights, createRoles, requestRoles } from './request-roles.ts';

/**
 * Applies all missing migrations, each in one transaction, and then sets the privileges. If several processes start on
 * one database, one migrates and the others wait for it. The history is stored in the tables of Supabase's command-line
 * tool, and a checksum of each file in a table next to them.
 * @throws {MissingRightsError} when the role of `DATABASE_URL` lacks a right that is needed.
 * @throws {NewerDatabaseError} when a newer version has migrated the database, which is left unchanged.
 * @throws {IncompleteChainError} when the database was left in the middle of the earlier chain of migrations.
 * @throws when a migration does not apply, or the file of an applied one has changed.
 */
export async function migrate(app: App, database: Database, folder: string): Promise<void> {
  await database.exclusively(async () => {
    const files = migrationsIn(folder);
    await refuseNewerDatabase(database, files);
    await database.run(createRoles());
    if (database.isShared) await checkRights(database);
    await app.ensureSystemSchema();
    await database.run(createChecksums);
    const applied = await database.rows(`
      select version, sha256 from supabase_migrations.schema_migrations
      left join supabase_migrations.migration_checksums using (version)`);
    const checksums = new Map(applied.map(({ version, sha256 }) => [String(version), sha256]));
    const { outdated, contained } = adoptEarlierChain(checksums.keys(), files);
    if (outdated.length > 0) await replaceHistory(database, folder, outdated, contained);
    for (const file of files.filter((each) => !contained.includes(each))) {
      const version = versionOf(file);
      const statements = readFileSync(join(folder, file), 'utf8');
      const sha256 = checksumOf(statements);
      if (!checksums.has(version)) await apply(database, file, version, statements, sha256);
      else if (checksums.get(version) === null) await database.run(checksumRow(version, sha256));
      else if (checksums.get(version) !== sha256) throw new Error(changedMessage(file));
    }
    await applyGrants(database);
  });
}

/** Replaces rows of the history by the rows of files whose statements the database contains already. */
async function replaceHistory(
  { run }: Database,
  folder: string,
  outdated: readonly string[],
  contained: readonly string[],
): Promise<void> {
  const versions = outdated.map(literal).join(', ');
  const rows = contained.map((file) => {
    const statements = readFileSync(join(folder, file), 'utf8');
    return `${historyRow(versionOf(file), file, statements)}\n${checksumRow(versionOf(file), checksumOf(statements))}`;
  });
  await run(`
    delete from supabase_migrations.migration_checksums where version in (${versions});
    delete from supabase_migrations.schema_migrations where version in (${versions});
    ${rows.join('\n')}`);
}

async function apply(
  { run }: Database,
  file: string,
  version: string,
  statements: string,
  sha256: string,
): Promise<void> {
  try {
    await run(`${statements}\n;${historyRow(version, file, statements)}\n${checksumRow(version, sha256)}`);
  } catch (error) {
    throw new Error(`The migration ${file} does not apply`, { cause: error });
  }
}

function changedMessage(file: string): string {
  return `The migration ${file} has been applied to this database, and the file has changed since. Put the file back as it was, and write the change into a new migration`;
}

/** Schemas in which only the owner of the database has rights. */
const closedSchemas = ['private', 'supabase_migrations'] as const;

function closeSchema(schema: (typeof closedSchemas)[number]): string {
  const everyRole = requestRoles.join(', ');
  return `do $$ begin
    if not exists (select from pg_namespace where nspname = '${schema}') then return; end if;
    revoke all on schema ${schema} from public, ${everyRole};
    revoke all on all tables in schema ${schema} from public, ${everyRole};
    revoke all on all sequences in schema ${schema} from public, ${everyRole};
    alter default privileges in schema ${schema} revoke all on tables from ${everyRole};
    alter default privileges in schema ${schema} revoke all on sequences from ${everyRole};
  end $$;`;
}

/** Creates the table of checksums, also in a database whose migrations were applied before checksums existed. */
const createChecksums = `
  create table if not exists supabase_migrations.migration_checksums (version text primary key, sha256 text not null);
  alter table supabase_migrations.migration_checksums enable row level security;
  revoke all on supabase_migrations.migration_checksums from public, anon, authenticated, service_role;`;

function checksumRow(version: string, sha256: string): string {
  return `insert into supabase_migrations.migration_checksums values (${literal(version)}, ${literal(sha256)});`;
}

/** Returns the checksum of a file, independent of its line endings, which Git may change. */
function checksumOf(statements: string): string {
  return createHash('sha256').update(statements.replaceAll('\r\n', '\n')).digest('hex');
}

/**
 * Sets the privileges. At its first request, the library grants every role all privileges in each schema that has a
 * table with row-level security, regardless of what the migrations revoked. That step is triggered here first.
 */
async function applyGrants({ connection, run, rows }: Database): Promise<void> {
  await connection['ensureRlsContext']();
  await run(closedSchemas.map(closeSchema).join('\n'));
  const [found] = await rows("select to_regprocedure('public.apply_grants()') is not null as is_there");
  if (found?.['is_there'] === true) await run('select public.apply_grants()');
}

function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d+_.+\.sql$/.test(name))
    .toSorted();
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
