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

import { UnopenedDatabaseError } from './unopened-database-error.ts';

/** Major version of the embedded PostgreSQL, which can open only databases of the same version. */
const postgresVersion = '17';
/** Size of `global/pg_control` in each version of PostgreSQL, in bytes. */
const controlBytes = 8_192;
/** Files and folders without which PostgreSQL does not start, or starts with less than it had. */
const neededFiles = ['PG_VERSION', 'postgresql.conf', 'global/pg_control', 'global/pg_filenode.map'] as const;
const neededFolders = ['base', 'global', 'pg_multixact', 'pg_wal', 'pg_xact'] as const;
/** Free space below which a failure is explained by the full disk: two segments of PostgreSQL's log. */
const minFreeBytes = 32 * 2 ** 20;
/** Classes of SQLSTATE for damaged data and for files that are missing or cannot be read. */
const damageStates = /^(XX|58)/;

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
 * @throws {UnopenedDatabaseError} when there is a database that cannot be opened.
 */
export function hasDatabase(dataFolder: string): boolean {
  const folder = databaseFolder(dataFolder);
  const state = readState(dataFolder);
  if (state === 'creating') return false;
  // An interrupted restore of an earlier version left only the folder of the replaced database.
  if (state === null && isEmpty(folder) && !existsSync(replacedFolder(dataFolder))) return false;
  const closed = closedFile(folder);
  if (closed !== null)
    throw new UnopenedDatabaseError(
      `The database in ${folder} cannot be opened: this user may not read and write ${closed}. Nothing stored was lost: let the owner of the files run the server, or give all of them to this user with chown.`,
    );
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
 * Explains why a database whose files are complete cannot be opened or read. Only what PostgreSQL says about its files
 * counts as damage, because who goes back to a backup loses everything that was stored since.
 * @param cause error of the database.
 * @param isReading true when the error ended the check that reads every row.
 * @returns the error to throw: the cause itself when it is not known to be damage.
 */
export function explainFailure(dataFolder: string, cause: unknown, { isReading = false } = {}): Error {
  if (isDiskFull(dataFolder))
    return new UnopenedDatabaseError(
      `The disk of ${dataFolder} is full, so its database cannot be opened. Nothing stored was lost: free some space, and the server opens it by itself.`,
      { cause },
    );
  if (cause instanceof RangeError && /memory/i.test(cause.message))
    return new UnopenedDatabaseError(
      `There is too little memory to open the database in ${databaseFolder(dataFolder)}. Nothing stored was lost: once there is more memory, the server opens it by itself.`,
      { cause },
    );
  // Nothing has been stored yet in a database whose creation failed.
  const isDamage = readState(dataFolder) !== 'creating' && (isReading || isOfFiles(cause));
  if (isDamage) return damagedDatabase(dataFolder, 'its contents cannot be read', cause);
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** Checks whether an error means that PostgreSQL cannot read its files. */
function isOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && damageStates.test(String(error.code))) return true;
  // PostgreSQL ends during its start when it cannot read what it needs, and the library does not pass its words on.
  return error.message === 'PGlite failed to initialize properly';
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

function damagedDatabase(dataFolder: string, damage: string, cause?: unknown): UnopenedDatabaseError {
  const replaced = replacedFolder(dataFolder);
  const also = existsSync(replaced) ? ` ${replaced} contains the database before the last restore.` : '';
  return new UnopenedDatabaseError(
    `The database in ${databaseFolder(dataFolder)} cannot be opened: ${damage}. Its files were kept as they are, and no empty database was created. Go back to a backup with \`npm run restore -- <file>\`.${also}`,
    { cause },
  );
}

/** Returns what is wrong with the files of a database, or null. */
function damageOf(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'it is not a folder';
    const missing = [...neededFolders, ...neededFiles].find((name) => !existsSync(join(folder, name)));
    if (missing !== undefined) return `${missing} is missing`;
    const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
    if (version !== postgresVersion)
      return `it is of PostgreSQL ${version || '(empty PG_VERSION)'}, and this version of Isola contains ${postgresVersion}`;
    const { size } = statSync(join(folder, 'global/pg_control'));
    if (size !== controlBytes) return `global/pg_control has ${size} bytes instead of ${controlBytes}`;
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return error.code === 'ENOENT'
      ? 'the folder is missing'
      : `the disk does not let it be read (${String(error.code)})`;
  }
}

/** Returns a file or folder of a database, at any depth, that this user may not read and write, or null. */
function closedFile(folder: string): string | null {
  try {
    const files = constants.R_OK | constants.W_OK;
    if (!statSync(folder).isDirectory()) return null;
    accessSync(folder, files | constants.X_OK);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      accessSync(join(entry.parentPath, entry.name), entry.isDirectory() ? files | constants.X_OK : files);
    return null;
  } catch (error) {
    const isClosed = error instanceof Error && 'code' in error && /^(EACCES|EPERM|EROFS)$/.test(String(error.code));
    return isClosed ? ('path' in error ? String(error.path) : folder) : null;
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
