/**
 * Makes the model files that a site serves: joins each row of the catalogue, verifies it, and writes it as parts named
 * by their hash beside a manifest. A row of the format `network` is taken apart and made 8-bit on the way. Nothing of it
 * is committed. The command is `isola-models.ts`.
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
import { constants, gzipSync } from 'node:zlib';

import {
  type Model,
  type ModelManifest,
  type ModelPart,
  type NetworkModel,
  type OnnxModel,
  parseManifest,
  type RefereeFiles,
  type ServedFile,
} from '../src/model/model-manifest.ts';
import { parseRefereeGraph } from '../src/referee/referee-graph.ts';
import { type CatalogueRow, readCatalogue } from './catalogue.ts';
import { extractNetwork, type NetworkWithWeights } from './extract-network.ts';
import { extractReferee } from './extract-referee.ts';
import { quantise } from './quantise.ts';
import { readModel } from './read-model.ts';
import { readOnnx } from './read-onnx.ts';
import { readTflite } from './read-tflite.ts';
import { recipe } from './recipe.ts';

/** Small enough for every static host's limit on a file, and for a broken download to lose little. */
const partBytes = 4 * 1024 * 1024;

/** The texts of licences that ask to be handed on with what stands under them, by their names in the catalogue. */
const licenceFolder = join(import.meta.dirname, 'licences');

/** How `writeHashed` names what it writes. */
const hashedName = /\.[0-9a-f]{16}\.(bin|json)$/;

/** How `copyLicences` names what it copies. */
const licenceName = /^licence-.*\.txt$/;

/**
 * @param outputFolder is made to hold the manifest, its parts, the licences' texts, and nothing else of an earlier build; what is named
 *   otherwise is left alone.
 * @returns the ids of the rows that had to be made; empty when all was there already.
 * @throws when a row's bytes do not have the size and SHA-256 that the catalogue states, or when its graph is none that
 *   a network can be made of.
 */
export async function buildModels(outputFolder: string, catalogue = readCatalogue()): Promise<string[]> {
  mkdirSync(outputFolder, { recursive: true });
  const manifestFile = join(outputFolder, 'manifest.json');
  const earlier = readManifest(manifestFile);
  const made: string[] = [];
  const models: Model[] = [];
  for (const row of catalogue.models) {
    const kept = earlier?.models.find((model) => isMadeFrom(model, row) && isThere(model, outputFolder));
    if (!kept) made.push(row.id);
    models.push({ ...(kept ?? (await makeModel(row, outputFolder))), ...descriptionOf(row) });
  }
  // Through the runtime's own check, so that nothing is written that it would refuse.
  const manifest = parseManifest({ version: 2, default: catalogue.default, models });
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  removeOthers(outputFolder, manifest);
  copyLicences(outputFolder, manifest);
  return made;
}

/** Puts the licences' texts beside the files that stand under them. */
function copyLicences(outputFolder: string, { models }: ModelManifest): void {
  const licences = models.flatMap((model) =>
    model.format === 'network' && model.referee ? model.referee.licence : [],
  );
  for (const licence of new Set(licences)) {
    const text = join(licenceFolder, `${licence}.txt`);
    if (existsSync(text)) copyFileSync(text, join(outputFolder, `licence-${licence}.txt`));
  }
}

/** What the catalogue only passes on; the rest of a manifest's row follows from the bytes. */
type Description = Pick<CatalogueRow, 'id' | 'name' | 'input' | 'output' | 'licence' | 'source'>;
type Made = Omit<OnnxModel, keyof Description> | Omit<NetworkModel, keyof Description>;

function descriptionOf({ id, name, input, output, licence, source }: CatalogueRow): Description {
  return { id, name, input, output, licence, source };
}

async function makeModel(row: CatalogueRow, folder: string): Promise<Made> {
  const bytes = await readModel(row);
  switch (row.format) {
    case 'onnx': {
      const { sha256, sizeBytes } = row;
      return { format: 'onnx', sha256, sizeBytes, parts: writeParts(row.id, bytes, folder, 'none') };
    }
    case 'network': {
      const { network, weights } = makeNetwork(row.id, bytes);
      const description = Buffer.from(JSON.stringify(network));
      return {
        format: 'network',
        sha256: sha256(weights),
        sizeBytes: weights.length,
        // Deflate finds nothing to repeat among weights, but few of their 255 values are as frequent as others.
        parts: writeParts(row.id, weights, folder, 'gzip'),
        network: writeFile(folder, row.id, description, 'json'),
        ...(row.referee && { referee: await makeReferee(row.id, row.referee, folder) }),
        madeFrom: { sha256: row.sha256, recipe },
      };
    }
    default:
      return row.format satisfies never;
  }
}

