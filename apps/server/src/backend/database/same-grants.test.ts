/** @module-tag long */
// The tests of the database use `auth-shim.sql` in place of the schemas that the server creates. Both must grant the
// same privileges.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { expect, test } from 'vitest';

import { openTestDatabase } from '@isola/supabase/testing/open-test-database';
import { databaseFolder } from './database-files.ts';
import { prepareBackend } from '../testing/test-server.ts';

/** Query for the privileges of each role on each object of the schemas that requests use. */
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

test('the database of the tests grants each role exactly the privileges that the embedded server grants', async () => {
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
    // Both databases contain all objects of the product.
    const own = ofTests.rows.filter(({ what }) => /(table|schema) (public|private)/.test(String(what)));
    expect(own.filter(({ what }) => !servedMay.has(String(what)))).toEqual([]);
    expect(shared.length).toBeGreaterThan(500);
  } finally {
    await served.close();
    await tested.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
