/**
 * Builds a package as others install it into `packages/<name>/dist`, including its package.json, so that `npm pack
 * ./packages/<name>/dist` packs it.
 *
 * TypeScript itself writes the modules, one for each source, and their types. Bundlers can then leave out what a page
 * does not import, and workers and style sheets stay files next to the module that uses them. A bundler would need
 * configuration for each of these, and none is needed, because a package's dependencies are installed with it. The
 * segmenter, whose package contains its dependencies, kernels and command, has a separate build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { parseArticle } from '../../packages/i18n/library/parse-article.ts';
import { adaptDeclarations, adaptModule, dataModule, jsonDeclarations, jsonModule } from './adapt-module.ts';
import { type Entry, builtPath, entriesOf, isForClient, publishedManifest } from './published-manifest.ts';
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
    return dist;
  }
  const entries = entriesOf(name, manifest);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  writeModules(name, entries, dist);
  for (const { source } of entries.filter(({ source }) => source.endsWith('.css')))
    cpSync(join(folder, source), join(dist, builtPath(source)));
  const published = publishedManifest(manifest, [...entries, ...(await finish(folder, dist))]);
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(folder, 'README.md'), join(dist, 'README.md'));
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

/**
 * Writes the modules that the entries reach, with their types, and writes the JSON and Markdown files that they import
 * as modules.
 */
function writeModules(name: string, entries: readonly Entry[], dist: string): void {
  const folder = packageFolder(name);
  const emitted = emit(name, entries);
  const emittedFiles = globSync('**/*.{js,d.ts}', { cwd: emitted });
  const clientFiles = new Set(entries.filter(isForClient).map(({ source }) => join(builtPath(source))));
  const dataFiles = new Map<string, { hasTypes: boolean }>();
  for (const file of emittedFiles) {
    const isModule = file.endsWith('.js');
    const text = readFileSync(join(emitted, file), 'utf8');
    const adapted = isModule ? adaptModule(file, text) : adaptDeclarations(file, text);
    write(join(dist, file), clientFiles.has(file) ? `'use client';\n${adapted.text}` : adapted.text);
    for (const data of adapted.dataFiles) {
      const path = join(dirname(file), data);
      dataFiles.set(path, { hasTypes: dataFiles.get(path)?.hasTypes === true || !isModule });
    }
  }
  for (const [file, { hasTypes }] of dataFiles) {
    const text = readFileSync(join(folder, 'src', file), 'utf8');
    const value: unknown = file.endsWith('.md') ? parseArticle(text, file) : JSON.parse(text);
    write(join(dist, dataModule(file, 'js')), jsonModule(value));
    if (hasTypes) write(join(dist, dataModule(file, 'd.ts')), jsonDeclarations(value));
  }
}

/** Emits the modules without type checks, which `npm run check` does. @returns the folder of TypeScript's output. */
function emit(name: string, entries: readonly Entry[]): string {
  const folder = packageFolder(name);
  const work = join(folder, 'node_modules/.cache/isola-package');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const own = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as { references?: { path: string }[] };
  const sources = entries.map(({ source }) => source).filter((source) => /\.tsx?$/.test(source));
  // TypeScript does not follow the URL of a worker, and no file imports ambient types, so both are listed.
  const unlinked = globSync('src/**/*{-worker,.d}.ts', { cwd: folder });
  const config = {
    extends: join(folder, 'tsconfig.json'),
    compilerOptions: {
      rootDir: join(folder, 'src'),
      outDir: join(work, 'emitted'),
      tsBuildInfoFile: join(work, 'tsbuildinfo'),
      composite: false,
      declaration: true,
      emitDeclarationOnly: false,
      rewriteRelativeImportExtensions: true,
      noCheck: true,
      target: 'es2023',
    },
    files: [...new Set([...sources, ...unlinked].map((file) => join(folder, file)))],
    include: [],
    references: (own.references ?? []).map(({ path }) => ({ path: join(folder, path) })),
  };
  const configFile = join(work, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-b', configFile], { stdio: 'inherit' });
  for (const ambient of unlinked.filter((file) => file.endsWith('.d.ts')))
    write(join(work, 'emitted', builtPath(`./${ambient}`)), readFileSync(join(folder, ambient), 'utf8'));
  return join(work, 'emitted');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const isWindows = process.platform === 'win32';
