/**
 * Runs the tests of the server behind nginx. On Debian, root gets nginx and openssl installed if they are missing.
 * Further arguments are passed to the test runner.
 */
import { execFileSync, spawnSync } from 'node:child_process';

import { run } from './run-program.ts';

function isThere(program: string): boolean {
  return spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).status === 0;
}

// On Debian, nginx is not in the path of an ordinary account.
process.env['PATH'] = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;
if (!isThere('nginx') || !isThere('openssl')) {
  const isDebian = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() !== 0 || !isDebian) {
    throw new Error(
      'nginx and openssl were not found. Install them (Debian: apt-get install nginx openssl), then try again.',
    );
  }
  console.log('Installing from Debian: nginx, openssl.');
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'nginx-light', 'openssl'], options);
}
process.env['ISOLA_TEST_PROXY'] = 'nginx';
run('vitest', ['run', '--project', 'unit', 'scripts/proxy.test.ts', ...process.argv.slice(2)]);
