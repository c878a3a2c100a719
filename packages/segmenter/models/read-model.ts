import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import * as z from 'zod';

import type { CatalogueFile, PackageSource } from './catalogue.ts';

/**
 * Reads the file of a catalogue's row.
 * @param packagesFolder folder with a `node_modules` that is searched first for the npm packages of the catalogue.
 * @throws when the file cannot be found, or does not have the size and SHA-256 in the catalogue.
 */
export async function readModel(row: CatalogueFile, packagesFolder?: string): Promise<Buffer> {
  const bytes = await readBytes(row, packagesFolder);
  if (bytes.length !== row.sizeBytes) {
    throw new Error(`${row.id}: the file has ${bytes.length} bytes, but the catalogue says ${row.sizeBytes}`);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== row.sha256)
    throw new Error(`${row.id}: the file has the SHA-256 ${hash}, but the catalogue says ${row.sha256}`);
  return bytes;
}

async function readBytes({ id, from, sizeBytes }: CatalogueFile, packagesFolder: string | undefined): Promise<Buffer> {
  if ('file' in from && !('package' in from)) return readFileSync(from.file);
  if ('address' in from) {
    const response = await fetch(from.address);
    if (!response.ok) throw new Error(`${from.address} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
  const folder = findPackage(from, packagesFolder);
  if (!folder)
    throw new Error(
      `${id}: the npm package ${from.package}@${from.version}, which contains the file, is not installed`,
    );
  if (!('file' in from)) return readPackaged(folder, from.resource);
  const bytes = readFileSync(join(folder, from.file));
  return from.offsetBytes === undefined ? bytes : bytes.subarray(from.offsetBytes, from.offsetBytes + sizeBytes);
}

/**
 * Returns the folder of an npm package's main file, or undefined when this version of the package is not installed. After
 * `packagesFolder`, the current folder is searched, because the user of the command installs packages there.
 */
export function findPackage({ package: name, version }: PackageSource, packagesFolder?: string): string | undefined {
  const folders = [...(packagesFolder === undefined ? [] : [packagesFolder]), process.cwd()];
  for (const start of [...folders.map((folder) => join(folder, 'package.json')), import.meta.url]) {
    try {
      const folder = dirname(createRequire(start).resolve(name));
      if (versionOf(name, folder) === version) return folder;
    } catch {
      // The package cannot be found from this folder.
    }
  }
  return undefined;
}

/** Returns the version in the package.json of a package. @param folder a folder in the package. */
function versionOf(name: string, folder: string): string | undefined {
  const file = join(folder, 'package.json');
  const manifest = existsSync(file) ? manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (manifest?.name === name) return manifest.version;
  return dirname(folder) === folder ? undefined : versionOf(name, dirname(folder));
}

const manifestSchema = z.object({ name: z.string().optional(), version: z.string().optional() });

const resourcesSchema = z.record(
  z.string(),
  z.object({ size: z.int(), chunks: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) })) }),
);

/** Reads a resource. The package's `dist/resources.json` lists its chunks: files in the same folder, named by their hash. */
function readPackaged(dist: string, resource: string): Buffer {
  const resources = resourcesSchema.parse(JSON.parse(readFileSync(join(dist, 'resources.json'), 'utf8')));
  const entry = resources[resource];
  if (!entry) throw new Error(`${dist} has no resource ${resource}`);
  return Buffer.concat(entry.chunks.map((chunk) => readFileSync(join(dist, chunk.hash))));
}
