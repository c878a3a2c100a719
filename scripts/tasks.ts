/**
 * Defines every command of the project. `scripts/run.mjs` starts it with the project's own Node. A command's arguments
 * are read before its work begins, and its code is loaded only then, so that `--help` and mistakes build nothing.
 */
import cluster from 'node:cluster';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';

import { buildEngine, buildKernels, buildSite, buildSiteIfNeeded, modelFolder } from './build.ts';
import { ensureChromium, ensureTestBrowser } from './chromium.ts';
import { createCommand, day, existingFile, existingFolder, newFile, wholeNumber } from './command.ts';
import { newComponent } from './new/new-component.ts';
import { newLanguage } from './new/new-language.ts';
import { appNames, packageNames, projectFolder } from './package/workspace-package.ts';
import { runBeside } from './run-beside.ts';
import { run, runEach, type RunProgram } from './run-program.ts';
import { docsFolder, siteFolder } from './site-folder.ts';

/** Kinds of tests next to the sources: the names of Vitest's projects, and their files. */
const kinds = {
  unit: '!(*.browser).test.ts',
  browser: '*.browser.test.{ts,tsx}',
  stories: '*.stories.tsx',
} as const;
type Kind = keyof typeof kinds;
const eachKind = ['unit', 'browser', 'stories'] as const satisfies readonly Kind[];

/** Tag of slow tests: `npm test` leaves them out, `npm run test:all` runs them. */
const long = 'long';

const program = createCommand('npm run', 'Commands of Isola. `npm run <command> -- --help` explains one of them.')
  .usage('<command> [-- arguments]')
  .enablePositionalOptions();

task('start', 'builds the site if needed, then serves it').action(async () => {
  await buildSiteIfNeeded();
  await serve();
});
task('serve', 'serves the last build of the site').action(serve);
const api = task('api', 'serves the removal server, which has the interface of remove.bg; see docs/api.md')
  .usage('[options] | keys <command>')
  .option('--workers <number>', 'number of processes; overrides API_WORKERS', wholeNumber(1))
  .action(async ({ workers }) => {
    // Each process of the server runs this command again.
    if (!cluster.isWorker) await buildEngine();
    const { startApi } = await import('../apps/api/src/process/start-api.ts');
    await startApi({ manifestUrl: join(modelFolder, 'manifest.json'), workers });
  });
script(
  'keys',
  'adds, lists and revokes keys in the database of the removal server; `npm run api -- keys --help` explains it',
  'apps/api/src/process/keys-command.ts',
  api,
);
task('dev', 'serves the site’s sources with Vite, which reloads them when they change')
  .option('--port <number>', 'port to listen on', wholeNumber(0))
  .option('--host <name>', 'host name to listen on')
  .option('--open', 'opens the site in a browser')
  .option('--force', 'prepares the dependencies again')
  .action(async ({ port, host, open, force }) => {
    const rest = [
      ...(port === undefined ? [] : ['--port', String(port)]),
      ...(host === undefined ? [] : ['--host', host]),
      ...(open ? ['--open'] : []),
      ...(force ? ['--force'] : []),
    ];
    await buildEngine();
    // With this variable the webhooks page offers test events, and the backend accepts them.
    process.env['PAYMENT_TEST_EVENTS'] ??= '1';
    run('pnpm', ['--filter', '@isola/site', 'exec', 'vite', ...rest]);
  });
task('build', 'builds the models and the site into apps/site/dist').action(() => buildSite());
task('docs', 'builds the documentation into apps/docs/dist; `npm run serve` serves it at /docs')
  .option('--storybook', 'includes the components, whose build takes minutes')
  .action(({ storybook }) => buildDocumentation(storybook ?? false));
const projects = [...packageNames(), ...appNames()];
task('check', 'checks types, lint, format, and unused files, exports and dependencies')
  .argument('[names...]', `only check these: ${projects.join(', ')}`, collectName(projects))
  .action((names = []) => check(run, names));
task('test', 'checks types, lint and format, then runs all tests except stories and slow ones')
  .argument('[names...]', `only run the unit tests of these: ${projects.join(', ')}`, collectName(projects))
  .action((names = []) => (names.length > 0 ? testProjects(names) : test()));
