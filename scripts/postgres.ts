/**
 * Runs the tests of the database on a real PostgreSQL: one of its own, which is gone afterwards. Further arguments go to the
 * test runner. On Debian, root gets PostgreSQL installed if there is none.
 */
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';

import { MissingPostgresError, type TemporaryPostgres, withTemporaryPostgres } from './temporary-postgres.ts';

/** The tests that read `ISOLA_TEST_DATABASE_URL`. */
const tests = [
  'supabase/functions/_shared/payments',
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

/** @returns the exit code of the tests. */
async function runTests({ url, programs }: TemporaryPostgres, more: readonly string[]): Promise<number> {
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
  process.exitCode = await withTemporaryPostgres((server) => runTests(server, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof MissingPostgresError)) throw error;
  console.error(error.message);
  // On a developer's machine the tests are left out, and this says so; a build server must run them.
  if (!process.env['CI']) console.error('The tests on PostgreSQL were not run.');
  process.exitCode = process.env['CI'] ? 1 : 0;
}
