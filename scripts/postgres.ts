/**
 * Runs the tests of the database on a temporary PostgreSQL server. The tests of `apps/server` run as an ordinary role.
 * Further arguments are passed to the test runner. On Debian, root gets PostgreSQL installed if there is none.
 */
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';

import { createOrdinaryRole } from './ordinary-role.ts';
import { MissingPostgresError, type TemporaryPostgres, withTemporaryPostgres } from './temporary-postgres.ts';

/**
 * Tests of the server, which connects as an ordinary role: the one that `docs/operate.md` tells an operator to create.
 */
const asOrdinaryRole = [
  'apps/server/src/backend/auth/account-protection.test.ts',
  'apps/server/src/backend/backend.test.ts',
  'apps/server/src/backend/operator/backup.test.ts',
  'apps/server/src/backend/operator/restore-drill.test.ts',
  'apps/server/src/backend/auth/guessing.test.ts',
  'apps/server/src/backend/hostile-requests.test.ts',
  'apps/server/src/backend/auth/mail-links.test.ts',
  'apps/server/src/backend/database/migrate.test.ts',
  'apps/server/src/backend/auth/one-answer.test.ts',
  'apps/server/src/backend/payments.test.ts',
  'apps/server/src/backend/limits/rate-limited.test.ts',
  'apps/server/src/backend/database/request-roles.test.ts',
  'apps/server/src/backend/requests-that-froze-or-leaked.test.ts',
  'apps/server/src/backend/mail/send-mail.test.ts',
  'apps/server/src/database-away.test.ts',
];
/** Tests of the migrations, which create roles and schemas, and a test that the server also works with a superuser. */
const asSuperuser = [
  'scripts/database-outage.test.ts',
  'scripts/removal-batches.test.ts',
  'apps/server/src/backend/database/migrate.test.ts',
  'supabase/functions/_shared/payments',
  'supabase/functions/_shared/rate-counter.test.ts',
  'supabase/functions/_shared/serve-function.test.ts',
  'supabase/tests',
];

/** Runs tests. @returns their exit code. */
async function runTests(
  { url: superuserUrl, programs }: TemporaryPostgres,
  url: string,
  tests: readonly string[],
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn('vitest', ['run', '--project', 'unit', '--project', 'isolated', ...tests], {
    stdio: 'inherit',
    // Puts `psql` and `pg_dump` of the server's version first in the path.
    env: {
      ...process.env,
      ISOLA_TEST_DATABASE_URL: url,
      ISOLA_TEST_SUPERUSER_URL: superuserUrl,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
  process.on('SIGTERM', () => child.kill());
  child.once('error', reject);
  child.once('exit', (code) => resolve(code ?? 1));
  return promise;
}

/**
 * Runs all tests, or those of the arguments. Test files of the server run as the ordinary role.
 * @param more arguments of the test runner that replace the list of all tests.
 */
async function runAll(server: TemporaryPostgres, more: readonly string[]): Promise<number> {
  const ordinaryUrl = await createOrdinaryRole(server.url);
  if (more.length > 0) {
    const isOfServer = more.some((each) => each.startsWith('apps/server'));
    return runTests(server, isOfServer ? ordinaryUrl : server.url, more);
  }
  const codes = [await runTests(server, ordinaryUrl, asOrdinaryRole), await runTests(server, server.url, asSuperuser)];
  return Math.max(...codes);
}

try {
  process.exitCode = await withTemporaryPostgres((server) => runAll(server, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof MissingPostgresError)) throw error;
  console.error(error.message);
  // On a developer's machine the tests are skipped with this message; a build server must run them.
  if (!process.env['CI']) console.error('The tests on PostgreSQL were skipped.');
  process.exitCode = process.env['CI'] ? 1 : 0;
}
