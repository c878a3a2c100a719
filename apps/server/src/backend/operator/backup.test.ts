import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { backUp, restore } from './backup.ts';
import { createTestDatabase, startTestServer, type TestServer } from '../testing/test-server.ts';

const account = { email: 'ada@isola.example', password: 'a quiet Harbour 7' };
const firstNote = `Ädä's "note" \\ 確認\n-- $$\n\\unrestrict x`;

let folder = '';
/** Data folder of a server on the embedded database. `file` is a backup made while the server ran. */
let data = '';
let file = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-backup-'));
  data = join(folder, 'data');
  file = join(folder, 'backups/one.sql');
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const embedded = (dataFolder: string) => ({ dataFolder, databaseUrl: null });

async function notesOf(server: TestServer): Promise<unknown> {
  const client = server.client();
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  const { data: notes, error } = await client.from('notes').select('id, body').order('id');
  expect(error).toBeNull();
  return notes;
}

async function addNote(server: TestServer, body: string): Promise<void> {
  const client = server.client();
  await client.auth.signInWithPassword(account);
  expect((await client.from('notes').insert({ body })).error).toBeNull();
}

test(
  'a backup of a running server restores members and their rows into an empty folder',
  { tags: ['long'] },
  async () => {
    let server = await startTestServer(embedded(data));
    await server.join(server.client(), account);
    await addNote(server, firstNote);

    expect(statSync(join(data, 'control.sock')).mode & 0o777).toBe(0o600);
    expect(await backUp(embedded(data), file)).toEqual({ database: join(data, 'postgres'), accounts: 1 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(backUp(embedded(data), file)).rejects.toThrow('already exists');
    // The server keeps running. New rows are only in the next backup.
    await addNote(server, 'too late');
    await expect(restore(data, file)).rejects.toThrow('in use');
    await server.close();
    expect(existsSync(join(data, 'control.sock'))).toBe(false);

    const empty = join(folder, 'empty');
    await restore(empty, file);
    server = await startTestServer(embedded(empty));
    expect(await notesOf(server)).toEqual([{ id: 1, body: firstNote }]);
    await addNote(server, 'its number follows');
    expect(await notesOf(server)).toHaveLength(2);
    await server.close();
  },
);

test('a stopped server can be backed up, and waiting emails are left out', { tags: ['long'] }, async () => {
  const database = await PGlite.create(join(data, 'postgres'));
  await database.exec(`insert into private.mail_queue (recipient, subject, text, html) values ('Marker', '', '', '')`);
  await database.close();
  const second = join(folder, 'second.sql');
  await backUp(embedded(data), second);
  const written = readFileSync(second, 'utf8');
  expect(written).toContain('too late');
  expect(written).not.toContain('Marker');
  await expect(backUp(embedded(join(folder, 'nowhere')), join(folder, 'x.sql'))).rejects.toThrow(
    'There is no database',
  );
});

test(
  'a packed folder of an older version can be restored, and any other file is refused without changes',
  { tags: ['long'] },
  async () => {
    const older = join(folder, 'older');
    const server = await startTestServer(embedded(older));
    await server.join(server.client(), account);
    await server.close();
    const other = join(folder, 'other');
    mkdirSync(other);
    const database = await PGlite.create(join(older, 'postgres'));
    const packed = join(folder, 'old.tar.gz');
    writeFileSync(packed, new Uint8Array(await (await database.dumpDataDir('gzip')).arrayBuffer()));
    await database.close();
    await restore(other, packed);

    for (const content of ['not a backup', 'create table public.x (id int);']) {
      const wrong = join(folder, 'wrong.sql');
      writeFileSync(wrong, content);
      await expect(restore(other, wrong)).rejects.toThrow('Nothing has changed');
    }
    expect(existsSync(join(other, 'postgres.new'))).toBe(false);
    const restored = await PGlite.create(join(other, 'postgres'));
    expect((await restored.query('select email from auth.users')).rows).toEqual([{ email: account.email }]);
    await restored.close();
  },
);

test.runIf(process.env['ISOLA_TEST_DATABASE_URL'])(
  'a backup moves members and rows from the embedded database to PostgreSQL with psql, and back',
  async () => {
    const database = await createTestDatabase();
    if (!database) throw new Error('There is no database');
    try {
      const options = ['--single-transaction', '--quiet', '-v', 'ON_ERROR_STOP=1', '-f', file, database.url];
      execFileSync('psql', options, { stdio: ['ignore', 'ignore', 'inherit'] });
      let server = await startTestServer({ databaseUrl: database.url });
      expect(await notesOf(server)).toEqual([{ id: 1, body: firstNote }]);
      await addNote(server, 'on PostgreSQL 🧸');

      const back = join(folder, 'back.sql');
      await backUp({ dataFolder: join(folder, 'unused'), databaseUrl: database.url }, back);
      await server.close();
      const home = join(folder, 'home');
      await restore(home, back);
      server = await startTestServer(embedded(home));
      expect(await notesOf(server)).toEqual([
        { id: 1, body: firstNote },
        { id: 2, body: 'on PostgreSQL 🧸' },
      ]);
      await server.close();
    } finally {
      await database.remove();
    }
  },
);