task(
  'test:all',
  'runs `test`, then the stories, the slow tests, the backend’s tests on PostgreSQL, and the tests of the packages outside the workspace',
).action(async () => {
  // A run takes up to three hours, so it shows every failure instead of ending with the first.
  const each = runEach();
  await each.run(process.execPath, ['scripts/tasks.ts', 'test']);
  // Nothing is built yet if the check has failed.
  await buildSiteIfNeeded();
  await vitest(each.run, 'stories');
  for (const kind of ['unit', 'browser'] as const) await vitest(each.run, kind, '--tags-filter', long);
  // A journey visits it.
  await buildDocumentation(false);
  await journeys(each.run, '--grep', `@${long}`);
  await each.run(process.execPath, ['scripts/postgres.ts']);
  await each.run(process.execPath, ['tests/library/try-library.ts']);
  each.end();
});
forwarding('e2e', 'runs journeys on the built site, such as `npm run e2e -- --grep @single`', 'Playwright').action(
  async (rest) => {
    await ensureTestBrowser();
    await buildSiteIfNeeded();
    if (!existsSync(docsFolder)) await buildDocumentation(false);
    await journeys(run, ...rest);
  },
);
task('faults', 'runs the journeys that cause faults, and writes docs/faults.md').action(async () => {
  await ensureTestBrowser();
  await buildSiteIfNeeded();
  const reporters = 'list,./tests/support/fault-reporter.ts';
  await journeys(run, '--grep', '@faults', '--reporter', reporters);
});
forwarding('vitest', 'runs Vitest, such as `npm run vitest -- --project unit`', 'Vitest').action(async (rest) => {
  await refuseUnknownOptions(rest);
  await ensureTestBrowser();
  await buildKernels();
  run('vitest', rest);
});
forwarding(
  'test:postgres',
  'runs the tests of the backend on a temporary PostgreSQL',
  'Vitest instead of the list of tests',
).action(async (rest) => {
  await ensureTestBrowser();
  run(process.execPath, ['scripts/postgres.ts', ...rest]);
});
forwarding('test:proxy', 'runs the tests of the built server behind nginx', 'Vitest').action(async (rest) => {
  await ensureTestBrowser();
  await buildSiteIfNeeded();
  run(process.execPath, ['scripts/proxy.ts', ...rest]);
});
script(
  'try-containers',
  'builds the images of the Dockerfile, runs them with PostgreSQL and nginx, and tries them',
  'scripts/containers/try-containers.ts',
);
script(
  'test:browsers',
  'does the main jobs in Firefox, WebKitGTK and crippled Chromiums',
  'tests/browsers/run-browsers.ts',
);
script('cutout', 'cuts out files and folders of images', 'scripts/cutout/cutout.ts');
const bench = task('bench', 'runs a benchmark and prints a table').usage('<benchmark> [options]');
for (const file of globSync('tests/benchmarks/*/bench.ts').toSorted()) {
  const name = file.split(/[/\\]/)[2] ?? file;
  script(name, `npm run bench -- ${name} --help explains it`, file, bench);
}
const soak = script('soak', 'runs tests that take too long for every test run', 'tests/soak/soak.ts');
for (const file of globSync('tests/soak/*/soak.ts').toSorted()) {
  script(file.split(/[/\\]/)[2] ?? file, `npm run soak -- ${file.split(/[/\\]/)[2]} --help explains it`, file, soak);
}
task('backup', 'writes the database into a file of SQL statements; the server may be running')
  .argument('<file>', 'file to write, which must not exist yet', newFile)
  .action(async (file) => {
    const { backUp } = await import('../apps/server/src/backend/operator/backup.ts');
    const { database, accounts } = await backUp(await databaseSettings(), file);
    console.log(`The database of ${database}, with ${accounts} accounts, is in ${file}.`);
  });
