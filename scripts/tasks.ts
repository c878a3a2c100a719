/**
 * Every command of the project, each a line of `tasks`. `scripts/run.mjs` starts this on the project's own Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { startServer } from '../apps/server/src/main.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { buildKernels } from '../packages/segmenter/assembly/build-kernels.ts';
import { buildModels } from '../packages/segmenter/models/build-models.ts';
import { ensureChromium } from './chromium.ts';

const siteFolder = 'apps/site/dist';
const modelFolder = 'apps/site/public/models';

const tasks: Record<string, (rest: string[]) => Promise<void> | void> = {
  async start() {
    await buildIfNeeded();
    await startServer(siteFolder);
  },
  serve: () => startServer(siteFolder),
  async dev(rest) {
    await buildEngine();
    run('pnpm', ['--filter', '@isola/site', 'exec', 'vite', ...rest]);
  },
  build,
  check() {
    run('tsc', ['-b']);
    run('oxlint', []);
    run('oxfmt', ['--check']);
  },
  async test() {
    await ensureChromium();
    await buildKernels();
    await tasks.check?.([]);
    await buildIfNeeded();
    run(process.execPath, ['scripts/size.ts']);
    // One after the other: Chromium encodes a page's canvas when the page is idle, or after a second, and with two
    // browsers on the same cores it never is. Vitest keeps a core for itself, where a small machine has none to spare.
    run('vitest', ['run', '--project', 'unit', '--maxWorkers', '100%']);
    for (const project of ['browser', 'stories']) run('vitest', ['run', '--project', project]);
    run('playwright', ['test', '--config', 'tests/playwright.config.ts']);
  },
  async e2e(rest) {
    await ensureChromium();
    await buildIfNeeded();
    run('playwright', ['test', '--config', 'tests/playwright.config.ts', ...rest]);
  },
  async vitest(rest) {
    await ensureChromium();
    await buildKernels();
    run('vitest', rest);
  },
  async 'test:postgres'(rest) {
    await ensureChromium();
    run(process.execPath, ['scripts/postgres.ts', ...rest]);
  },
  async cutout(rest) {
    await ensureChromium();
    await buildEngine();
    run(process.execPath, ['scripts/cutout/cutout.ts', ...rest]);
  },
  async bench([name, ...rest]) {
    const file = `tests/benchmarks/${name}/bench.ts`;
    if (!name || !existsSync(file)) fail(`usage: npm run bench -- <${benchmarks().join(' | ')}> [--json <file>]`);
    if (name !== 'backend') await ensureChromium();
    if (name === 'backend' || name === 'editor') await buildIfNeeded();
    else await buildEngine();
    run(process.execPath, [file, ...rest]);
  },
  async soak(rest) {
    if (rest[0] === 'backend') return run(process.execPath, ['tests/soak/backend/soak.ts', ...rest.slice(1)]);
    await ensureChromium();
    await buildEngine();
    run(process.execPath, ['tests/soak/soak.ts', ...rest]);
  },
  async backup([file]) {
    if (!file) fail('usage: npm run backup -- <file>');
    const { backUp } = await import('../apps/server/src/backend/backup.ts');
    await backUp(embeddedDataFolder(), file);
    console.log(`The database is in ${file}.`);
  },
  async restore([file]) {
    if (!file) fail('usage: npm run restore -- <file>');
    const { restore } = await import('../apps/server/src/backend/backup.ts');
    await restore(embeddedDataFolder(), file);
    console.log(`The database is again as it is in ${file}.`);
  },
  async screenshot() {
    await ensureChromium();
    await buildIfNeeded();
    run(process.execPath, ['scripts/screenshot.ts']);
  },
  async 'share-pictures'() {
    await ensureChromium();
    run(process.execPath, ['scripts/share-pictures.ts']);
  },
  async size() {
    await ensureChromium();
    await buildIfNeeded();
    run(process.execPath, ['scripts/size.ts']);
  },
  async lighthouse(rest) {
    await ensureChromium();
    await buildIfNeeded();
    run(process.execPath, ['scripts/lighthouse.ts', ...rest]);
  },
  chromatic: (rest) => run('chromatic', ['--build-script-name', 'build-storybook', ...rest]),
  format: () => run('oxfmt', []),
  storybook: (rest) => run('storybook', ['dev', '--port', '6006', '--no-open', '--disable-telemetry', ...rest]),
  'build-library': () => run(process.execPath, ['packages/segmenter/library/build-library.ts']),
  async 'try-library'() {
    await ensureChromium();
    run(process.execPath, ['tests/library/try-library.ts']);
  },
  'build-storybook': (rest) => run('storybook', ['build', '--disable-telemetry', ...rest]),
};

/** A PostgreSQL of the operator's own has its own tools. */
function embeddedDataFolder(): string {
  const { backend, dataFolder } = readSettings(process.env);
  if (!backend || backend.databaseUrl) fail('There is no embedded database here: use pg_dump and pg_restore.');
  return dataFolder;
}

/** What the segmenter needs beside its sources, and the repository does not hold: its kernels and its models. */
async function buildEngine(): Promise<void> {
  await buildKernels();
  await buildModels(modelFolder);
}

async function build(): Promise<void> {
  rmSync(fingerprintFile, { force: true });
  await buildEngine();
  run(process.execPath, ['apps/site/build/build.ts']);
  mkdirSync(dirname(fingerprintFile), { recursive: true });
  writeFileSync(fingerprintFile, fingerprint());
}

const builtFrom = [
  'pnpm-lock.yaml',
  'apps/site/**',
  'apps/server/src/**',
  'packages/{ui,i18n,auth,segmenter}/**',
  // The site's samples; not the screenshots, which are made from it.
  'pictures/{*,thumbnails/*}.{jpg,webp}',
];
/** What the build takes from the environment. */
const buildSettings = [
  'SITE_URL',
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_ANON_KEY',
  'VITE_ANALYTICS_SCRIPT',
  'VITE_NOTIFY_SEARCH_ENGINES',
];
const fingerprintFile = 'node_modules/.cache/isola/build-fingerprint';

async function buildIfNeeded(): Promise<void> {
  const isBuilt = existsSync(siteFolder) && existsSync(fingerprintFile);
  if (!isBuilt || readFileSync(fingerprintFile, 'utf8') !== fingerprint()) await build();
}

/** Changes with any file that the site is built from: its name, size or time of change. */
function fingerprint(): string {
  const files = globSync(builtFrom, {
    exclude: (file) =>
      /(^|[/\\])(node_modules|dist)$|apps[/\\]site[/\\]public[/\\]models$|segmenter[/\\]kernels$/.test(file),
  }).toSorted();
  const hash = createHash('sha256');
  for (const name of buildSettings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const file of files) {
    const { size, mtimeMs, isFile } = factsOf(file);
    if (isFile) hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function factsOf(file: string) {
  const facts = statSync(file);
  return { size: facts.size, mtimeMs: facts.mtimeMs, isFile: facts.isFile() };
}

function benchmarks(): string[] {
  return globSync('tests/benchmarks/*/bench.ts').map((file) => file.split(/[/\\]/)[2] ?? file);
}

/** Runs a program in the foreground; its failure is this task's. */
function run(command: string, commandArguments: string[]): void {
  const { status, error } = spawnSync(command, commandArguments, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
  });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const [name = '', ...rest] = process.argv.slice(2);
const task = tasks[name];
if (!task) fail(`There is no task ‘${name}’. There are: ${Object.keys(tasks).join(', ')}.`);
try {
  await task(rest);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
