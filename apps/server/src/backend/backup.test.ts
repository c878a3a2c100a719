import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { backUp, restore } from './backup.ts';
import { lockData } from './data-lock.ts';

let folder = '';
let data = '';
let file = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-backup-'));
  data = join(folder, 'data');
  file = join(folder, 'backups', 'one.tar.gz');
  mkdirSync(data);
  await onDatabase((database) => database.exec(`create schema auth; create table auth.users (email text)`));
  await addMember('ada@isola.example');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function onDatabase<T>(run: (database: PGlite) => Promise<T>): Promise<T> {
  const database = await PGlite.create(join(data, 'postgres'));
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

const addMember = (email: string) =>
  onDatabase((database) => database.query('insert into auth.users values ($1)', [email]));
const members = () =>
  onDatabase(async (database) => (await database.query<{ email: string }>('select email from auth.users')).rows);

test('what came after the backup is gone after the restore, and what was before is there', async () => {
  await backUp(data, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(backUp(data, file)).rejects.toThrow('is there already');
  await addMember('eve@isola.example');
  await restore(data, file);
  expect(await members()).toEqual([{ email: 'ada@isola.example' }]);
  expect(existsSync(join(data, 'postgres.old'))).toBe(false);
}, 60_000);

test('while a server holds the folder, neither happens', async () => {
  const release = lockData(data);
  await expect(backUp(data, join(folder, 'two.tar.gz'))).rejects.toThrow('in use');
  await expect(restore(data, file)).rejects.toThrow('in use');
  release();
});

test('a file that is no backup changes nothing', async () => {
  const other = join(folder, 'other.tar.gz');
  writeFileSync(other, 'not a backup');
  await expect(restore(data, other)).rejects.toThrow('Nothing has changed');
  expect(await members()).toEqual([{ email: 'ada@isola.example' }]);
  expect(existsSync(join(data, 'postgres.new'))).toBe(false);
}, 60_000);
