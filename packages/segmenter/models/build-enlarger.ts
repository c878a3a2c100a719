/**
 * Makes the file of the network that doubles pictures, in a folder of its own next to the models: its manifest and file are
 * fetched only by pages that enlarge. None of it is committed.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { type EnlargerManifest, parseEnlargerManifest } from '../src/enlarge/enlarger-manifest.ts';
import type { Catalogue, CatalogueFile } from './catalogue.ts';
import { extractEnlarger } from './extract-enlarger.ts';
import { readModel } from './read-model.ts';
import { enlargerRecipe } from './recipe.ts';

const hashedName = /^enlarger\.[0-9a-f]{16}\.bin$/;

/** Returns the file of the enlarger that `buildEnlarger` would read, because its result is missing or out of date. */
export function enlargerFilesToMake(outputFolder: string, { enlarger }: Catalogue): CatalogueFile[] {
  return enlarger && !keptManifest(folderIn(outputFolder), enlarger) ? [{ ...enlarger, id: 'enlarger' }] : [];
}

/**
 * Makes the enlarger's file, unless it is up to date.
 * @param outputFolder folder of the models. The manifest, the weights and the licence's text are written to its folder
 *   `enlarge`, and such files of an earlier build are removed.
 * @param packagesFolder see `readModel`.
 * @returns whether the file was made.
 * @throws when the file does not have the size and SHA-256 in the catalogue.
 */
export async function buildEnlarger(
  outputFolder: string,
  { enlarger }: Catalogue,
  packagesFolder?: string,
): Promise<boolean> {
  const folder = folderIn(outputFolder);
  if (!enlarger || keptManifest(folder, enlarger)) return false;
  mkdirSync(folder, { recursive: true });
  const weights = new Uint8Array(
    extractEnlarger(await readModel({ ...enlarger, id: 'enlarger' }, packagesFolder)).buffer,
  );
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const file = `enlarger.${sha256.slice(0, 16)}.bin`;
  writeFileSync(join(folder, file), weights);
  const { licence, source } = enlarger;
  const manifest = parseEnlargerManifest({
    version: 1,
    weights: { file, sha256, sizeBytes: weights.length },
    licence,
    source,
    madeFrom: { sha256: enlarger.sha256, recipe: enlargerRecipe },
  });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const other of readdirSync(folder)) if (hashedName.test(other) && other !== file) rmSync(join(folder, other));
  const text = join(import.meta.dirname, 'licences', `${licence}.txt`);
  if (existsSync(text)) copyFileSync(text, join(folder, `licence-${licence}.txt`));
  return true;
}

function folderIn(outputFolder: string): string {
  return join(outputFolder, 'enlarge');
}

/** Returns the manifest when it and its file are up to date. */
function keptManifest(folder: string, { sha256 }: Pick<CatalogueFile, 'sha256'>): EnlargerManifest | undefined {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) return undefined;
  try {
    const manifest = parseEnlargerManifest(JSON.parse(readFileSync(file, 'utf8')));
    const { madeFrom, weights } = manifest;
    const path = join(folder, weights.file);
    const isThere = existsSync(path) && statSync(path).size === weights.sizeBytes;
    return isThere && madeFrom.sha256 === sha256 && madeFrom.recipe === enlargerRecipe ? manifest : undefined;
  } catch {
    // The manifest is incomplete, because a build was stopped. The file is made again.
    return undefined;
  }
}
