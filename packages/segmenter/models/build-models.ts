/**
 * Makes the model files that a site serves. Each model of the catalogue is joined, verified and written as parts, which are
 * named by their hash, next to a manifest. A model of the format `network` is also converted to a network with 8-bit
 * weights. None of these files are committed. The command line is in `isola-models.ts`.
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
  type ServedFile,
  type SmallNetworkFiles,
} from '../src/model/model-manifest.ts';
import { parseSmallNetworkGraph, type SmallNetworkGraph } from '../src/small-network/graph.ts';
import { type Catalogue, type CatalogueFile, type CatalogueRow, filesOfFaces, readCatalogue } from './catalogue.ts';
import { extractNetwork, type NetworkWithWeights } from './extract-network.ts';
import { extractSmallNetwork } from './extract-small-network.ts';
import { quantise } from './quantise.ts';
import { readModel } from './read-model.ts';
import { readOnnx } from './read-onnx.ts';
import { readTflite } from './read-tflite.ts';
import { recipe } from './recipe.ts';

/** Largest size of a part. It is below every static host's file size limit, and a broken download loses little. */
const partBytes = 4 * 1024 * 1024;

/** Texts of the licences that must be distributed with the files under them. Each is named like in the catalogue. */
const licenceFolder = join(import.meta.dirname, 'licences');

/** Matches the names of the files that `writeHashed` writes. */
const hashedName = /\.[0-9a-f]{16}\.(bin|json)$/;

/** Matches the names of the files that `copyLicences` writes. */
const licenceName = /^licence-.*\.txt$/;

/**
 * Makes the model files. Models whose files are up to date are not made again.
 * @param outputFolder receives the manifest, the parts and the licences' texts. Such files of an earlier build are removed;
 *   files with other names are not touched.
 * @param packagesFolder see `readModel`.
 * @returns the ids of the models and small networks that were made; empty when all were up to date.
 * @throws when a model's file does not have the size and SHA-256 in the catalogue, or when its graph cannot be converted to a
 *   network.
 */
export async function buildModels(
  outputFolder: string,
  catalogue = readCatalogue(),
  packagesFolder?: string,
): Promise<string[]> {
  mkdirSync(outputFolder, { recursive: true });
  const manifestFile = join(outputFolder, 'manifest.json');
  const earlier = readManifest(manifestFile);
  const made: string[] = [];
  const models: Model[] = [];
  for (const row of catalogue.models) {
    const kept = upToDate(row, earlier, outputFolder);
    if (!kept) made.push(row.id);
    models.push({ ...(kept ?? (await makeModel(row, outputFolder, packagesFolder))), ...descriptionOf(row) });
  }
  const faces = await facesOf(catalogue, { earlier, folder: outputFolder, packagesFolder, made });
  // The runtime's own check ensures that the runtime will accept the manifest.
  const manifest = parseManifest({ version: 2, default: catalogue.default, models, ...(faces && { faces }) });
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  removeOthers(outputFolder, manifest);
  copyLicences(outputFolder, manifest);
  return made;
}

/** Returns the rows whose model files `buildModels` would make, because they are missing or out of date. */
export function rowsToMake(outputFolder: string, catalogue: Catalogue): CatalogueRow[] {
  const earlier = readManifest(join(outputFolder, 'manifest.json'));
  return catalogue.models.filter((row) => !upToDate(row, earlier, outputFolder));
}

/** Returns the files of the networks for faces that `buildModels` would make. */
export function faceFilesToMake(outputFolder: string, { faces }: Catalogue): CatalogueFile[] {
  const earlier = readManifest(join(outputFolder, 'manifest.json'))?.faces;
  const kept = [earlier?.detector, earlier?.landmarks];
  return faces ? filesOfFaces(faces).filter((row, at) => !isSmallNetworkUpToDate(kept[at], row, outputFolder)) : [];
}

interface FacesOptions {
  readonly earlier: ModelManifest | undefined;
  readonly folder: string;
  readonly packagesFolder: string | undefined;
  /** Receives the ids of the networks that were made. */
  readonly made: string[];
}

async function facesOf(
  { faces }: Catalogue,
  { earlier, folder, packagesFolder, made }: FacesOptions,
): Promise<ModelManifest['faces']> {
  const [detector, landmarks] = faces ? filesOfFaces(faces) : [];
  if (!detector || !landmarks) return undefined;
  const filesOf = async (row: CatalogueFile, kept: SmallNetworkFiles | undefined, options: SmallNetworkOptions) => {
    const { licence, source } = row;
    if (kept && isSmallNetworkUpToDate(kept, row, folder)) return { ...kept, licence, source };
    made.push(row.id);
    return makeSmallNetwork(row, { folder, packagesFolder, ...options });
  };
  return {
    // The detector sees black as −1, and the landmarks' network as 0.
    detector: await filesOf(detector, earlier?.faces?.detector, { black: -1 }),
    landmarks: await filesOf(landmarks, earlier?.faces?.landmarks, {}),
  };
}

type SmallNetworkOptions = Pick<SmallNetworkGraph, 'black'>;

