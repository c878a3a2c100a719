/**
 * Measures how fast the administration pages are answered: `npm run bench -- administration --help`.
 *
 * Fills a database with sample data and sends the pages' requests to `/rest/v1` as a super admin: to the embedded
 * database with ten thousand members, and to a separate PostgreSQL with a million. Prints the median and the 95th
 * percentile next to the limit.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';

import { createBackend, type OpenBackend } from '../../../apps/server/src/backend/create-backend.ts';
import { addSampleData } from '../../../apps/server/src/backend/operator/sample-data.ts';
import { readSecrets } from '../../../apps/server/src/backend/process/secrets.ts';
import { withDatabase } from '../../../apps/server/src/backend/database/with-database.ts';
import { createLogger } from '../../../apps/server/src/create-logger.ts';
import { readSettings } from '../../../apps/server/src/settings.ts';
import { createCommand, newFile, wholeNumber } from '../../../scripts/command.ts';
import { withTemporaryPostgres } from '../../../scripts/temporary-postgres.ts';
import { describeMachine } from '../arena/machine.ts';
import { quantile, summaryOf } from '../segmenter/statistics.ts';

const values = createCommand(
  'npm run bench -- administration',
  'Measures how fast the administration pages are answered.',
)
  .option('--embedded <count>', 'number of members in the embedded database; 0 skips it', wholeNumber(0), 10_000)
  .option('--postgres <count>', 'number of members in a PostgreSQL database; 0 skips it', wholeNumber(0), 1_000_000)
  .option('--calls <count>', 'calls of each page', wholeNumber(20), 100)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();

const origin = 'http://localhost:3000';
const until = new Date().toISOString().slice(0, 10);
/** Limits of the 95th percentile, in milliseconds. */
const limits = { embedded: 300, postgres: 150 };
/** Typical settings of a PostgreSQL on a machine of this size. */
const serverSettings = '-c shared_buffers=1GB -c max_wal_size=8GB -c work_mem=16MB';

interface Page {
  readonly name: string;
  readonly rpc: string;
  /** Returns the arguments of the n-th call. */
  readonly body: (call: number) => object;
}

