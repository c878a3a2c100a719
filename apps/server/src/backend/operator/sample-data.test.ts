import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readSettings } from '../../settings.ts';
import { addAdmin, listAdmins, removeAdmin } from './admins.ts';
import { addSampleData } from './sample-data.ts';
import { withDatabase } from '../database/with-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'isola-sample-'));
afterAll(() => rmSync(folder, { recursive: true }));

function settingsOf(name: string) {
  const { backend } = readSettings({ DATA_DIR: join(folder, name) });
  if (!backend) throw new Error('There is no backend');
  return backend;
}

const until = '2026-11-23';
const long = { timeout: 300_000, tags: ['long'] };

/** Tables that grow with the number of members. */
const largeTables = new Set([
  'users',
  'sessions',
  'profiles',
  'people',
  'user_subscriptions',
  'payments',
  'payment_refunds',
  'usage_days',
  'usage_months',
  'webhook_events',
  'admin_audit_log',
]);

/** Calls of database functions that the pages of administrators make. */
const calls = [
  ...[1, 7, 30, 90].map((days) => `admin_dashboard(${days})`),
  'admin_users()',
  `admin_users(after => '{"key": "2026-06-01T00:00:00Z", "id": "00000000-0000-4000-8000-000000000000"}')`,
  `admin_users(before => '{"key": "2026-06-01T00:00:00Z", "id": "00000000-0000-4000-8000-000000000000"}')`,
  `admin_users(sort => 'last_sign_in')`,
  `admin_users(sort => 'email', descending => false)`,
  `admin_users(search => 'chen.1')`,
  `admin_users(filter => '{"state": "disabled"}')`,
  `admin_users(filter => '{"state": "unconfirmed"}')`,
  `admin_users(filter => '{"plan": "member"}')`,
  `admin_user((select user_id from private.people order by created_at limit 1))`,
  `admin_revenue('2025-12-01', '2026-11-23')`,
  'admin_payments()',
  `admin_payments('{"status": "failed"}')`,
  `admin_payments('{"status": "refund_due"}')`,
  `admin_payments('{"provider": "wechat-pay"}')`,
  `admin_payments('{"search": "sample-pay-678"}')`,
  `admin_payments('{"search": "chen.1"}')`,
  `admin_payments('{"from": "2026-01-01", "to": "2026-01-31"}')`,
  'admin_webhooks()',
  `admin_webhooks('{"status": "failed"}')`,
  'admin_audit()',
  `admin_audit('{"table": "users", "row": "77"}')`,
  `admin_audit('{"actor": "chen.1"}')`,
];

test('10,000 sample members have 30,000 payments, and no administration page scans a large table', long, async () => {
  const settings = settingsOf('large');
  await addSampleData(settings, { members: 10_000, seed: 1, until });
  const [email = ''] = await withDatabase(settings, async ({ rows }) => {
    expect(
      await rows(`select
        (select count(*)::int from auth.users) as users,
        (select count(*)::int from public.profiles) as profiles,
        (select count(*)::int from private.people) as people,
        (select count(*)::int from public.payments) as payments,
        (select count(*)::int from public.payments where paid_at > '${until}') as later`),
    ).toEqual([{ users: 10_000, profiles: 10_000, people: 10_000, payments: 30_000, later: 0 }]);
    return (await rows('select email from auth.users order by created_at limit 1')).map((row) => String(row['email']));
  });

  await addAdmin(settings, { email: email.toUpperCase(), role: 'super_admin', permissions: [] });
  expect(await listAdmins(settings)).toEqual([{ email, role: 'super_admin', permissions: [] }]);
  await expect(removeAdmin(settings, email)).rejects.toThrow('The last super admin stays');
  await expect(addAdmin(settings, { email: 'nobody@example.com', role: 'support', permissions: [] })).rejects.toThrow(
    'Nobody has signed up',
  );

  await withDatabase(settings, async ({ rows, run }) => {
    const session = '90000000-0000-4000-8000-000000000009';
    await run(`
      insert into auth.sessions (id, user_id) select '${session}', user_id from public.admins;
      insert into private.identity_proofs (session_id, user_id) select '${session}', user_id from public.admins;
      insert into public.admin_audit_log (action, table_name, row_id) select 'looked', 'users', n from generate_series(1, 9999) as n;
      analyze public.admin_audit_log;
      -- Returns the tables that a statement has read by a sequential scan.
      create function pg_temp.read_whole(statement text) returns text[] language plpgsql as $$
      declare
        before jsonb;
      begin
        -- Sets the caller as the REST interfaces of this server and of a hosted project do.
        perform set_config('request.jwt.claim.sub', user_id::text, true),
          set_config('request.jwt.claims', json_build_object('sub', user_id, 'session_id', '${session}')::text, true)
        from public.admins;
        select jsonb_object_agg(relid, seq_scan) into before from pg_stat_xact_user_tables;
        execute statement;
        return (
          select coalesce(array_agg(relname::text order by relname), '{}') from pg_stat_xact_user_tables
          where seq_scan > coalesce((before ->> relid::text)::bigint, 0)
        );
      end;
      $$;`);
    const whole = async (statement: string) => {
      const [row] = await rows(`select array_to_string(pg_temp.read_whole($1), ' ') as tables`, [statement]);
      return String(row?.['tables'])
        .split(' ')
        .filter((name) => largeTables.has(name));
    };
    // Check that `whole` finds a sequential scan.
    expect(await whole('select count(*) from public.payments where amount_minor = 1')).toEqual(['payments']);
    const found: Record<string, readonly string[]> = {};
    for (const call of calls) {
      const tables = await whole(`select public.${call}`);
      if (tables.length > 0) found[call] = tables;
    }
    expect(found).toEqual({});
  });
  await expect(addSampleData(settings, { members: 10, seed: 1, until })).rejects.toThrow('There are payments already');
});

test('the same seed creates the same rows, and another seed creates others', long, async () => {
  const fingerprint = async (name: string, seed: number) => {
    const settings = settingsOf(name);
    await addSampleData(settings, { members: 50, seed, until });
    return withDatabase(settings, async ({ rows }) => {
      const [row] = await rows(`select md5(
        (select string_agg(users.id::text || email || created_at, '' order by users.id) from auth.users)
        || (select string_agg(payments.id::text || status || amount_minor || created_at, '' order by id) from public.payments)
      ) as fingerprint`);
      return String(row?.['fingerprint']);
    });
  };
  const first = await fingerprint('first', 1);
  expect(await fingerprint('again', 1)).toBe(first);
  expect(await fingerprint('other', 2)).not.toBe(first);
});