function isSmallNetworkUpToDate(kept: SmallNetworkFiles | undefined, row: CatalogueFile, folder: string): boolean {
  if (kept?.madeFrom.sha256 !== row.sha256 || kept.madeFrom.recipe !== recipe) return false;
  return [kept.graph, kept.weights].every((file) => isThere(servedFileOf(file), folder));
}

function upToDate(row: CatalogueRow, earlier: ModelManifest | undefined, folder: string): Model | undefined {
  return earlier?.models.find(
    (model) => isMadeFrom(model, row) && filesOf(model).every((file) => isThere(file, folder)),
  );
}

/** Copies the licences' texts next to the files under them. */
function copyLicences(outputFolder: string, manifest: ModelManifest): void {
  const licences = smallNetworksOf(manifest).map(({ licence }) => licence);
  for (const licence of new Set(licences)) {
    const text = join(licenceFolder, `${licence}.txt`);
    if (existsSync(text)) copyFileSync(text, join(outputFolder, `licence-${licence}.txt`));
  }
}

/** Fields that are copied from the catalogue. The other fields of a manifest's row are computed from the model's bytes. */
type Description = Pick<CatalogueRow, 'id' | 'name' | 'input' | 'output' | 'licence' | 'source'>;
type Made = Omit<OnnxModel, keyof Description> | Omit<NetworkModel, keyof Description>;

function descriptionOf({ id, name, input, output, licence, source }: CatalogueRow): Description {
  return { id, name, input, output, licence, source };
}

async function makeModel(row: CatalogueRow, folder: string, packagesFolder: string | undefined): Promise<Made> {
  const bytes = await readModel(row, packagesFolder);
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
        // Weights contain no repetitions, but their 255 values differ in frequency, so Huffman codes make them smaller.
        parts: writeParts(row.id, weights, folder, 'gzip'),
        network: writeFile(folder, row.id, description, 'json'),
        ...(row.referee && {
          referee: await makeSmallNetwork({ ...row.referee, id: `${row.id}-referee` }, { folder, packagesFolder }),
        }),
        madeFrom: { sha256: row.sha256, recipe },
      };
    }
    default:
      return row.format satisfies never;
  }
}

interface MakeOptions extends SmallNetworkOptions {
  readonly folder: string;
  readonly packagesFolder: string | undefined;
}

async function makeSmallNetwork(
  row: CatalogueFile,
  { folder, packagesFolder, ...options }: MakeOptions,
): Promise<SmallNetworkFiles> {
  const { graph, weights } = extractSmallNetwork(readTflite(await readModel(row, packagesFolder)), options);
  return {
    graph: writeFile(folder, row.id, Buffer.from(JSON.stringify(parseSmallNetworkGraph(graph, row.id))), 'json'),
    weights: writeFile(folder, row.id, new Uint8Array(weights.buffer), 'bin'),
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
    throw new Error(`${id}: the file cannot be converted to a network: ${String(error)}`, { cause: error });
  }
}

function writeParts(id: string, bytes: Uint8Array, folder: string, packing: ModelPart['packing']): ModelPart[] {
  const count = Math.ceil(bytes.length / partBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    const packed = packing === 'gzip' ? gzip(part) : part;
    // The extension is not .gz, because some servers would declare an encoding and browsers would unpack the file.
    const file = writeHashed(folder, `${id}-${String(index).padStart(2, '0')}`, packed, 'bin');
    return { file, sha256: sha256(packed), sizeBytes: part.length, packing, packedBytes: packed.length };
  });
}

/** Packs bytes without a search for repetitions, which weights do not have. The size is the same in a third of the time. */
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
    // The file is incomplete, because a build was stopped, or has another version. All models are made again.
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

interface WrittenFile {
  readonly file: string;
  readonly servedBytes: number;
}

function isThere({ file, servedBytes }: WrittenFile, folder: string): boolean {
  const path = join(folder, file);
  return existsSync(path) && statSync(path).size === servedBytes;
}

function removeOthers(folder: string, manifest: ModelManifest): void {
  const networks = smallNetworksOf(manifest).flatMap(({ graph, weights }) => [graph.file, weights.file]);
  const parts = manifest.models.flatMap(filesOf).map(({ file }) => file);
  const wanted = new Set(['manifest.json', ...parts, ...networks]);
  for (const file of readdirSync(folder)) {
    if ((hashedName.test(file) || licenceName.test(file)) && !wanted.has(file)) rmSync(join(folder, file));
  }
}

function smallNetworksOf({ models, faces }: ModelManifest): SmallNetworkFiles[] {
  const referees = models.flatMap((model) => (model.format === 'network' && model.referee ? [model.referee] : []));
  return [...referees, ...(faces ? [faces.detector, faces.landmarks] : [])];
}

function filesOf(model: Model): WrittenFile[] {
  const parts = model.parts.map(({ file, packedBytes }) => ({ file, servedBytes: packedBytes }));
  if (model.format === 'onnx') return parts;
  const others = [model.network, ...(model.referee ? [model.referee.graph, model.referee.weights] : [])];
  return [...parts, ...others.map(servedFileOf)];
}

function servedFileOf({ file, sizeBytes }: ServedFile): WrittenFile {
  return { file, servedBytes: sizeBytes };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