const names = ['chen', 'sato.1', 'wei', 'kim.42', 'ann'];
const monthsBack = (months: number) => {
  const day = new Date(`${until}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 10);
};
const pages: readonly Page[] = [
  ...[1, 7, 30, 90].map((days) => ({
    name: `dashboard, ${days} days`,
    rpc: 'admin_dashboard',
    body: () => ({ days }),
  })),
  { name: 'users, newest', rpc: 'admin_users', body: () => ({ page_size: 50 }) },
  { name: 'users, last sign-in', rpc: 'admin_users', body: () => ({ sort: 'last_sign_in', page_size: 50 }) },
  { name: 'users, search', rpc: 'admin_users', body: (call) => ({ search: names[call % names.length] }) },
  { name: 'users, disabled', rpc: 'admin_users', body: () => ({ filter: { state: 'disabled' } }) },
  { name: 'revenue, 12 months', rpc: 'admin_revenue', body: () => ({ first_day: monthsBack(12), last_day: until }) },
  { name: 'revenue, 1 month', rpc: 'admin_revenue', body: () => ({ first_day: monthsBack(1), last_day: until }) },
  { name: 'payments, newest', rpc: 'admin_payments', body: () => ({}) },
  { name: 'payments, failed', rpc: 'admin_payments', body: () => ({ filter: { status: 'failed' } }) },
  { name: 'payments, search', rpc: 'admin_payments', body: () => ({ filter: { search: 'sample-pay-678' } }) },
  { name: 'webhooks, newest', rpc: 'admin_webhooks', body: () => ({}) },
];

const folder = mkdtempSync(join(tmpdir(), 'isola-bench-'));
const rows: Record<string, string | number>[] = [];
try {
  if (values.embedded > 0) await measure('embedded', values.embedded, { DATA_DIR: join(folder, 'embedded') });
  if (values.postgres > 0) {
    await withTemporaryPostgres(
      ({ url }) => measure('postgres', values.postgres, { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: url }),
      serverSettings,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.table(rows);
if (values.json) writeFileSync(values.json, JSON.stringify({ machine: describeMachine('none'), rows }, null, 2));

async function measure(kind: keyof typeof limits, members: number, environment: NodeJS.ProcessEnv): Promise<void> {
  const { backend: settings } = readSettings(environment);
  if (!settings) throw new Error('There is no database to measure');
  const filledMs = await timed(() => addSampleData(settings, { members, seed: 1, until }));
  console.log(`${kind}: ${members} members stored in ${Math.round(filledMs / 1_000)} s.`);
  const session = randomUUID();
  const userId = await withDatabase(settings, async ({ rows: query }) => {
    const [user] = await query(
      'select id from auth.users where email_confirmed_at is not null order by created_at limit 1',
    );
    const id = String(user?.['id']);
    await query(`insert into public.admins (user_id, role) values ($1, 'super_admin')`, [id]);
    await query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
    await query('insert into private.identity_proofs (session_id, user_id) values ($1, $2)', [session, id]);
    if (!settings.databaseUrl) await query('vacuum (analyze)');
    return id;
  });
  if (settings.databaseUrl) await vacuum(settings.databaseUrl);
  const secrets = readSecrets(settings);
  const token = signed({ sub: userId, session_id: session }, secrets.jwtSecret);
  const headers = {
    apikey: secrets.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const backend = await createBackend(
    { ...settings, siteOrigin: origin },
    secrets,
    createLogger('error', console.error),
  );
  try {
    for (const page of pages)
      rows.push({ database: kind, members, ...(await measurePage(backend, page, headers, limits[kind])) });
    rows.push({ database: kind, members, ...(await measureTurning(backend, headers, limits[kind])) });
  } finally {
    await backend.close();
  }
}

/**
 * Runs the vacuum that autovacuum would run before long, over a separate connection: the server's own connections have
 * a shorter statement timeout.
 */
async function vacuum(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`vacuum (analyze)`;
  await sql.end();
}

async function measurePage(backend: OpenBackend, { name, rpc, body }: Page, headers: HeadersInit, limitMs: number) {
  const timesMs: number[] = [];
  for (let call = 0; call < values.calls; call += 1) {
    timesMs.push(await timed(() => ask(backend, rpc, body(call), headers)));
  }
  return described(name, timesMs, limitMs);
}

/** Measures turning the pages of the user list, forwards and backwards. */
async function measureTurning(backend: OpenBackend, headers: HeadersInit, limitMs: number) {
  const timesMs: number[] = [];
  let place: object = {};
  for (let call = 0; call < values.calls; call += 1) {
    const isForwards = call < values.calls / 2;
    const started = performance.now();
    const { next, previous } = (await ask(backend, 'admin_users', { page_size: 200, ...place }, headers)) as {
      readonly next: unknown;
      readonly previous: unknown;
    };
    timesMs.push(performance.now() - started);
    place = isForwards ? { after: next } : { before: previous };
  }
  return described('users, turning pages', timesMs, limitMs);
}

function described(page: string, timesMs: readonly number[], limitMs: number) {
  // The first two calls are left out, because the database plans the statements in them.
  const { median } = summaryOf(timesMs.slice(2));
  const p95 = quantile(timesMs.slice(2), 0.95);
  return {
    page,
    'median ms': rounded(median),
    'p95 ms': rounded(p95),
    'limit ms': limitMs,
    kept: p95 < limitMs ? 'yes' : 'NO',
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** @throws when the response is not a success. */
async function ask(backend: OpenBackend, rpc: string, body: object, headers: HeadersInit): Promise<unknown> {
  const request = new Request(`${origin}/rest/v1/rpc/${rpc}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await backend.fetch(request, null);
  const text = await response.text();
  if (!response.ok) throw new Error(`${rpc} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Signs a token (HS256) like the auth service does for a member. */
function signed(claims: object, secret: string): string {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const payload = { aud: 'authenticated', role: 'authenticated', iat: issuedAt, exp: issuedAt + 3_600, ...claims };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, createHmac('sha256', secret).update(parts.join('.')).digest('base64url')].join('.');
}
