#!/usr/bin/env node
/**
 * Entry point for all npm scripts: `node scripts/run.mjs <task> [arguments]`.
 *
 * A new contributor has only some Node (20 or newer), so this file imports nothing that must be installed. It brings
 * the dependencies up to date with the pinned pnpm and then runs `scripts/tasks.ts` with the project's own Node, which
 * is one of those dependencies. Everybody therefore runs the same version, regardless of what is installed on the
 * machine.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `import.meta.dirname` is not used because the first releases of Node 20 do not have it.
const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
const oldestNodeMajor = 20;
const startedBy = process.ppid;
const parentCheckMs = 250;
/** File that pnpm writes when it installs. Its time is that of the last installation. */
const stateFile = 'node_modules/.modules.yaml';

if (Number(process.versions.node.split('.')[0]) < oldestNodeMajor) {
  fail(`Isola needs Node ${oldestNodeMajor} or newer to start; this is ${process.version}.`);
}
process.chdir(root);

const installed = await installDependencies();
if (installed !== 0) fail('The dependencies could not be installed; see the output of pnpm above.', installed);

const node = projectNode();
const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
process.exitCode = await run(node, ['scripts/tasks.ts', ...process.argv.slice(2)], { ...process.env, PATH: path });

/** Runs `pnpm install` unless the last run already used this lockfile and these manifests. */
async function installDependencies() {
  if (isInstallCurrent()) return 0;
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));
  const ownPnpm = 'node_modules/pnpm/bin/pnpm.cjs';
  const installArguments = ['install', '--frozen-lockfile', '--reporter=append-only'];
  const code = existsSync(ownPnpm)
    ? await run(process.execPath, [ownPnpm, ...installArguments])
    : await run('npx', ['--yes', `--package=${packageManager}`, 'pnpm', ...installArguments]);
  // pnpm does not write the file again when nothing is missing.
  if (code === 0 && existsSync(stateFile)) utimesSync(stateFile, new Date(), new Date());
  return code;
}

function isInstallCurrent() {
  if (!existsSync(stateFile)) return false;
  const installedAtMs = statSync(stateFile).mtimeMs;
  const projects = ['packages', 'apps'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const manifests = ['.', 'scripts', 'supabase', ...projects].map((folder) => join(folder, 'package.json'));
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests.filter((file) => existsSync(file))].every(
    (file) => statSync(file).mtimeMs <= installedAtMs,
  );
}

/**
 * Returns the pinned Node for this platform. If none is published for it, returns the running Node when that is new
 * enough.
 */
function projectNode() {
  const platform = isWindows ? 'win' : process.platform;
  const folder = join(root, 'scripts/node_modules', `node-${platform}-${process.arch}`, 'bin');
  const binary = join(folder, isWindows ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  const wanted = 24;
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  return fail(
    `No Node ${wanted} is published for ${process.platform} ${process.arch}: install it, then run this again.`,
  );
}

/** Runs a program in the foreground and forwards termination, so that stopping npm stops the server cleanly. */
function run(command, commandArguments, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { stdio: 'inherit', env, shell: isWindows && command === 'npx' });
    const forward = (signal) => child.kill(signal);
    process.on('SIGTERM', forward);
    process.on('SIGINT', forward);
    const watch = setInterval(() => {
      if (!hasLostNpm()) return;
      clearInterval(watch);
      forward('SIGTERM');
    }, parentCheckMs);
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', forward);
      clearInterval(watch);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Returns whether npm has ended. npm runs this process in a shell that ends on a signal without forwarding it, so the
 * process has to detect that itself.
 */
function hasLostNpm() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== startedBy;
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
