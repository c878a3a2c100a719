/**
 * Builds a package as others install it into `packages/<name>/dist`, including its package.json, so that `npm pack
 * ./packages/<name>/dist` packs it.
 *
 * tsdown writes one module for each source, with its types. Bundlers can then leave out what a page does not import,
 * and workers and style sheets stay files next to the module that uses them. The segmenter, whose package contains its
 * dependencies, kernels and command, has a separate build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build as buildModules, type Rolldown } from 'tsdown';

import { parseArticle } from '../../packages/i18n/library/parse-article.ts';
import { apiPages } from './api-pages.ts';
import { type Entry, builtPath, entriesOf, isForClient, publishedManifest } from './published-manifest.ts';
import { publishedReadme } from './published-readme.ts';
import { registryFields } from './registry-fields.ts';
import { packageFolder, readManifest, root, workspaceDependencies } from './workspace-package.ts';

/**
 * Adds files to a built package. @param dist folder that already contains the modules. @returns additional exports: `{
 * './a.css': './styles/a.css' }`.
 */
type FinishPackage = (dist: string) => Promise<Readonly<Record<string, string>>>;

/** Builds a package. @returns the folder of the result. */
async function buildPackage(name: string): Promise<string> {
  const manifest = readManifest(name);
  const folder = packageFolder(name);
  const dist = join(folder, 'dist');
  const ownBuild = join(folder, 'library/build-library.ts');
  if (existsSync(ownBuild)) {
    execFileSync(process.execPath, [ownBuild], { stdio: 'inherit' });
    const file = join(dist, 'package.json');
    const built = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, `${JSON.stringify({ ...built, ...registryFields(name) }, null, 2)}\n`);
    return dist;
  }
  const entries = entriesOf(name, manifest);
  await writeModules(folder, entries, dist);
  for (const { source } of entries.filter(({ source }) => source.endsWith('.css')))
    cpSync(join(folder, source), join(dist, builtPath(source)));
  const published = publishedManifest(manifest, [...entries, ...(await finish(folder, dist))]);
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const readme = publishedReadme(readFileSync(join(folder, 'README.md'), 'utf8'));
  writeFileSync(join(dist, 'README.md'), readme);
  writeFileSync(join(dist, 'API.md'), apiPages(published, dist));
  cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
  return dist;
}

/** Runs the package's own program that adds files other than modules. @returns the entries of what was added. */
async function finish(folder: string, dist: string): Promise<readonly Entry[]> {
  const program = join(folder, 'library/finish-package.ts');
  if (!existsSync(program)) return [];
  const { finishPackage } = (await import(pathToFileURL(program).href)) as { finishPackage: FinishPackage };
  return Object.entries(await finishPackage(dist)).map(([subpath, source]) => ({ subpath, source }));
}

/**
 * Builds packages, and before each the workspace packages that it depends on.
 * @returns all that were built, each after its dependencies.
 */
export async function buildPackages(names: readonly string[]): Promise<readonly string[]> {
  const built = new Set<string>();
  async function build(name: string): Promise<void> {
    if (built.has(name)) return;
    for (const dependency of workspaceDependencies(readManifest(name))) await build(dependency);
    await buildPackage(name);
    built.add(name);
  }
  for (const name of names) await build(name);
  return [...built];
}

/** Packs a built package like npm does. @returns the tarball, in `folder`. */
export function packPackage(name: string, folder: string): string {
  const dist = join(packageFolder(name), 'dist');
  const options = ['--pack-destination', folder, '--json'];
  const output = execFileSync('npm', ['pack', dist, ...options], { encoding: 'utf8', shell: isWindows });
  const [packed] = JSON.parse(output) as { filename: string }[];
  if (!packed) throw new Error(`npm pack created no tarball of ${dist}.`);
  return join(folder, packed.filename);
}

/** Writes the modules that the entries reach, with their types. JSON and Markdown files become modules as well. */
async function writeModules(folder: string, entries: readonly Entry[], dist: string): Promise<void> {
  const sources = entries.map(({ source }) => source).filter((source) => /(?<!\.d)\.tsx?$/.test(source));
  const clientFiles = new Set(entries.filter(isForClient).map(({ source }) => builtPath(source).slice('./'.length)));
  await buildModules({
    cwd: folder,
    config: false,
    // No module imports a worker: it is loaded by its address.
    entry: [...sources, ...globSync('src/**/*-worker.ts', { cwd: folder })],
    root: 'src',
    unbundle: true,
    outDir: dist,
    platform: 'neutral',
    target: 'es2023',
    dts: true,
    deps: { onlyBundle: [] },
    plugins: [adaptSources],
    outputOptions: {
      // `a.json` and `a.md` may both exist.
      entryFileNames: ({ facadeModuleId }) => (facadeModuleId?.endsWith('.md') ? '[name].md.js' : '[name].js'),
    },
    banner: ({ fileName }) => (clientFiles.has(fileName) ? "'use client';" : ''),
    logLevel: 'error',
  });
  for (const { source } of entries.filter((each) => each.source.endsWith('.d.ts')))
    writeAmbientTypes(join(folder, source), join(dist, builtPath(source)));
}

/** Turns articles into modules, and points the addresses of workers to the built files. */
const adaptSources: Rolldown.Plugin = {
  name: 'adapt-sources',
  transform(code, id) {
    if (id.endsWith('.md'))
      return { code: `export default ${JSON.stringify(parseArticle(code, id))};`, map: null, moduleType: 'js' };
    const adapted = code.replaceAll(/(?<=new URL\((['"])\.\/[\w/-]+)\.ts(?=\1, import\.meta\.url\))/g, '.js');
    return adapted === code ? undefined : { code: adapted, map: null };
  },
};

/** Copies ambient types, and writes the types of the JSON files that they import, next to the modules of these files. */
function writeAmbientTypes(source: string, built: string): void {
  const text = readFileSync(source, 'utf8');
  writeFileSync(built, text.replaceAll(/(?<=from '\.[^']*)\.json(?=')/g, '.js'));
  for (const [, file = ''] of text.matchAll(/from '(\.[^']*)\.json'/g)) {
    const value: unknown = JSON.parse(readFileSync(join(dirname(source), `${file}.json`), 'utf8'));
    writeFileSync(
      join(dirname(built), `${file}.d.ts`),
      `declare const value: ${typeOf(value)};\nexport default value;\n`,
    );
  }
}

/** Returns the type of a JSON value as TypeScript reads a JSON file: texts have the type `string`, not literal types. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `readonly (${[...new Set(value.map(typeOf))].join(' | ') || 'never'})[]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${typeOf(member)};`);
  return `{ ${members.join(' ')} }`;
}

const isWindows = process.platform === 'win32';
