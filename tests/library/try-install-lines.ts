import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { installLineIn, withTarballsIn } from '../../scripts/package/install-line.ts';
import { missingReferences } from '../../scripts/package/published-readme.ts';
import { oldestNode } from '../../scripts/package/registry-fields.ts';
import { packageNames, readManifest } from '../../scripts/package/workspace-package.ts';

/** Time in which an install must end, in milliseconds. npm 11 once replaced two versions of i18next by turns for ever. */
const installLimitMs = 300_000;

const isWindows = process.platform === 'win32';

/** Packages that are installed to be imported. `create-isola` is a command that npm fetches itself. */
const libraries = packageNames().filter((name) => readManifest(name).name.startsWith('@isola/'));

/**
 * Runs the install command of each package's published README, each in a new project, with the oldest Node that the
 * packages promise and with the project's own. Then checks that every peer dependency is one that the packages accept,
 * that the package can be imported and required in Node, and that its README speaks only of what is in the tarball.
 * @param tarballs folder with the tarballs of all packages.
 * @param folder an empty folder outside the workspace.
 */
export function tryInstallLines(tarballs: string, folder: string): void {
  for (const node of [oldestNodeIn(join(folder, 'oldest')), process.execPath]) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const env = { ...environment(), PATH: [dirname(node), process.env['PATH']].join(delimiter) };
    for (const name of libraries) {
      const project = join(folder, `${version}-${name}`);
      tryInstallLine(name, tarballs, project, env);
      // Sixteen projects with their dependencies would fill a small disk.
      rmSync(project, { recursive: true });
    }
    console.log(`packages: the install lines of ${libraries.length} READMEs work with Node ${version}`);
  }
}

function tryInstallLine(name: string, tarballs: string, project: string, env: NodeJS.ProcessEnv): void {
  const [tarball] = globSync(`isola-${name}-[0-9]*.tgz`, { cwd: tarballs });
  assert.ok(tarball, `there is no tarball of ${name}`);
  const readme = execFileSync('tar', ['-xzOf', join(tarballs, tarball), 'package/README.md'], { encoding: 'utf8' });
  const line = installLineIn(readme);
  assert.ok(line, `the README of ${name} has no install command`);

  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const run = (command: string, limitMs: number) =>
    spawnSync(command, { cwd: project, env, shell: true, encoding: 'utf8', timeout: limitMs, killSignal: 'SIGKILL' });
  const installed = run(
    withTarballsIn(line, (file) => join(tarballs, file)),
    installLimitMs,
  );
  assert.equal(installed.status, 0, `${name}: ${line} ended with ${installed.status}: ${installed.stderr}`);
  const listed = run('npm ls --all', installLimitMs);
  assert.equal(listed.status, 0, `${name}: npm finds versions that do not fit: ${listed.stderr}`);

  const built = join(project, 'node_modules/@isola', name);
  const files = new Set(globSync('**/*', { cwd: built }).map((file) => file.replaceAll('\\', '/')));
  assert.deepEqual(missingReferences(readFileSync(join(built, 'README.md'), 'utf8'), files), [], `README of ${name}`);
  assert.ok(readFileSync(join(built, 'API.md'), 'utf8').startsWith(`# @isola/${name}`), `API.md of ${name}`);
  const { exports } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as { exports: object };
  if (!('.' in exports)) return;
  const loads = [`await import("@isola/${name}")`, `(await import("module")).createRequire("/")("${built}/index.js")`];
  for (const load of loads) {
    const code = load.replaceAll('\\', '/').replaceAll('"', isWindows ? "'" : '"');
    const loaded = spawnSync('node', ['--input-type=module', '--eval', code], { cwd: project, env, encoding: 'utf8' });
    assert.equal(loaded.status, 0, `${name}: ${code}: ${loaded.stderr}`);
  }
}

/** Returns settings of npm that do not belong into the commands of READMEs, without those of this project's npm. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(config_|package_|lifecycle_)/.test(name));
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_loglevel: 'error' };
  return { ...Object.fromEntries(own), ...quiet, npm_config_prefer_offline: 'true' };
}

/** Installs the oldest promised Node from npm, as the project installs its own. @returns its program. */
function oldestNodeIn(folder: string): string {
  const platform = isWindows ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${oldestNode}`];
  execFileSync('npm', options, { cwd: folder, stdio: 'inherit', shell: isWindows });
  const node = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  assert.ok(existsSync(node), `npm has no Node ${oldestNode} for ${process.platform} ${process.arch}`);
  return node;
}