task('restore', 'replaces the embedded database with a backup')
  .argument('<file>', 'file that was written by `npm run backup`', existingFile)
  .action(async (file) => {
    const { restore } = await import('../apps/server/src/backend/operator/backup.ts');
    const { dataFolder, databaseUrl } = await databaseSettings();
    if (databaseUrl)
      throw new Error('This command restores only the embedded database. Use psql for your own PostgreSQL.');
    const replaced = await restore(dataFolder, file);
    const kept = replaced ? ` The one before is kept in ${replaced} until the next restore.` : '';
    console.log(`The database was restored from ${file}.${kept}`);
  });
const administrators = task('admins', 'lists, appoints and dismisses administrators').usage('<command> [arguments]');
administrators.addCommand(
  createCommand('list', 'lists the administrators').action(async () => {
    const { listAdmins } = await import('../apps/server/src/backend/operator/admins.ts');
    for (const { email, role, permissions } of await listAdmins(await databaseSettings()))
      console.log([email, role, ...permissions].join(' '));
  }),
);
administrators.addCommand(
  createCommand('add', 'makes a registered user an administrator, or changes their permissions')
    .argument('<email>', 'email address of the user’s account')
    .option('--role <role>', 'role; super_admin has all permissions', 'super_admin')
    .option(
      '--permissions <list>',
      'permissions of any other role, separated by commas, such as users.read,revenue.read',
      '',
    )
    .action(async (email, { role, permissions }) => {
      const { addAdmin } = await import('../apps/server/src/backend/operator/admins.ts');
      const list = permissions.split(',').filter(Boolean);
      await addAdmin(await databaseSettings(), { email, role, permissions: list });
      console.log(`${email} is an administrator: ${[role, ...list].join(' ')}.`);
    }),
);
administrators.addCommand(
  createCommand('remove', 'removes an administrator; the last super admin cannot be removed')
    .argument('<email>', 'email address of the administrator')
    .action(async (email) => {
      const { removeAdmin } = await import('../apps/server/src/backend/operator/admins.ts');
      await removeAdmin(await databaseSettings(), email);
      console.log(`${email} is no longer an administrator.`);
    }),
);
task('sample-data', 'fills a database without payments with made-up members, for development')
  .option('--users <number>', 'number of members; there are three times as many payments', wholeNumber(10), 10_000)
  .option('--seed <number>', 'seed; the same number gives the same rows', wholeNumber(0), 1)
  .option('--until <day>', 'newest day of the data', day, new Date().toISOString().slice(0, 10))
  .action(async ({ users, seed, until }) => {
    const { addSampleData } = await import('../apps/server/src/backend/operator/sample-data.ts');
    await addSampleData(await databaseSettings(), { members: users, seed, until });
    console.log(`The database has ${users} more members.`);
  });
script('mail-templates', 'writes the mail templates of a hosted project', 'scripts/mail-templates.ts');
script('words', 'prints how far each language is translated', 'scripts/words.ts');
task('screenshot', 'takes the README’s screenshot of the built site').action(async () => {
  await ensureChromium();
  await buildSiteIfNeeded();
  run(process.execPath, ['scripts/screenshot.ts']);
});
task('share-pictures', 'renders the images that are shown with links to the site').action(async () => {
  await ensureChromium();
  run(process.execPath, ['scripts/share-pictures.ts']);
});
task('size', 'measures the size of a first visit, and fails if it exceeds its budgets').action(async () => {
  await ensureChromium();
  await buildSiteIfNeeded();
  run(process.execPath, ['scripts/size.ts']);
});
script('lighthouse', 'prints Lighthouse’s scores of the built site as a table', 'scripts/lighthouse.ts');
forwarding('chromatic', 'sends the interface kit to Chromatic; needs CHROMATIC_PROJECT_TOKEN', 'Chromatic').action(
  (rest) => run('chromatic', ['--build-script-name', 'build-storybook', ...rest]),
);
const beginning = task('new', 'creates files to complete by hand').usage('<kind> [arguments]');
begin('component', 'creates a component of the interface kit')
  .argument('<name>', 'name in lower-case words with hyphens, such as tag-group', nameInKebabCase)
  .action((name) => report(newComponent('.', name)));
begin('language', 'adds a language, with the English texts to be translated')
  .argument('<code>', 'language code as in URLs, such as it', languageCode)
  .argument('<name>', 'name in the language itself, such as Italiano')
  .action((code, name) => {
    report(newLanguage('.', code, name));
    writeBundleMap();
  });
