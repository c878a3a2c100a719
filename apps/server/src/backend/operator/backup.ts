import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import postgres from 'postgres';

import type { BackendSettings } from '../backend-settings.ts';
import { requestSnapshot } from '../process/control-channel.ts';
import { DataLockError, lockData } from '../database/data-lock.ts';
import { databaseFolder } from '../database/open-database.ts';
import { createRoles } from '../database/request-roles.ts';

/**
 * Rights are left out, because the server sets them at each start; the rows of mails on their way, whose links sign in; and
 * the keys that encrypt what other tables hold.
 */
const dumpArguments = [
  '--no-owner',
  '--no-privileges',
  '--inserts',
  '--rows-per-insert=100',
  '--exclude-table-data=private.mail_queue',
  '--exclude-table-data=private.encryption_keys',
];
/** Extensions that the migrations create; the embedded library opens the database with them as well. */
const extensions = { pgcrypto };
const maxDumpBytes = 2 ** 30;

export interface BackupContent {
  /** The database's folder, or its URL without the password. */
  readonly database: string;
  /** How many members it has: by a number that is far off an operator sees that it is another database than the server's. */
  readonly accounts: number;
}

/**
 * Writes the database into a file of SQL statements, while the server runs on it or not. `psql` of PostgreSQL 15 or newer
 * reads it, and `restore`.
 * @throws when there is no database of this server, or the file is there already.
 */
export async function backUp(
  { dataFolder, databaseUrl }: Pick<BackendSettings, 'dataFolder' | 'databaseUrl'>,
  file: string,
): Promise<BackupContent> {
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  const { dump, ...content } = await (databaseUrl ? dumpPostgres(databaseUrl) : dumpEmbedded(dataFolder));
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, `${header}${createRoles()}\n\n${portable(dump)}`, { mode: 0o600, flag: 'wx' });
  return content;
}

interface Dump extends BackupContent {
  readonly dump: string;
}

const countAccounts = 'select count(*)::integer as accounts from auth.users';

const header = `-- A backup of Isola's database. Into an empty PostgreSQL database:
--   psql --single-transaction -v ON_ERROR_STOP=1 -f <this file> <its URL>
-- Into the embedded one: npm run restore -- <this file>
-- secrets.json and the environment are not in it.

`;

async function dumpEmbedded(dataFolder: string): Promise<Dump> {
  const folder = databaseFolder(dataFolder);
  if (!existsSync(folder)) throw new Error(`There is no database in ${dataFolder}.`);
  const release = takeLock(dataFolder);
  try {
    const database = release
      ? await PGlite.create(folder, { extensions })
      : await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await requestSnapshot(dataFolder))]), extensions });
    try {
      const { rows } = await database.query<{ readonly accounts: number }>(countAccounts);
      const dump = await (await pgDump({ pg: database, args: dumpArguments })).text();
      return { database: folder, accounts: rows[0]?.accounts ?? 0, dump };
    } finally {
      await database.close();
    }
  } finally {
    release?.();
  }
}

/** @returns null while a server runs on the folder. */
function takeLock(dataFolder: string): (() => void) | null {
  try {
    return lockData(dataFolder);
  } catch (error) {
    if (error instanceof DataLockError) return null;
    throw error;
  }
}

/** By the `pg_dump` of this machine, which must be as new as the server. */
async function dumpPostgres(databaseUrl: string): Promise<Dump> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  // Arguments are visible to every user of the machine.
  url.password = '';
  const { status, stdout, error } = spawnSync('pg_dump', [...dumpArguments, `--dbname=${url.href}`], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: maxDumpBytes,
  });
  if (error) throw new Error('pg_dump could not be run: install PostgreSQL’s client programs.', { cause: error });
  if (status !== 0) throw new Error('pg_dump failed, and says why above.');
  const connection = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await connection.unsafe<{ readonly accounts: number }[]>(countAccounts);
    return { database: url.href, accounts: row?.accounts ?? 0, dump: stdout };
  } finally {
    await connection.end();
  }
}

/** Without what only the newest PostgreSQL knows. Only the lines around the statements are changed, never a row. */
function portable(dump: string): string {
  const start = dump.search(/^(CREATE|ALTER|INSERT|COMMENT) /m);
  const head = dump
    .slice(0, start)
    .replace('SET transaction_timeout = 0;\n', '')
    .replace(/^\\restrict .*\n/m, '');
  return head + dump.slice(start).replace(/\\unrestrict \S+\s*$/, '');
}

/**
 * Puts a backup in the place of the embedded database: a file of `backUp`, or a packed folder (`.tar.gz`) as it wrote
 * before. The old database stays until the new one has been opened and read.
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
      const isFolder = bytes[0] === 0x1f && bytes[1] === 0x8b;
      const database = await PGlite.create(fresh, { extensions, ...(isFolder && { loadDataDir: new Blob([bytes]) }) });
      try {
        if (!isFolder) {
          const statements = `${createRoles()}\n${portable(bytes.toString('utf8'))}`;
          await database.transaction((transaction) => transaction.exec(statements));
        }
        await database.query('select count(*) from auth.users');
      } finally {
        await database.close();
      }
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