async function makeReferee(
  id: string,
  row: NonNullable<CatalogueRow['referee']>,
  folder: string,
): Promise<RefereeFiles> {
  const name = `${id}-referee`;
  const { graph, weights } = extractReferee(readTflite(await readModel({ ...row, id: name })));
  return {
    graph: writeFile(folder, name, Buffer.from(JSON.stringify(parseRefereeGraph(graph, name))), 'json'),
    weights: writeFile(folder, name, new Uint8Array(weights.buffer), 'bin'),
    licence: row.licence,
    source: row.source,
    madeFrom: { sha256: row.sha256, recipe },
  };
}

function writeFile(folder: string, name: string, bytes: Uint8Array, extension: string): ServedFile {
  return { file: writeHashed(folder, name, bytes, extension), sha256: sha256(bytes), sizeBytes: bytes.length };
}

function makeNetwork(id: string, onnx: Uint8Array): NetworkWithWeights {
  try {
    return quantise(extractNetwork(readOnnx(onnx)));
  } catch (error) {
    throw new Error(`${id}: no network can be made of it: ${String(error)}`, { cause: error });
  }
}

function writeParts(id: string, bytes: Uint8Array, folder: string, packing: ModelPart['packing']): ModelPart[] {
  const count = Math.ceil(bytes.length / partBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    const packed = packing === 'gzip' ? gzip(part) : part;
    // Not named .gz: some servers would mark it as encoded, and it would come unpacked.
    const file = writeHashed(folder, `${id}-${String(index).padStart(2, '0')}`, packed, 'bin');
    return { file, sha256: sha256(packed), sizeBytes: part.length, packing, packedBytes: packed.length };
  });
}

/** Without the search for repetitions, of which weights have none: the same size in a third of the time. */
function gzip(bytes: Uint8Array): Buffer {
  return gzipSync(bytes, { level: 9, memLevel: 9, strategy: constants.Z_HUFFMAN_ONLY });
}

function writeHashed(folder: string, name: string, bytes: Uint8Array, extension: string): string {
  const file = `${name}.${sha256(bytes).slice(0, 16)}.${extension}`;
  writeFileSync(join(folder, file), bytes);
  return file;
}

function readManifest(file: string): ModelManifest | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return parseManifest(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Half written by a build that was stopped, or of another version: made anew.
    return undefined;
  }
}

function isMadeFrom(model: Model, row: CatalogueRow): boolean {
  if (model.id !== row.id || model.format !== row.format) return false;
  if (model.format === 'onnx') return model.sha256 === row.sha256;
  const { madeFrom, referee } = model;
  if (referee?.madeFrom.sha256 !== row.referee?.sha256 || (referee && referee.madeFrom.recipe !== recipe)) return false;
  return madeFrom.sha256 === row.sha256 && madeFrom.recipe === recipe;
}

function isThere(model: Model, folder: string): boolean {
  return filesOf(model).every(({ file, servedBytes }) => {
    const path = join(folder, file);
    return existsSync(path) && statSync(path).size === servedBytes;
  });
}

function removeOthers(folder: string, manifest: ModelManifest): void {
  const wanted = new Set(['manifest.json', ...manifest.models.flatMap(filesOf).map(({ file }) => file)]);
  for (const file of readdirSync(folder)) {
    if ((hashedName.test(file) || licenceName.test(file)) && !wanted.has(file)) rmSync(join(folder, file));
  }
}

function filesOf(model: Model): { file: string; servedBytes: number }[] {
  const parts = model.parts.map(({ file, packedBytes }) => ({ file, servedBytes: packedBytes }));
  if (model.format === 'onnx') return parts;
  const others = [model.network, ...(model.referee ? [model.referee.graph, model.referee.weights] : [])];
  return [...parts, ...others.map(({ file, sizeBytes }) => ({ file, servedBytes: sizeBytes }))];
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
