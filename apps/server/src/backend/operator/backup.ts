import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import postgres from 'postgres';

import type { BackendSettings } from '../backend-settings.ts';
import { requestSnapshot } from '../process/control-channel.ts';
import { DataLockError, lockData } from '../database/data-lock.ts';
import {
  databaseFolder,
  explainFailure,
  hasDatabase,
  isDiskFull,
  recordDatabase,
  replacedFolder,
} from '../database/database-files.ts';
import { createRoles } from '../database/request-roles.ts';

/**
 * Arguments of `pg_dump`. They leave out privileges, which the server sets at each start, waiting emails, whose links
 * sign in, and the keys that encrypt data in other tables.
 */
const dumpArguments = [
  '--no-owner',
  '--no-privileges',
  '--inserts',
  '--rows-per-insert=100',
  '--exclude-table-data=private.mail_queue',
  '--exclude-table-data=private.encryption_keys',
];
/** Extensions that the migrations create. The embedded library opens the database with the same ones. */
const extensions = { pgcrypto };

export interface BackupContent {
  /** Folder of the database, or its URL without the password. */
  readonly database: string;
  /** Number of accounts. An unexpected number shows the operator that this is not the server's database. */
  readonly accounts: number;
}

/**
 * Writes the database into a file of SQL statements, whether the server is running or not. The file can be read by
 * `psql` of PostgreSQL 15 or newer and by `restore`. It has its name only once it is complete.
 * @throws when the database does not exist, or the file already exists.
 */
export async function backUp(
  { dataFolder, databaseUrl }: Pick<BackendSettings, 'dataFolder' | 'databaseUrl'>,
  file: string,
): Promise<BackupContent> {
  if (existsSync(file)) throw new Error(`${file} already exists.`);
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    const content = await (databaseUrl ? dumpPostgres(databaseUrl, draft) : dumpEmbedded(dataFolder, draft));
    if (existsSync(file)) throw new Error(`${file} already exists.`);
    renameSync(draft, file);
    return content;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Only the operator may read a backup. */
const asNewFile = { mode: 0o600, flags: 'wx' } as const;

/** SQLSTATE of a table that does not exist. */
const undefinedTable = '42P01';

const countAccounts = 'select count(*)::integer as accounts from auth.users';

const header = `-- A backup of Isola's database. To restore it into an empty PostgreSQL database:
--   psql --single-transaction -v ON_ERROR_STOP=1 -f <this file> <its URL>
-- To restore it into the embedded database: npm run restore -- <this file>
-- It contains neither secrets.json nor the environment.

`;

async function dumpEmbedded(dataFolder: string, file: string): Promise<BackupContent> {
  const folder = databaseFolder(dataFolder);
  if (!existsSync(dataFolder) || !hasDatabase(dataFolder)) throw new Error(`There is no database in ${dataFolder}.`);
  const release = takeLock(dataFolder);
  try {
    const database = await (release ? openStopped(dataFolder) : openCopy(dataFolder));
    try {
      const accounts = await accountsIn(database, dataFolder, release !== null);
      const dump = await pgDump({ pg: database, args: dumpArguments });
      const parts = Readable.fromWeb(dump.stream() as ReadableStream);
      await pipeline(() => statementsOf(parts), createWriteStream(file, asNewFile));
      return { database: folder, accounts };
    } finally {
      await database.close();
    }
  } finally {
    release?.();
  }
}

/** Opens the database of a folder that no server uses. */
async function openStopped(dataFolder: string): Promise<PGlite> {
  try {
    return await PGlite.create(databaseFolder(dataFolder), { extensions });
  } catch (error) {
    throw explainFailure(dataFolder, error);
  }
}

/** Opens a copy, in memory, of the database that a server uses. */
async function openCopy(dataFolder: string): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([new Uint8Array(await requestSnapshot(dataFolder))]), extensions });
}

async function accountsIn(database: PGlite, dataFolder: string, isStopped: boolean): Promise<number> {
  try {
    const { rows } = await database.query<{ readonly accounts: number }>(countAccounts);
    return rows[0]?.accounts ?? 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable)
      throw new Error(
        `The database in ${databaseFolder(dataFolder)} has no accounts yet, because its first start has not ended. Start the server, then try again.`,
        { cause: error },
      );
    // The error of a copy does not concern the files.
    throw isStopped ? explainFailure(dataFolder, error) : error;
  }
}

/** Locks the folder. @returns a function that releases the lock, or null while a server uses the folder. */
function takeLock(dataFolder: string): (() => void) | null {
  try {
    return lockData(dataFolder);
  } catch (error) {
    if (error instanceof DataLockError) return null;
    throw error;
  }
}

