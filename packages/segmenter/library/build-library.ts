/**
 * Builds the complete published package, including its package.json, into `packages/segmenter/dist`. `npm pack` and
 * `npm publish` work on that folder.
 *
 *     node packages/segmenter/library/build-library.ts
 */
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'tsdown';
import type { Rolldown } from 'vite';

import { buildKernels } from '../assembly/build-kernels.ts';
import { apiReference } from './api-reference.ts';
import {
  addedEntries,
  bundleAddedScripts,
  bundleCommand,
  bundleNodeScripts,
  bundleScripts,
  bundleServer,
  entries,
} from './bundle-scripts.ts';
import { weighAddedEntries, weighLibrary } from './weigh-library.ts';

const root = join(import.meta.dirname, '..');
const workspace = join(root, '../..');

const libraryFolder = join(root, 'dist');

/** Guides that are published with the package. */
const guides = ['setup.md', 'models.md', 'from-imgly.md'];

type Entry = (typeof entries)[number];

/** Builds the package. @throws when the build fails or the package exceeds its size limit. */
async function buildLibrary(): Promise<void> {
  await buildKernels();
  const chunks = await bundleScripts(libraryFolder);
  // This runs after bundleScripts, because the addresses in its scripts must name files that the package contains.
  await bundleNodeScripts(libraryFolder);
  const addedChunks = await bundleAddedScripts(libraryFolder);
  await bundleCommand(libraryFolder);
  await bundleServer(libraryFolder);
  copyFileSync(join(root, 'models/catalogue.json'), join(libraryFolder, 'catalogue.json'));
  cpSync(join(root, 'models/licences'), join(libraryFolder, 'licences'), { recursive: true });
  mkdirSync(join(libraryFolder, 'kernels'));
  for (const file of globSync('kernels/*.wasm', { cwd: root })) cpSync(join(root, file), join(libraryFolder, file));
  const references: string[] = [];
  let mainDeclarations = '';
  for (const entry of entries) {
    const declarations = await bundleDeclarations(entry);
    // The declarations use `Symbol.dispose`, which older type libraries do not contain.
    const library = '/// <reference lib="esnext.disposable" />';
    writeFileSync(join(libraryFolder, `${entry}.d.ts`), `${library}\n${declarations}\n`);
    if (entry === 'index') mainDeclarations = declarations;
    const isAdded = addedEntries.some((added) => added === entry);
    references.push(apiReference(importNameOf(entry), declarations, { above: isAdded ? mainDeclarations : '' }));
  }
  writeFileSync(join(libraryFolder, 'API.md'), references.join('\n'));
  writeFileSync(join(libraryFolder, 'package.json'), `${JSON.stringify(publishedManifest(chunks), null, 2)}\n`);
  copyFileSync(join(root, 'README.md'), join(libraryFolder, 'README.md'));
  for (const guide of guides) cpSync(join(root, 'docs', guide), join(libraryFolder, 'docs', guide));
  copyFileSync(join(workspace, 'LICENSE'), join(libraryFolder, 'LICENSE'));
  weighLibrary(libraryFolder, chunks);
  weighAddedEntries(libraryFolder, addedChunks);
}

/**
 * Bundles the public types of an entry: its exports and the types to which they refer. Other types, and the libraries that
 * only those need, are left out.
 * @throws when a public type refers to another package.
 */
async function bundleDeclarations(entry: Entry): Promise<string> {
  await build({
    cwd: root,
    config: false,
    tsconfig: 'tsconfig.library.json',
    entry: `src/${entry}.ts`,
    outDir: libraryFolder,
    clean: false,
    platform: 'neutral',
    dts: { emitDtsOnly: true },
    logLevel: 'error',
  });
  const declarations = readFileSync(join(libraryFolder, `${entry}.d.ts`), 'utf8');
  const [foreign] = /^import\b.*|\bimport\(['"].*/m.exec(declarations) ?? [];
  if (foreign !== undefined) throw new Error(`a public type refers to another package: ${foreign}`);
  return declarations;
}

/**
 * Creates the published package.json. The workspace's package.json cannot be used: it points to the sources and lists
 * dependencies that the bundles already contain.
 */
function publishedManifest(chunks: readonly Rolldown.OutputChunk[]) {
  const { name, version, description, license, keywords } = readJson(join(root, 'package.json'));
  const workers = chunks.filter(({ isEntry, name }) => isEntry && !entries.some((entry) => entry === name));
  const runtime = readJson(join(root, 'node_modules/onnxruntime-web/package.json'));
  const sharp = readJson(join(root, 'node_modules/sharp/package.json'));
  const { peerDependencies, peerDependenciesMeta } = readJson(join(root, 'package.json'));
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    sideEffects: ['./element.js', ...workers.map(({ fileName }) => `./${fileName}`)],
    types: './index.d.ts',
    exports: {
      ...Object.fromEntries(
        entries.map((entry) => [
          entry === 'index' ? '.' : `./${entry}`,
          { types: `./${entry}.d.ts`, default: `./${entry}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    bin: { segmenter: './segmenter.js', 'isola-models': './isola-models.js' },
    files: [
      'API.md',
      'docs',
      '*.js',
      '*.js.map',
      '*.d.ts',
      'kernels',
      'catalogue.json',
      'licences',
      'third-party-licences.md',
      'server-licences.md',
    ],
    engines: { node: '>=22' },
    peerDependencies: {
      ...(peerDependencies as object),
      'onnxruntime-web': `^${String(runtime['version'])}`,
      sharp: `>=${String(sharp['version'])}`,
    },
    peerDependenciesMeta: {
      ...(peerDependenciesMeta as object),
      'onnxruntime-web': { optional: true },
      sharp: { optional: true },
    },
  };
}

function importNameOf(entry: Entry): string {
  return entry === 'index' ? '@isola/segmenter' : `@isola/segmenter/${entry}`;
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

await buildLibrary();