begin('import-map', 'writes packages/i18n/src/bundles.ts, after a namespace was added').action(writeBundleMap);
forwarding('changeset', 'describes a change for users of the packages', 'Changesets').action((rest) =>
  run('changeset', rest),
);
script('licences', 'lists the licences of production dependencies', 'scripts/licences.ts');
task('audit', 'reports known vulnerabilities of production dependencies').action(() =>
  run('pnpm', ['audit', '--prod']),
);
task('format', 'formats every file').action(() => run('oxfmt', []));
forwarding('storybook', 'serves the interface kit', 'Storybook').action((rest) =>
  run('storybook', ['dev', '--port', '6006', '--no-open', '--disable-telemetry', ...rest]),
);
forwarding('build-storybook', 'builds the interface kit', 'Storybook').action((rest) =>
  run('storybook', ['build', '--disable-telemetry', ...rest]),
);
forwarding(
  'visual',
  'compares whole screens in Storybook with their screenshots; `-- --update-snapshots` replaces them',
  'Playwright',
).action(async (rest) => {
  await ensureChromium();
  run('storybook', ['build', '--disable-telemetry', '--quiet']);
  run('playwright', ['test', '--config', 'tests/visual/playwright.config.ts', ...rest]);
});
task('build-package', 'builds packages for publication, into packages/<name>/dist')
  .usage('[names…] [--pack <folder>]')
  .argument(
    '[names...]',
    `packages to build; default: all of ${packageNames().join(', ')}`,
    collectName(packageNames()),
  )
  .option(
    '--pack <folder>',
    'also makes tarballs in this folder, and prints the line that installs them',
    existingFolder,
  )
  .action(async (chosen, { pack }) => {
    const { buildPackages, packPackage } = await import('./package/build-package.ts');
    const { installLine } = await import('./package/install-line.ts');
    // Without names, commander passes an empty list.
    const built = await buildPackages(chosen.length > 0 ? chosen : packageNames());
    if (pack === undefined) return;
    const tarballs = built.map((name) => packPackage(name, pack));
    console.log('No registry has these packages. In your project, run the whole line:');
    console.log(installLine(built, tarballs));
  });
script('release', 'lists what npm would publish, or publishes it', 'scripts/package/release.ts');
task(
  'try-library',
  'installs the built packages outside the workspace, and tests them in a browser and in Node',
).action(async () => {
  await ensureChromium();
  run(process.execPath, ['tests/library/try-library.ts']);
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  // A server that could not start completely may listen already. It must not go on without the rest.
  process.exit(1);
}

/** Adds a command. It has no arguments unless the caller adds some. */
function task(name: string, description: string) {
  const command = createCommand(name, description);
  program.addCommand(command);
  return command;
}

function begin(kind: string, description: string) {
  const command = createCommand(kind, description);
  beginning.addCommand(command);
  return command;
}

function report(files: readonly string[]): void {
  for (const file of files) console.log(file);
  run('oxfmt', [...files]);
}

/** Runs in a separate process, because the modules that it reads may just have been changed. */
function writeBundleMap(): void {
  run(process.execPath, ['packages/i18n/library/write-bundle-map.ts']);
}

function nameInKebabCase(name: string): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new InvalidArgumentError('It must consist of lower-case words with hyphens, such as tag-group.');
  return name;
}

function languageCode(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code))
    throw new InvalidArgumentError('It must consist of two or three lower-case letters, such as it.');
  return code;
}

/** Returns a parser of names, each of which must be one of `known`. */
function collectName(known: readonly string[]) {
  return (name: string, before: readonly string[] = []): readonly string[] => {
    if (!known.includes(name)) throw new InvalidArgumentError(`It must be one of ${known.join(', ')}.`);
    return [...before, name];
  };
}

/** Adds a command that passes its arguments to another program. Only a leading `--help` is handled here. */
function forwarding(name: string, description: string, reader: string) {
  return task(name, `${description}. Its arguments are passed to ${reader}.`)
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions();
}

