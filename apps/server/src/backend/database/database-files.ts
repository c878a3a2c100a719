import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { DamagedDatabaseError } from './damaged-database-error.ts';

/** Major version of the embedded PostgreSQL, which can open only databases of the same version. */
const postgresVersion = '17';
/** Size of `global/pg_control` in each version of PostgreSQL, in bytes. */
const controlBytes = 8_192;
/** Files and folders without which PostgreSQL does not start, or starts with less than it had. */
const neededFiles = ['PG_VERSION', 'postgresql.conf', 'global/pg_control', 'global/pg_filenode.map'] as const;
const neededFolders = ['base', 'global', 'pg_multixact', 'pg_wal', 'pg_xact'] as const;
/** Free space below which a failure is explained by the full disk: two segments of PostgreSQL's log. */
const minFreeBytes = 32 * 2 ** 20;

const recordSchema = z.object({ state: z.enum(['creating', 'created']) });
type DatabaseState = z.infer<typeof recordSchema>['state'];

export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres');
}

/** Returns the folder in which a restore keeps the database that it replaced. */
export function replacedFolder(dataFolder: string): string {
  return `${databaseFolder(dataFolder)}.old`;
}

/**
 * Checks the files of the embedded database, without a change. The library itself would fill an incomplete folder with
 * an empty database.
 * @returns false while there is no database yet, or only the files of a first start that was interrupted.
 * @throws {DamagedDatabaseError} when there is a database that cannot be opened.
 */
export function hasDatabase(dataFolder: string): boolean {
  const folder = databaseFolder(dataFolder);
  const state = readState(dataFolder);
  if (state === 'creating') return false;
  // An interrupted restore of an earlier version left only the folder of the replaced database.
  if (state === null && isEmpty(folder) && !existsSync(replacedFolder(dataFolder))) return false;
  const damage = damageOf(folder);
  if (damage !== null) throw damagedDatabase(dataFolder, damage);
  return true;
}

/**
 * Prepares a folder in which a new database is created. Files of a first start that was interrupted are removed, because
 * nothing has been stored in them. `recordDatabase` has to be called as soon as the database exists.
 */
export function beginDatabase(dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true });
  rmSync(databaseFolder(dataFolder), { recursive: true, force: true });
  writeState(dataFolder, 'creating');
}

/** Records that the database of a data folder exists, so that a later start does not create another one. */
export function recordDatabase(dataFolder: string): void {
  if (readState(dataFolder) !== 'created') writeState(dataFolder, 'created');
}

/**
 * Explains why a database whose files are complete cannot be opened or read.
 * @param cause error of the database.
 */
export function explainFailure(dataFolder: string, cause: unknown): DamagedDatabaseError {
  return isDiskFull(dataFolder)
    ? new DamagedDatabaseError(
        `The disk of ${dataFolder} is full, so its database cannot be opened. Nothing stored was lost: free some space, and the server opens it by itself.`,
        { cause },
      )
    : damagedDatabase(dataFolder, 'its contents cannot be read', cause);
}

/** Returns whether the disk of a folder has too little space for the embedded database to work. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFreeBytes;
  } catch {
    return false;
  }
}

function damagedDatabase(dataFolder: string, damage: string, cause?: unknown): DamagedDatabaseError {
  const replaced = replacedFolder(dataFolder);
  const also = existsSync(replaced) ? ` ${replaced} contains the database before the last restore.` : '';
  return new DamagedDatabaseError(
    `The database in ${databaseFolder(dataFolder)} cannot be opened: ${damage}. Its files were kept as they are, and no empty database was created. Go back to a backup with \`npm run restore -- <file>\`.${also}`,
    { cause },
  );
}

/** Returns what is wrong with the files of a database, or null. */
function damageOf(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'it is not a folder';
    for (const name of neededFolders) {
      if (!existsSync(join(folder, name))) return `${name} is missing`;
      accessSync(join(folder, name), constants.R_OK | constants.W_OK | constants.X_OK);
    }
    for (const name of neededFiles) {
      if (!existsSync(join(folder, name))) return `${name} is missing`;
      accessSync(join(folder, name), constants.R_OK | constants.W_OK);
    }
    const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
    if (version !== postgresVersion)
      return `it is of PostgreSQL ${version || '(empty PG_VERSION)'}, and this version of Isola contains ${postgresVersion}`;
    const { size } = statSync(join(folder, 'global/pg_control'));
    if (size !== controlBytes) return `global/pg_control has ${size} bytes instead of ${controlBytes}`;
    return null;
  } catch (error) {
    return explainAccess(error);
  }
}

function explainAccess(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) throw error;
  switch (error.code) {
    case 'ENOENT':
      return 'the folder is missing';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read or write it, so its owner must run the server or be changed with chown';
    default:
      return `the disk does not let it be read (${String(error.code)})`;
  }
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0);
}

/** Returns null for a folder of an earlier version, which kept no record, and for one without a database. */
function readState(dataFolder: string): DatabaseState | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(recordFile(dataFolder), 'utf8'))).state;
  } catch {
    return null;
  }
}

/** Replaces the record at once, so that a crash leaves either the earlier record or the new one. */
function writeState(dataFolder: string, state: DatabaseState): void {
  const draft = `${recordFile(dataFolder)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ state } satisfies z.infer<typeof recordSchema>)}\n`, { mode: 0o600 });
  renameSync(draft, recordFile(dataFolder));
}

function recordFile(dataFolder: string): string {
  return join(dataFolder, 'database.json');
}
