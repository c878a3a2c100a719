import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import * as z from 'zod';

import type { CatalogueFile } from './catalogue.ts';

/**
 * Reads the file of a catalogue's row.
 * @throws when the file cannot be found, or does not have the size and SHA-256 in the catalogue.
 */
export async function readModel(row: CatalogueFile): Promise<Buffer> {
  const bytes = await readBytes(row);
  if (bytes.length !== row.sizeBytes) {
    throw new Error(`${row.id}: the file has ${bytes.length} bytes, but the catalogue says ${row.sizeBytes}`);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== row.sha256)
    throw new Error(`${row.id}: the file has the SHA-256 ${hash}, but the catalogue says ${row.sha256}`);
  return bytes;
}

async function readBytes({ id, from, licence }: CatalogueFile): Promise<Buffer> {
  if ('file' in from && !('package' in from)) return readFileSync(from.file);
  if ('address' in from) {
    const response = await fetch(from.address);
    if (!response.ok) throw new Error(`${from.address} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
  const folder = findPackage(from.package);
  if (folder) return 'file' in from ? readFileSync(join(folder, from.file)) : readPackaged(folder, from.resource);
  const tarball = `${from.package.replace('@', '').replace('/', '-')}-${from.version}.tgz`;
  // The message suggests unpacking the package, because npm would also install its dependencies.
  throw new Error(
    [
      `${id}: the weights are in the npm package ${from.package}, which is not installed.`,
      `Its licence: ${licence}`,
      'If you accept the licence, run:',
      `  npm pack ${from.package}@${from.version}`,
      `  mkdir -p node_modules/${from.package}`,
      `  tar -xzf ${tarball} -C node_modules/${from.package} --strip-components 1`,
    ].join('\n'),
  );
}

/** Finds a package. The current folder is searched first, because the user of the command installs packages there. */
function findPackage(name: string): string | undefined {
  for (const start of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return dirname(createRequire(start).resolve(name));
    } catch {
      // The package cannot be found from this folder.
    }
  }
  return undefined;
}

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
