/** The database was left by an earlier version of the product, or by a newer one. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { expect, test } from '@playwright/test';

import { siteFolder } from '../../scripts/site-folder.ts';
import { endProcess, spawnServer, startServerProcess } from '../soak/backend/server-process.ts';
import { coversFault } from '../support/covers-fault.ts';
import { withDataSaver } from '../support/first-visit.ts';
import { main, open } from '../support/server-faults/member-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const tags = { tag: ['@faults', '@account', '@long'] };
const migrationsFolder = join(import.meta.dirname, '../../supabase/migrations');
const writeOlder = join(import.meta.dirname, '../support/server-faults/write-older-database.ts');
/** Number of migrations that the earlier version lacks. */
const missing = 3;
const saidWithin = { timeout: 120_000 };

// The embedded database is created and migrated, which takes most of the time.
test.setTimeout(900_000);

let folder = '';
const dataFolder = () => join(folder, 'data');
test.beforeEach(async ({ page }) => {
  await withDataSaver(page);
  folder = mkdtempSync(join(tmpdir(), 'isola-versions-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Opens the database's files while no server uses them. */
async function inDatabase<T>(work: (database: PGlite) => Promise<T>): Promise<T> {
  const database = await PGlite.create(join(dataFolder(), 'postgres'), { extensions: { pgcrypto } });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Creates the database with the given migrations of this version, and a contact message in it. */
async function createDatabase(files: readonly string[]): Promise<void> {
  const some = join(folder, 'migrations');
  for (const file of files) cpSync(join(migrationsFolder, file), join(some, file));
  execFileSync(process.execPath, [writeOlder, dataFolder(), some], { stdio: 'inherit' });
  await inDatabase((database) =>
    database.exec(`insert into public.feedback (text, language) values ('keep this', 'en')`),
  );
}

const stateOf = (database: PGlite) =>
  database.query(`
    select (select string_agg(version, ' ' order by version) from supabase_migrations.schema_migrations) as versions,
      (select string_agg(text, ' ') from public.feedback) as messages,
      (select count(*)::integer from pg_class) as relations`);

test('a database of the version before is migrated, and its rows stay', tags, async ({ page }) => {
  coversFault({
    fault: 'the database was left by an earlier version',
    sees: 'messages:feedback.submitted',
    kept: 'every row; the missing migrations are applied',
  });
  const files = readdirSync(migrationsFolder).toSorted();
  await createDatabase(files.slice(0, -missing));
  const server = await startServerProcess(siteFolder, dataFolder());
  try {
    await open(page, `${server.url}/en/feedback`);
    await page.getByLabel('Your feedback').fill('after the upgrade');
    await main(page).locator('button[type=submit]').click();
    await expect(main(page).getByText(wordsOf('messages:feedback.submitted'))).toBeVisible();
    const { secretKey } = JSON.parse(readFileSync(join(dataFolder(), 'secrets.json'), 'utf8')) as { secretKey: string };
    const read = await fetch(`${server.url}/rest/v1/feedback?select=text&order=id`, { headers: { apikey: secretKey } });
    expect(await read.json()).toEqual([{ text: 'keep this' }, { text: 'after the upgrade' }]);
  } finally {
    await endProcess(server, 'SIGTERM');
  }
  const { rows } = await inDatabase((database) => database.query('select from supabase_migrations.schema_migrations'));
  expect(rows).toHaveLength(files.length);
});

test(
  'a database of a newer version stays unchanged, and the site is served without accounts',
  tags,
  async ({ page }) => {
    coversFault({
      fault: 'the database was migrated by a newer version',
      sees: 'auth:unreachable',
      kept: 'the database, unchanged; images can be cut out; the log names the unknown migration',
    });
    await createDatabase(readdirSync(migrationsFolder));
    const before = await inDatabase(async (database) => {
      await database.exec(`
      insert into supabase_migrations.schema_migrations (version, name, statements) values ('20991231000000', 'newer', '{}');
      drop function public.apply_grants();`);
      return (await stateOf(database)).rows;
    });
    const child = spawnServer(siteFolder, dataFolder(), { LOG_LEVEL: 'silent' });
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const url = /http:\S+/.exec(line.toString())?.[0] ?? '';
      await open(page, `${url}/en/auth`);
      const notice = main(page).locator('[data-code=unreachable]');
      await expect(notice).toBeVisible(saidWithin);
      await expectMessage(notice, 'auth:unreachable');
      await expect
        .poll(async () => (await (await fetch(`${url}/readyz`)).json()) as object, saidWithin)
        .toMatchObject({
          reason: 'unavailable',
        });
    } finally {
      await endProcess({ child }, 'SIGTERM');
    }
    expect(await inDatabase(async (database) => (await stateOf(database)).rows)).toEqual(before);
  },
);
