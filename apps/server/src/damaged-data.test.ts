/** @module-tag long */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { openDatabase } from './backend/database/open-database.ts';
import { backUp, restore } from './backend/operator/backup.ts';
import { prepareBackend } from './backend/testing/test-server.ts';
import { startTestProcess, type TestProcess } from './test-process.ts';

const key = 'sb_publishable_of_this_test';
// Creates the cached database of the tests here if it is missing, so that this does not count against a test's limit.
beforeAll(async () => {
  const first = mkdtempSync(join(tmpdir(), 'isola-damaged-'));
  await prepareBackend(first);
  rmSync(first, { recursive: true, maxRetries: 5 });
}, 600_000);

let folder = '';
let data = '';
let server: TestProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-damaged-'));
  data = join(folder, 'data');
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'home');
});
afterEach(async () => {
  await server?.kill();
  server = null;
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

const embedded = () => ({ dataFolder: data, databaseUrl: null });
const readiness = async () => (await fetch(`${server?.url ?? ''}/readyz`)).status;

/** Creates a migrated database with one message in it. @returns the path of the file with the messages. */
async function createDatabase(): Promise<string> {
  await prepareBackend(folder);
  const database = await PGlite.create(join(data, 'postgres'), { extensions: { pgcrypto } });
  await database.exec("insert into public.feedback (text, language) values ('keep this', 'en')");
  // The product's server would refuse a database with a migration that it does not know.
  await database.exec("delete from supabase_migrations.schema_migrations where version like '9999%'");
  const { rows } = await database.query<{ path: string }>("select pg_relation_filepath('public.feedback') as path");
  await database.close();
  return join(data, 'postgres', rows[0]?.path ?? '');
}

function overwriteControlFile(): void {
  // The file keeps its size, so that only its checksum shows that it is damaged.
  const file = join(data, 'postgres/global/pg_control');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(7, 0, 300));
}

test('a damaged database is reported in one sentence, and the server opens the backup that replaces it', async () => {
  await createDatabase();
  const backup = join(folder, 'backup.sql');
  await backUp(embedded(), backup);
  overwriteControlFile();
  const files = () => readdirSync(join(data, 'postgres'), { recursive: true, encoding: 'utf8' }).toSorted();
  const before = files();

  server = await startTestProcess(folder, { SUPABASE_PUBLISHABLE_KEY: key, RATE_LIMIT_SCALE: '1000' });
  const { url, printed } = server;
  const sentence = `The database in ${data}/postgres cannot be opened: its contents cannot be read. Its files were kept as they are, and no empty database was created. Go back to a backup with \`npm run restore -- <file>\`.`;
  await expect.poll(printed, { timeout: 120_000 }).toContain(sentence);
  expect(await (await fetch(url)).text()).toBe('home');
  expect(await readiness()).toBe(503);
  expect(printed()).not.toMatch(/"stack"| {4}at /);
  expect(files()).toEqual(before);

  // The server holds the lock only while it tries to open the database.
  await expect.poll(() => restore(data, backup).then(() => 'restored', String), { timeout: 120_000 }).toBe('restored');
  await expect.poll(readiness, { timeout: 180_000 }).toBe(200);
  expect(existsSync(join(data, 'postgres.old/PG_VERSION'))).toBe(true);
}, 400_000);

test('a database is refused when the file of a table is shorter than before, and is not shown without its rows', async () => {
  truncateSync(await createDatabase());
  await expect(openDatabase(embedded())).rejects.toThrow('cannot be opened: its contents cannot be read');
}, 300_000);

test('a database for which memory is missing is not called damaged', async () => {
  await createDatabase();
  const memory = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function () {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  });
  try {
    const sentence = `There is too little memory to open the database in ${data}/postgres. Nothing stored was lost: once there is more memory, the server opens it by itself.`;
    await expect(openDatabase(embedded())).rejects.toThrow(sentence);
    await expect(backUp(embedded(), join(folder, 'never.sql'))).rejects.toThrow(sentence);
  } finally {
    memory.mockRestore();
  }
  const database = await openDatabase(embedded());
  expect(await database.rows('select text from public.feedback')).toEqual([{ text: 'keep this' }]);
  await database.connection.close();
}, 300_000);

