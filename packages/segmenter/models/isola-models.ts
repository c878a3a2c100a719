#!/usr/bin/env node
/**
 * The command `isola-models`. It takes the weights from where the catalogue says, and writes the files that
 * `createSegmenter` loads into a folder that a site serves.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { buildEnlarger, enlargerFilesToMake } from './build-enlarger.ts';
import { buildModels, faceFilesToMake, rowsToMake } from './build-models.ts';
import { type Catalogue, type CatalogueFile, filesOfRow, type PackageSource, readCatalogue } from './catalogue.ts';
import { findPackage } from './read-model.ts';
import { takePackages } from './take-packages.ts';

const usage = `usage: isola-models <folder> [--accept-licence] [--faces] [--catalogue <file>]

Takes the weights, and writes manifest.json and the parts of the models into the folder. Before that, it names the
licence and the size of the weights, and asks whether you accept the licence. Parts of earlier models are removed.
Pass the URL of the manifest to createSegmenter({ manifestUrl }).

  --accept-licence     accepts the licences of the weights, which the command prints, without a question
  --faces              also writes the networks of @isola/segmenter/faces, 1.4 MB
  --enlarge            also writes the network of @isola/segmenter/enlarge, 0.02 MB
  --catalogue <file>   catalogue of other models than the package’s; docs/models.md describes its format`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'accept-licence': { type: 'boolean' },
      catalogue: { type: 'string' },
      enlarge: { type: 'boolean' },
      faces: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [folder, ...others] = positionals;
  if (values.help) console.log(usage);
  else if (!folder || others.length > 0) throw new Error(usage);
  else {
    const { faces, enlarger, ...catalogue } = readCatalogue(values.catalogue);
    if (values.faces && !faces) throw new Error('The catalogue has no networks for faces.');
    if (values.enlarge && !enlarger) throw new Error('The catalogue has no network that enlarges.');
    const wanted = { ...catalogue, ...(values.faces && { faces }), ...(values.enlarge && { enlarger }) };
    await writeModels(folder, wanted, values['accept-licence'] ?? false);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function writeModels(folder: string, catalogue: Catalogue, isAccepted: boolean): Promise<void> {
  const files = [
    ...rowsToMake(folder, catalogue).flatMap(filesOfRow),
    ...faceFilesToMake(folder, catalogue),
    ...enlargerFilesToMake(folder, catalogue),
  ];
  await acceptLicences(files, isAccepted);
  const temporary = mkdtempSync(join(tmpdir(), 'isola-models-'));
  try {
    takePackages(missingPackages(files), temporary);
    const made = await buildModels(folder, catalogue, temporary);
    if (await buildEnlarger(folder, catalogue, temporary)) made.push('enlarger');
    console.log(made.length > 0 ? `models built: ${made.join(', ')}; ${writtenMb(folder)}` : 'models: up to date');
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/**
 * Names the weights that come from somewhere else than the user's own files, and asks whether their licences are accepted.
 * @throws when they are not accepted, or when there is no terminal to ask in.
 */
async function acceptLicences(files: readonly CatalogueFile[], isAccepted: boolean): Promise<void> {
  const foreign = files.filter(({ from }) => 'package' in from || 'address' in from);
  if (foreign.length === 0) return;
  console.log(`These weights are needed:\n\n${foreign.map(descriptionOf).join('\n\n')}\n`);
  if (isAccepted) return;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new Error('To accept these licences, run the command in a terminal, or add --accept-licence.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Do you accept these licences? (y/N) ');
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('The licences were not accepted. Nothing was written.');
}

function descriptionOf({ id, from, sizeBytes, licence }: CatalogueFile): string {
  return [`  ${id}, ${inMb(sizeBytes)}`, `    from     ${sourceOf(from)}`, `    licence  ${licence}`].join('\n');
}

function sourceOf(from: CatalogueFile['from']): string {
  if (!('package' in from)) return 'address' in from ? from.address : from.file;
  const specifier = `npm package ${from.package}@${from.version}`;
  if (findPackage(from)) return `${specifier}, which is installed`;
  return from.downloadBytes === undefined ? specifier : `${specifier}, a download of ${inMb(from.downloadBytes)}`;
}

function missingPackages(files: readonly CatalogueFile[]): PackageSource[] {
  const sources = files.flatMap(({ from }) => ('package' in from ? from : []));
  const missing = sources.filter((source) => findPackage(source) === undefined);
  return [...new Map(missing.map((source) => [source.package, source])).values()];
}

function writtenMb(folder: string): string {
  const bytes = filesIn(folder).reduce((total, file) => total + statSync(join(folder, file)).size, 0);
  return `the folder contains ${inMb(bytes)}`;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(folder, join(parentPath, name)));
}

function inMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
