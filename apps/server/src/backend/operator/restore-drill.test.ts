/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { BackendSettings } from '../backend-settings.ts';
import { databaseFolder } from '../database/database-files.ts';
import type { Database } from '../database/open-database.ts';
import { withDatabase } from '../database/with-database.ts';
import { createTestDatabase, prepareBackend } from '../testing/test-server.ts';
import { backUp, restore } from './backup.ts';
import { addSampleData } from './sample-data.ts';

const sample = { members: 40, seed: 1, until: '2026-11-23' };
const timeoutMs = 600_000;

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-drill-'));
  file = join(folder, 'backup.sql');
});
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** Tables whose rows a backup leaves out on purpose; see `docs/operate.md`. */
const leftOut = new Set(['private.mail_queue', 'private.encryption_keys']);

/** Lists everything that a schema defines, as text. */
const structure = `
  with own as (
    select oid from pg_namespace where nspname in ('auth', 'private', 'public', 'supabase_migrations')
  ), relations as (
    select oid, oid::regclass::text as name, relkind, relrowsecurity, relforcerowsecurity from pg_class
    where relnamespace in (select oid from own)
  )
  select 'function' as kind, oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace in (select oid from own) and prokind in ('f', 'p')
  union all select 'column', relations.name || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
      attnotnull, attgenerated, attidentity, pg_get_expr(adbin, adrelid))
    from relations join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind in ('r', 'p', 'v')
  union all select 'row security', name, concat(relrowsecurity, relforcerowsecurity) from relations where relkind in ('r', 'p')
  union all select 'policy', concat_ws(' ', schemaname, tablename, policyname), concat_ws(' ', permissive, roles, cmd, qual, with_check)
    from pg_policies
  union all select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index join relations on oid = indrelid
  union all select 'constraint', concat_ws(' ', name, conname), pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join relations on relations.oid = conrelid
  union all select 'trigger', concat_ws(' ', name, tgname), pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
  union all select 'sequence', concat_ws('.', schemaname, sequencename), last_value::text from pg_sequences
  union all select 'right', concat_ws(' ', table_schema, table_name, grantee), privilege_type
    from information_schema.role_table_grants where grantee in ('anon', 'authenticated', 'service_role')
  order by 1, 2, 3`;

interface Content {
  readonly structure: readonly unknown[];
  /** Number and checksum of the rows of each table. */
  readonly tables: Readonly<Record<string, unknown>>;
}

function contentOf(settings: BackendSettings): Promise<Content> {
  return withDatabase(settings, async ({ rows }: Database) => {
    const tables: Record<string, unknown> = {};
    const names = await rows(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('auth', 'private', 'public', 'supabase_migrations') order by 1`);
    for (const { name } of names) {
      if (leftOut.has(String(name))) continue;
      const checksum = `md5(coalesce(string_agg(t::text, E'\\n' order by t::text), ''))`;
      const [row] = await rows(`select count(*)::integer as count, ${checksum} as checksum from ${String(name)} as t`);
      tables[String(name)] = row;
    }
    // PostgreSQL reads its own `(a AND b) AND c` and writes it as `a AND b AND c`, which is the same condition.
    const definitions = (await rows(structure)).map(({ definition, ...named }) => ({
      ...named,
      definition: typeof definition === 'string' ? definition.replaceAll(/[()]/g, '') : definition,
    }));
    return { structure: definitions, tables };
  });
}

/** Changes what a mistake of an operator could change: rows, a table, and a function. */
const mistakes = `
  update public.profiles set username = null;
  delete from public.usage_days;
  drop table public.feedback cascade;
  drop function public.apply_grants();`;

function expectRows({ tables }: Content): void {
  for (const name of ['auth.users', 'public.profiles', 'public.payments', 'public.usage_days'])
    expect((tables[name] as { readonly count: number }).count, name).toBeGreaterThanOrEqual(sample.members);
}

test(
  'the embedded database equals its backup in every row and definition after it was changed and then lost',
  async () => {
    const settings = await prepareBackend(folder);
    await addSampleData(settings, sample);
    const before = await contentOf(settings);
    expectRows(before);
    await backUp(settings, file);

    await withDatabase(settings, ({ run }) => run(mistakes));
    const kept = await restore(settings.dataFolder, file);
    expect(await contentOf(settings)).toEqual(before);

    expect(kept).toBe(`${databaseFolder(settings.dataFolder)}.old`);
    rmSync(databaseFolder(settings.dataFolder), { recursive: true });
    await expect(contentOf(settings)).rejects.toThrow('the folder is missing');
    await restore(settings.dataFolder, file);
    expect(await contentOf(settings)).toEqual(before);
  },
  timeoutMs,
);

test.runIf(process.env['ISOLA_TEST_DATABASE_URL'])(
  'a PostgreSQL database equals its backup in every row and definition after the database was dropped',
  async () => {
    const first = await createTestDatabase();
    if (!first) throw new Error('There is no database');
    const settings = { ...(await prepareBackend(folder)), databaseUrl: first.url };
    await withDatabase(settings, () => Promise.resolve());
    // Sample data is stored without triggers, which only a superuser may do.
    const superuserUrl = new URL(process.env['ISOLA_TEST_SUPERUSER_URL'] ?? first.url);
    superuserUrl.pathname = new URL(first.url).pathname;
    await addSampleData({ ...settings, databaseUrl: superuserUrl.href }, sample);
    const before = await contentOf(settings);
    expectRows(before);
    await backUp(settings, file);
    await first.remove();

    const second = await createTestDatabase();
    if (!second) throw new Error('There is no database');
    try {
      const options = ['--single-transaction', '--quiet', '-v', 'ON_ERROR_STOP=1', '-f', file, second.url];
      execFileSync('psql', options, { stdio: ['ignore', 'ignore', 'inherit'] });
      expect(await contentOf({ ...settings, databaseUrl: second.url })).toEqual(before);
    } finally {
      await second.remove();
    }
  },
  timeoutMs,
);
