import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { PGlite } from '@electric-sql/pglite';

import { lockData } from './data-lock.ts';
import { databaseFolder } from './open-database.ts';

/**
 * Writes the embedded database into a file (a packed folder, `.tar.gz`).
 * @throws {DataLockError} while a server runs on it.
 * @throws when there is none, or the file is there already.
 */
export async function backUp(dataFolder: string, file: string): Promise<void> {
  const folder = databaseFolder(dataFolder);
  if (!existsSync(folder)) throw new Error(`There is no database in ${dataFolder}.`);
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  const release = lockData(dataFolder);
  try {
    const database = await PGlite.create(folder);
    const dump = await database.dumpDataDir('gzip');
    await database.close();
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeFileSync(file, await dump.bytes(), { mode: 0o600, flag: 'wx' });
  } finally {
    release();
  }
}

/**
 * Puts a backup in the place of the embedded database. The old one stays until the new one has been opened and read.
 * @throws {DataLockError} while a server runs on it.
 * @throws when the file holds no database of this server; then nothing has changed.
 */
export async function restore(dataFolder: string, file: string): Promise<void> {
  const bytes = readFileSync(file);
  const folder = databaseFolder(dataFolder);
  const fresh = `${folder}.new`;
  const old = `${folder}.old`;
  const release = lockData(dataFolder);
  try {
    // A restore broke off between its two moves: what it moved away is the database.
    if (existsSync(old) && !existsSync(folder)) renameSync(old, folder);
    rmSync(fresh, { recursive: true, force: true });
    try {
      const database = await PGlite.create(fresh, { loadDataDir: new Blob([bytes]) });
      await database.query('select count(*) from auth.users');
      await database.close();
    } catch (error) {
      throw new Error(`${file} is no backup of this server. Nothing has changed.`, { cause: error });
    }
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    release();
  }
}