test('a backup of a database whose first start was interrupted says to start the server', async () => {
  const database = await openDatabase(embedded());
  await database.connection.close();
  await expect(backUp(embedded(), join(folder, 'never.sql'))).rejects.toThrow(
    `The database in ${data}/postgres has no accounts yet, because its first start has not ended. Start the server, then try again.`,
  );
}, 300_000);

test('a command of the operator ends with one sentence and an exit code when the database is damaged', async () => {
  await createDatabase();
  rmSync(join(data, 'postgres/PG_VERSION'));
  const command = join(import.meta.dirname, '../../../scripts/tasks.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'backup', join(folder, 'never.sql')], {
    env: { PATH: process.env['PATH'], DATA_DIR: data },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim().split('\n')).toEqual([
    `The database in ${data}/postgres cannot be opened: PG_VERSION is missing. Its files were kept as they are, and no empty database was created. Go back to a backup with \`npm run restore -- <file>\`.`,
  ]);
  expect(existsSync(join(folder, 'never.sql'))).toBe(false);
}, 300_000);

/** Whether this machine lets the test make a disk of its own, which only root may. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mounts(tmpdir());

function mounts(parent: string): boolean {
  const point = mkdtempSync(join(parent, 'isola-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', point]).status === 0;
  if (isMounted) spawnSync('umount', [point]);
  rmSync(point, { recursive: true });
  return isMounted;
}

const fullDiskSettings = { SUPABASE_PUBLISHABLE_KEY: key, RATE_LIMIT_SCALE: '100000', TRUST_PROXY: '1' };

test.runIf(canMount)(
  'a full disk refuses writes without losing any, and the server goes on when there is space',
  async () => {
    mkdirSync(data);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', data]);
    try {
      await createDatabase();
      server = await startTestProcess(folder, fullDiskSettings);
      const { url, printed } = server;
      await expect.poll(readiness, { timeout: 180_000 }).toBe(200);
      const acknowledged: string[] = ['keep this'];
      let senders = 0;
      const send = async (text: string) => {
        senders += 1;
        // A connection of its own, because the server may close one that waits for the next request.
        const headers = {
          apikey: key,
          'content-type': 'application/json',
          connection: 'close',
          // An address may send thirty messages in an hour.
          'x-forwarded-for': `198.51.100.${senders}`,
        };
        const body = JSON.stringify({ text, language: 'en' });
        const { ok, status } = await fetch(`${url}/functions/v1/feedback`, { method: 'POST', headers, body });
        if (ok) acknowledged.push(text);
        return status;
      };
      expect(await send('before')).toBe(200);
      const statuses = new Set<number>();
      for (let turn = 0; turn < 190 && !statuses.has(503); turn += 1) {
        // PostgreSQL may have freed a part of its log in the meantime.
        fill(join(data, 'filler'));
        statuses.add(await send(`${turn} ${'long'.repeat(875)}`));
      }
      expect(
        [...statuses].filter((status) => status !== 200),
        printed(),
      ).toEqual([503]);
      expect(await (await fetch(url)).text()).toBe('home');

      await server.kill();
      server = await startTestProcess(folder, fullDiskSettings);
      const { printed: printedNext } = server;
      if ((await readinessOnceDecided(printedNext)) === 'refused') {
        expect(printedNext()).toContain(`The disk of ${data} is full, so its database cannot be opened.`);
        expect(printedNext()).not.toContain('npm run restore');
      }
      rmSync(join(data, 'filler'));
      await expect.poll(readiness, { timeout: 180_000 }).toBe(200);
      await server.kill();
      server = null;

      const database = await openDatabase(embedded());
      const stored = (await database.rows('select text from public.feedback')).map(({ text }) => text);
      await database.connection.close();
      expect(stored).toEqual(expect.arrayContaining(acknowledged));
    } finally {
      await server?.kill();
      server = null;
      execFileSync('umount', [data]);
    }
  },
  900_000,
);

/** Fills the disk of a file, down to the last block. */
function fill(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, '..'));
  appendFileSync(file, new Uint8Array(bavail * bsize));
}

/** Waits until a server has opened its database or has said why not. */
async function readinessOnceDecided(printed: () => string): Promise<'ready' | 'refused'> {
  await expect
    .poll(async () => (await readiness()) === 200 || printed().includes('backend: not available'), { timeout: 180_000 })
    .toBe(true);
  return printed().includes('backend: not available') ? 'refused' : 'ready';
}
