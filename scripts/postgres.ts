/**
 * Runs the tests of the database on a real PostgreSQL: one of its own, in a temporary folder and on a free port, which is
 * gone afterwards. Further arguments go to the test runner. On Debian, root gets PostgreSQL installed if there is none.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The tests that read `ISOLA_TEST_DATABASE_URL`. */
const tests = [
  'supabase/functions/_shared/rate-counter.test.ts',
  'supabase/functions/_shared/serve-function.test.ts',
  'supabase/tests',
  'apps/server/src/backend/account-protection.test.ts',
  'apps/server/src/backend/backend.test.ts',
  'apps/server/src/backend/backup.test.ts',
  'apps/server/src/backend/guessing.test.ts',
  'apps/server/src/backend/mail-links.test.ts',
  'apps/server/src/backend/migrate.test.ts',
  'apps/server/src/backend/one-answer.test.ts',
  'apps/server/src/backend/rate-limited.test.ts',
  'apps/server/src/backend/requests-that-froze-or-leaked.test.ts',
  'apps/server/src/backend/send-mail.test.ts',
];

/** PostgreSQL refuses to run as root: Debian's package brings this account. */
const account = 'postgres';

/** @returns the folder with `initdb` and `pg_ctl`, of the newest version. */
function findPostgres(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    // Debian keeps the server's programs out of the path.
    ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionIn(b) - versionIn(a)),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  return found && dirname(realpathSync(join(found, 'initdb')));
}

function versionIn(folder: string): number {
  return Number(/\d+/.exec(folder)?.[0] ?? 0);
}

class MissingPostgresError extends Error {
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
    throw new MissingPostgresError('PostgreSQL could not be installed: apt-get says why above.', { cause: error });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Runs one of PostgreSQL's programs, as root through the account that may run them. */
function runProgram(program: string, programArguments: readonly string[], folder: string): void {
  const command = [program, ...programArguments];
  const [name = '', ...rest] = isRoot() ? ['runuser', '-u', account, '--', ...command] : command;
  execFileSync(name, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
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

/** @returns the exit code of the tests. */
async function runTests(url: string, more: readonly string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(
    'vitest',
    ['run', '--project', 'unit', '--project', 'isolated', ...(more.length > 0 ? more : tests)],
    {
      stdio: 'inherit',
      // `psql` and `pg_dump` of the same version as the server.
      env: {
        ...process.env,
        ISOLA_TEST_DATABASE_URL: url,
        PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      },
    },
  );
  process.on('SIGTERM', () => child.kill());
  child.once('error', reject);
  child.once('exit', (code) => resolve(code ?? 1));
  return promise;
}

try {
  if (!findPostgres()) installPostgres();
} catch (error) {
  if (!(error instanceof MissingPostgresError)) throw error;
  console.error(error.message);
  // On a developer's machine the tests are left out, and this says so; a build server must run them.
  if (!process.env['CI']) console.error('The tests on PostgreSQL were not run.');
  process.exit(process.env['CI'] ? 1 : 0);
}
const programs = findPostgres() ?? '';
const folder = mkdtempSync(join(tmpdir(), 'isola-postgres-'));
// An interrupt ends the tests first; then the server is stopped and removed.
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
  // What is thrown away anyhow need not reach the disk.
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off`;
  runProgram(control, ['start', '-w', '-s', '-D', data, '-l', join(folder, 'log'), '-o', settings], folder);
  try {
    process.exitCode = await runTests(`postgres://isola:${password}@127.0.0.1:${port}/postgres`, process.argv.slice(2));
  } finally {
    runProgram(control, ['stop', '-w', '-s', '-m', 'fast', '-D', data], folder);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
