/** A temporary PostgreSQL server, in a temporary folder and on a free port. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Account from Debian's package that runs the server, because PostgreSQL refuses to run as root. */
const account = 'postgres';

/** Returns the folder with `initdb` and `pg_ctl` of the newest version. */
function findPostgres(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    // On Debian, the server's programs are not in the path.
    ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionIn(b) - versionIn(a)),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  return found && dirname(realpathSync(join(found, 'initdb')));
}

/** Returns whether PostgreSQL’s server is installed. */
export function hasPostgres(): boolean {
  return findPostgres() !== undefined;
}

function versionIn(folder: string): number {
  return Number(/\d+/.exec(folder)?.[0] ?? 0);
}

export class MissingPostgresError extends Error {
  override readonly name = 'MissingPostgresError';
}

function installPostgres(): void {
  const isDebian = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isRoot() || !isDebian) {
    throw new MissingPostgresError(
      'No PostgreSQL was found. Install it (Debian: apt-get install postgresql), then try again.',
    );
  }
  console.log('Installing from Debian: postgresql.');
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'postgresql'], options);
  } catch (error) {
    throw new MissingPostgresError('PostgreSQL could not be installed; see the output of apt-get above.', {
      cause: error,
    });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Runs one of PostgreSQL's programs. Root runs it with the account that is allowed to. */
function runProgram(program: string, programArguments: readonly string[], folder: string): void {
  const [name = '', ...rest] = asAccount([program, ...programArguments]);
  execFileSync(name, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function asAccount(command: readonly string[]): readonly string[] {
  return isRoot() ? ['runuser', '-u', account, '--', ...command] : command;
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

export interface TemporaryPostgres {
  /** URL of the database `postgres`, as a superuser. */
  readonly url: string;
  /** Folder of the server's programs, with `psql` and `pg_dump` of its version. */
  readonly programs: string;
  /** Stops the server as a crash of its machine would: connections break, and new ones are refused. */
  readonly stop: () => Promise<void>;
  /** Starts the server again. */
  readonly start: () => Promise<void>;
}

/**
 * Starts a PostgreSQL server, and removes it after the work. On Debian, root gets PostgreSQL installed if there is
 * none.
 * @param settings further settings of the server, as `-c name=value`.
 * @throws {MissingPostgresError} when there is no PostgreSQL and it cannot be installed.
 */
export async function withTemporaryPostgres<T>(
  work: (server: TemporaryPostgres) => Promise<T>,
  settings = '',
): Promise<T> {
  if (!findPostgres()) installPostgres();
  const programs = findPostgres() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'isola-postgres-'));
  // An interrupt ends the work first; then the server is stopped and removed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  try {
    const password = randomBytes(16).toString('hex');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (isRoot()) {
      const owner = Number(execFileSync('id', ['-u', account], { encoding: 'utf8' }));
      for (const path of [folder, passwordFile]) chownSync(path, owner, owner);
    }
    const data = join(folder, 'data');
    const control = join(programs, 'pg_ctl');
    const port = await freePort();
    runProgram(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'isola', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '-N'],
      folder,
    );
    // The data is temporary, so it need not be synced to the disk.
    const all = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off ${settings}`;
    const startArguments = ['start', '-w', '-s', '-D', data, '-l', join(folder, 'log'), '-o', all];
    const stopArguments = (mode: 'fast' | 'immediate') => ['stop', '-w', '-s', '-m', mode, '-D', data];
    const runMeanwhile = async (programArguments: readonly string[]) => {
      const [name = '', ...rest] = asAccount([control, ...programArguments]);
      await promisify(execFile)(name, rest, { cwd: folder });
    };
    let isRunning = true;
    runProgram(control, startArguments, folder);
    try {
      return await work({
        url: `postgres://isola:${password}@127.0.0.1:${port}/postgres`,
        programs,
        stop: async () => {
          isRunning = false;
          await runMeanwhile(stopArguments('immediate'));
        },
        start: async () => {
          await runMeanwhile(startArguments);
          isRunning = true;
        },
      });
    } finally {
      if (isRunning) runProgram(control, stopArguments('fast'), folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
