/** @module-tag long */
/** The tests of the database take `auth-shim.sql` for what the server brings along: what they see allowed must be allowed here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { expect, test, vi } from 'vitest';

import { openTestDatabase } from '@isola/supabase/testing/open-test-database';
import { databaseFolder } from './open-database.ts';
import { prepareBackend } from '../testing/test-server.ts';

// A loaded machine is slow, and not wrong.
vi.setConfig({ testTimeout: 120_000 });

/** One row for each role and object of the schemas that requests touch: what the role may do with it. */
const privileges = `
  with roles (role) as (values ('anon'), ('authenticated'), ('service_role')),
  schemas as (select oid, nspname from pg_namespace where nspname in ('public', 'private', 'auth', 'extensions'))
  select role || ' schema ' || nspname as what,
    concat_ws(',', case when has_schema_privilege(role, oid, 'usage') then 'usage' end,
      case when has_schema_privilege(role, oid, 'create') then 'create' end) as may
  from roles, schemas
  union all
  select role || ' table ' || nspname || '.' || relname,
    (
      select string_agg(verb, ',' order by verb)
      from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as verb
      where has_table_privilege(role, pg_class.oid, verb)
    )
  from roles, pg_class join schemas on schemas.oid = relnamespace where relkind in ('r', 'v')
  union all
  select role || ' function ' || pg_proc.oid::regprocedure,
    case when has_function_privilege(role, pg_proc.oid, 'execute') then 'execute' end
  from roles, pg_proc join schemas on schemas.oid = pronamespace`;

test('the tests’ database allows each role what the embedded server allows it, and no more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'isola-grants-'));
  const { dataFolder } = await prepareBackend(folder);
  const served = await PGlite.create(databaseFolder(dataFolder), { extensions: { pgcrypto } });
  const tested = await openTestDatabase();
  try {
    const ofTests = await tested.query(privileges);
    const ofServer = await served.query<{ what: string; may: string | null }>(privileges);
    const servedMay = new Map(ofServer.rows.map(({ what, may }) => [what, may]));
    const shared = ofTests.rows.filter(({ what }) => servedMay.has(String(what)));
    expect(shared.filter(({ what, may }) => servedMay.get(String(what)) !== may)).toEqual([]);
    // All of the product's own objects are in both.
    const own = ofTests.rows.filter(({ what }) => /(table|schema) (public|private)/.test(String(what)));
    expect(own.filter(({ what }) => !servedMay.has(String(what)))).toEqual([]);
    expect(shared.length).toBeGreaterThan(500);
  } finally {
    await served.close();
    await tested.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