/** Rejects unknown options. Vitest itself would exit with a stack trace. */
async function refuseUnknownOptions(rest: readonly string[]): Promise<void> {
  const { createCLI } = await import('vitest/node');
  const cli = createCLI();
  cli.parse(['node', 'vitest', ...rest], { run: false });
  cli.matchedCommand?.checkUnknownOptions();
}

/** Adds a command whose script reads its arguments itself and prepares what it needs. */
function script(name: string, description: string, file: string, parent: Command = program): Command {
  const command = createCommand(name, description).helpOption(false).allowUnknownOption().allowExcessArguments();
  command.action(() => run(process.execPath, [file, ...command.args]));
  parent.addCommand(command);
  return command;
}

async function serve(): Promise<void> {
  const { startServer } = await import('../apps/server/src/main.ts');
  await startServer(siteFolder, process.env, existsSync(docsFolder) ? docsFolder : undefined);
}

/** Builds the packages, whose API references and scripts the documentation contains, and then the documentation. */
async function buildDocumentation(hasStorybook: boolean): Promise<void> {
  const { buildPackages } = await import('./package/build-package.ts');
  const { buildDocs } = await import('../apps/docs/build/build-docs.ts');
  await buildPackages(packageNames());
  const storybook = 'storybook-static';
  if (hasStorybook) run('storybook', ['build', '--disable-telemetry', '--quiet', '--output-dir', storybook]);
  await buildDocs(hasStorybook ? storybook : null);
  console.log('The documentation is built: `npm run serve` serves it at /docs.');
}

async function test(): Promise<void> {
  await ensureTestBrowser();
  // The journeys and the browser tests both need the engine.
  await buildEngine();
  const short = ['--tags-filter', `!${long}`];
  // Two lines at a time keep two cores busy: journeys wait for pages, and the other tests wait for timers and for one
  // browser. The order lets both cores finish at about the same time.
  await runBeside(
    async (runProgram) => {
      await check(runProgram);
      await buildSiteIfNeeded(runProgram);
      await runProgram(process.execPath, ['scripts/size.ts']);
      await journeys(runProgram, '--grep-invert', `@${long}`);
    },
    (runProgram) => vitest(runProgram, 'unit', ...short),
    (runProgram) => vitest(runProgram, 'browser', ...short),
  );
}

async function vitest(runProgram: RunProgram, kind: Kind, ...more: string[]): Promise<void> {
  const unit = kind === 'unit' ? ['--project', 'isolated'] : [];
  // By default Vitest leaves one core unused, which a small machine cannot spare. Stories are compared with screenshots
  // in one page.
  const workers = kind === 'stories' ? [] : ['--maxWorkers', '100%'];
  await runProgram('vitest', ['run', '--project', kind, ...unit, ...workers, ...more]);
}

async function journeys(runProgram: RunProgram, ...more: string[]): Promise<void> {
  await runProgram('playwright', ['test', '--config', 'tests/playwright.config.ts', ...more]);
}

/** @param names packages and apps. Without names, the whole project is checked. */
async function check(runProgram: RunProgram, names: readonly string[] = []): Promise<void> {
  const folders = names.map(projectFolder);
  await runProgram('tsc', ['-b', ...folders]);
  await runProgram('oxlint', folders);
  await runProgram('oxfmt', ['--check', ...folders]);
  if (names.length === 0) await runProgram('knip', ['--no-progress', '--no-config-hints']);
}

/** Runs each kind of test next to the sources of packages and apps, except slow ones. */
async function testProjects(names: readonly string[]): Promise<void> {
  await ensureTestBrowser();
  await buildKernels();
  const folders = names.map(projectFolder);
  for (const kind of eachKind) {
    const pattern = `!(node_modules|dist)/**/${kinds[kind]}`;
    const tested = folders.filter((folder) => globSync(`${folder}/${pattern}`).length > 0);
    if (tested.length > 0) await vitest(run, kind, '--tags-filter', `!${long}`, ...tested.map((each) => `${each}/`));
  }
}

/** @throws when the backend is a hosted project. */
async function databaseSettings() {
  const { readSettings } = await import('../apps/server/src/settings.ts');
  const { backend } = readSettings(process.env);
  if (!backend) throw new Error('There is no local database: the site was built for a hosted project.');
  return backend;
}