/**
 * Dumps an external PostgreSQL with the `pg_dump` of this machine, which must be at least as new as the server. The dump
 * may be larger than the longest text of JavaScript, so that it is written in parts.
 */
async function dumpPostgres(databaseUrl: string, file: string): Promise<BackupContent> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  // The password is passed as a variable, because every user of the machine can see arguments.
  url.password = '';
  const dumping = spawn('pg_dump', [...dumpArguments, `--dbname=${url.href}`], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(dumping, 'close').catch((error: unknown) => {
    throw new Error('pg_dump could not be run: install PostgreSQL’s client programs.', { cause: error });
  });
  // When writing fails, `pg_dump` ends because nobody reads its output any more.
  const [[status]] = await Promise.all([
    ended as Promise<[number | null]>,
    pipeline(() => statementsOf(dumping.stdout), createWriteStream(file, asNewFile)),
  ]);
  if (status !== 0) throw new Error('pg_dump failed; see its output above.');
  const connection = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await connection.unsafe<{ readonly accounts: number }[]>(countAccounts);
    return { database: url.href, accounts: row?.accounts ?? 0 };
  } finally {
    await connection.end();
  }
}

/** Largest backup that `restore` reads: a text of JavaScript has at most 2^29 characters. */
const maxRestoredBytes = 500_000_000;

/** Begin of the first statement of a dump. */
const firstStatement = /^(CREATE|ALTER|INSERT|COMMENT) /m;
/** Command at the end of a dump of a new `pg_dump`. It is shorter than `maxLastCharacters`. */
const lastCommand = /\\unrestrict \S+\s*$/;
const maxLastCharacters = 1_000;

/**
 * Removes commands that only new versions of PostgreSQL understand, before and after the statements. Rows are never
 * changed.
 */
function portable(dump: string): string {
  const start = dump.search(firstStatement);
  return portableHead(dump.slice(0, start)) + dump.slice(start).replace(lastCommand, '');
}

function portableHead(head: string): string {
  return head.replace('SET transaction_timeout = 0;\n', '').replace(/^\\restrict .*\n/m, '');
}

/** Does the same with a dump that arrives in parts, after the statements that come before each dump. */
async function* statementsOf(dump: Readable): AsyncGenerator<string> {
  yield `${header}${createRoles()}\n\n`;
  let head: string | undefined = '';
  let last = '';
  for await (const part of dump.setEncoding('utf8') as AsyncIterable<string>) {
    let text = part;
    if (head !== undefined) {
      head += part;
      const start = head.search(firstStatement);
      if (start < 0) continue;
      text = portableHead(head.slice(0, start)) + head.slice(start);
      head = undefined;
    }
    text = last + text;
    const cut = Math.max(0, text.length - maxLastCharacters);
    // A character of two units is not divided, because each part is encoded for itself.
    const at = cut > 0 && /[\uDC00-\uDFFF]/.test(text[cut] ?? '') ? cut - 1 : cut;
    last = text.slice(at);
    yield text.slice(0, at);
  }
  yield (head === undefined ? last : portableHead(head)).replace(lastCommand, '');
}

/**
 * Replaces the embedded database by a backup: a file of `backUp`, or a packed folder (`.tar.gz`) as written by older
 * versions. The old database is moved away only after the new one has been opened and read, and is kept until the next
 * restore.
 * @returns the folder in which the old database is kept, or null when there was none.
 * @throws {DataLockError} while a server uses the database.
 * @throws when the file contains no database of this server. Nothing has changed in this case.
 */
export async function restore(dataFolder: string, file: string): Promise<string | null> {
  if (statSync(file).size > maxRestoredBytes) {
    throw new Error(
      `${file} has more than 500 MB, which the embedded database cannot read: restore it into a PostgreSQL. Nothing has changed.`,
    );
  }
  const bytes = readFileSync(file);
  const folder = databaseFolder(dataFolder);
  const fresh = `${folder}.new`;
  const old = replacedFolder(dataFolder);
  const release = lockData(dataFolder);
  try {
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
      const reason = isDiskFull(dataFolder)
        ? `There is too little space in ${dataFolder} for a second database.`
        : `${file} is not a backup of this server.`;
      throw new Error(`${reason} Nothing has changed.`, { cause: error });
    }
    const isReplacing = existsSync(folder);
    if (isReplacing) {
      rmSync(old, { recursive: true, force: true });
      renameSync(folder, old);
    }
    renameSync(fresh, folder);
    recordDatabase(dataFolder);
    return isReplacing ? old : null;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    release();
  }
}
