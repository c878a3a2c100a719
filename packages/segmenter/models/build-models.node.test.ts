import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { networkSchema } from '../src/engine/network.ts';
import { assembleOnnx } from '../src/inference/assemble-onnx.ts';
import { buildModels, faceFilesToMake } from './build-models.ts';
import type { Catalogue, CatalogueRow } from './catalogue.ts';
import { readCatalogue } from './catalogue.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function catalogueOf(bytes: Uint8Array, facts: Partial<CatalogueRow> = {}): Catalogue {
  const file = join(folder, 'model.onnx');
  writeFileSync(file, bytes);
  const row: CatalogueRow = {
    id: 'own',
    name: 'Our own',
    format: 'onnx',
    from: { file },
    sha256: sha256(bytes),
    sizeBytes: bytes.length,
    input: { name: 'x', widthPx: 8, heightPx: 8, mean: [0, 0, 0], std: [1, 1, 1] },
    output: { name: 'y' },
    licence: 'MIT',
    source: 'a test',
    ...facts,
  };
  return { default: 'own', models: [row] };
}

test('an ONNX model is written as hashed parts of at most 4 MiB that join to the same bytes', async () => {
  const bytes = randomBytes(9 * 1024 * 1024 + 17);
  const out = join(folder, 'out');
  expect(await buildModels(out, catalogueOf(bytes))).toEqual(['own']);
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const parts: { file: string; sha256: string; sizeBytes: number }[] = manifest.models[0].parts;
  const joined = Buffer.concat(parts.map((part) => readFileSync(join(out, part.file))));
  expect(joined.equals(bytes)).toBe(true);
  expect(parts.map((part) => part.sizeBytes)).toEqual([4_194_304, 4_194_304, 1_048_593]);
  for (const part of parts) {
    expect(sha256(readFileSync(join(out, part.file)))).toBe(part.sha256);
    expect(part.file).toContain(part.sha256.slice(0, 16));
    expect(part).toMatchObject({ packing: 'none', packedBytes: part.sizeBytes });
  }
});

test('a network is written as gzipped parts of 8-bit weights and a description', { tags: ['long'] }, async () => {
  const onnx = networkOnnx(180, 2600);
  const out = join(folder, 'out');
  expect(await buildModels(out, catalogueOf(onnx, { format: 'network' }))).toEqual(['own']);
  const [model] = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).models;

  const description = readFileSync(join(out, model.network.file));
  expect(model.network).toMatchObject({ sha256: sha256(description), sizeBytes: description.length });
  const network = networkSchema.parse(JSON.parse(description.toString()));
  expect(network.steps.map(({ kind }) => kind)).toEqual(['convolution', 'convolution', 'convolution', 'sigmoid']);

  const parts: { file: string; sha256: string; sizeBytes: number; packedBytes: number }[] = model.parts;
  const files = parts.map((part) => readFileSync(join(out, part.file)));
  expect(files.map((file) => [sha256(file), file.length])).toEqual(
    parts.map((part) => [part.sha256, part.packedBytes]),
  );
  const unpacked = files.map((file) => gunzipSync(file));
  expect(unpacked.map((part) => part.length)).toEqual(parts.map((part) => part.sizeBytes));
  expect(unpacked.map((part) => part.length).slice(0, -1)).toEqual([4 * 1024 * 1024]);
  const joined = Buffer.concat(unpacked);
  expect(model).toMatchObject({ sizeBytes: network.sizeBytes, sha256: sha256(joined), format: 'network' });
  expect(joined.length).toBe(network.sizeBytes);
  expect(model.madeFrom.sha256).toBe(sha256(onnx));
});

test.each<[string, { madeFrom?: object; format?: string } | undefined]>([
  ['the program that makes it changed', { madeFrom: { recipe: 'another' } }],
  ['its ONNX file changed', { madeFrom: { sha256: 'a'.repeat(64) } }],
  ['its format changed', { format: 'onnx' }],
  ['the manifest is of an earlier version', undefined],
])('a network is built again when %s', async (_, change) => {
  const catalogue = catalogueOf(networkOnnx(2, 3), { format: 'network' });
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  expect(await buildModels(out, catalogue)).toEqual([]);
  const file = join(out, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const [model] = manifest.models;
  const changed = { ...model, ...change, madeFrom: { ...model.madeFrom, ...change?.madeFrom } };
  writeFileSync(file, JSON.stringify({ ...manifest, version: change ? 2 : 1, models: [changed] }));
  expect(await buildModels(out, catalogue)).toEqual(['own']);
});

test('a model whose description is missing is made again', async () => {
  const catalogue = catalogueOf(networkOnnx(2, 3), { format: 'network' });
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  const before = readdirSync(out);
  for (const file of before) if (/^own\..*\.json$/.test(file)) rmSync(join(out, file));
  expect(await buildModels(out, catalogue)).toEqual(['own']);
  expect(readdirSync(out)).toEqual(before);
});

test('a referee is written with its network, and both are made again when its file is missing or its program changes', async () => {
  const [shipped] = readCatalogue().models;
  const catalogue = catalogueOf(networkOnnx(2, 3), { format: 'network', referee: shipped?.referee });
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  const file = join(out, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const [{ referee }] = manifest.models;
  for (const served of [referee.graph, referee.weights]) {
    const bytes = readFileSync(join(out, served.file));
    expect(served).toMatchObject({ sha256: sha256(bytes), sizeBytes: bytes.length });
  }
  expect(readFileSync(join(out, 'licence-Apache-2.0.txt'), 'utf8')).toContain('Apache License');
  expect(referee).toMatchObject({ licence: 'Apache-2.0', madeFrom: { sha256: shipped?.referee?.sha256 } });
  expect(await buildModels(out, catalogue)).toEqual([]);

  rmSync(join(out, referee.weights.file));
  expect(await buildModels(out, catalogue)).toEqual(['own']);
  const [model] = manifest.models;
  const changed = { ...model, referee: { ...referee, madeFrom: { ...referee.madeFrom, recipe: 'another' } } };
  writeFileSync(file, JSON.stringify({ ...manifest, models: [changed] }));
  expect(await buildModels(out, catalogue)).toEqual(['own']);
  expect(await buildModels(out, catalogueOf(networkOnnx(2, 3), { format: 'network' }))).toEqual(['own']);
  expect(readdirSync(out).filter((name) => /referee|licence/.test(name))).toEqual([]);
});

test('a referee whose SHA-256 differs from the catalogue stops the build', async () => {
  const [shipped] = readCatalogue().models;
  if (!shipped?.referee) throw new Error('the shipped model has no referee');
  const referee = { ...shipped.referee, sha256: 'f'.repeat(64) };
  await expect(
    buildModels(join(folder, 'out'), catalogueOf(networkOnnx(2, 3), { format: 'network', referee })),
  ).rejects.toThrow(/own-referee: the file has the SHA-256/);
});

test('the networks for faces are written with the models, made again when a file is missing, and removed with their rows', async () => {
  const { faces } = readCatalogue();
  const catalogue = catalogueOf(randomBytes(10));
  const out = join(folder, 'out');
  expect(await buildModels(out, { ...catalogue, ...(faces && { faces }) })).toEqual([
    'own',
    'face-detector',
    'face-landmarks',
  ]);
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  for (const served of Object.values<Record<'graph' | 'weights', { file: string }>>(manifest.faces)) {
    for (const file of [served.graph, served.weights]) {
      const bytes = readFileSync(join(out, file.file));
      expect(file).toMatchObject({ sha256: sha256(bytes), sizeBytes: bytes.length });
    }
  }
  expect(readFileSync(join(out, 'licence-Apache-2.0.txt'), 'utf8')).toContain('Apache License');
  expect(faceFilesToMake(out, { ...catalogue, ...(faces && { faces }) })).toEqual([]);

  rmSync(join(out, manifest.faces.landmarks.weights.file));
  expect(faceFilesToMake(out, { ...catalogue, ...(faces && { faces }) }).map(({ id }) => id)).toEqual([
    'face-landmarks',
  ]);
  expect(await buildModels(out, { ...catalogue, ...(faces && { faces }) })).toEqual(['face-landmarks']);
  expect(await buildModels(out, catalogue)).toEqual([]);
  expect(readdirSync(out).filter((name) => /face|licence/.test(name))).toEqual([]);
});

test('a catalogue with a referee in a row of the format onnx is rejected', () => {
  const [shipped] = readCatalogue().models;
  const file = join(folder, 'catalogue.json');
  const catalogue = catalogueOf(randomBytes(10), { referee: shipped?.referee });
  writeFileSync(file, JSON.stringify(catalogue));
  expect(() => readCatalogue(file)).toThrow(/only a row of the format ‘network’ may have a referee/);
});

test('an invalid ONNX file stops the build with a message that names the reason', async () => {
  const out = join(folder, 'out');
  await expect(buildModels(out, catalogueOf(randomBytes(1000), { format: 'network' }))).rejects.toThrow(
    /^own: the file cannot be converted to a network: .*not an ONNX file/,
  );
});

test('a changed name in the catalogue updates the manifest without making the model again', async () => {
  const bytes = randomBytes(1000);
  const out = join(folder, 'out');
  await buildModels(out, catalogueOf(bytes));
  expect(await buildModels(out, catalogueOf(bytes, { name: 'Another name' }))).toEqual([]);
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).models[0].name).toBe('Another name');
});

test('a second build makes nothing and removes the files that no model uses any more', async () => {
  const catalogue = catalogueOf(randomBytes(1000));
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  writeFileSync(join(out, 'old-00.0123456789abcdef.bin'), 'old');
  writeFileSync(join(out, 'not-ours.bin'), 'somebody’s');
  expect(await buildModels(out, catalogue)).toEqual([]);
  expect(readdirSync(out).toSorted()).toEqual([
    'manifest.json',
    'not-ours.bin',
    expect.stringMatching(/^own-00\.[0-9a-f]{16}\.bin$/),
  ]);
});

test('a model whose part is missing is made again', async () => {
  const catalogue = catalogueOf(randomBytes(1000));
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  for (const file of readdirSync(out)) if (file.endsWith('.bin')) rmSync(join(out, file));
  expect(await buildModels(out, catalogue)).toEqual(['own']);
});

test('a file whose SHA-256 or size differs from the catalogue stops the build', async () => {
  const out = join(folder, 'out');
  await expect(buildModels(out, catalogueOf(randomBytes(1000), { sha256: 'f'.repeat(64) }))).rejects.toThrow(
    /own: the file has the SHA-256/,
  );
  await expect(buildModels(out, catalogueOf(randomBytes(1000), { sizeBytes: 999 }))).rejects.toThrow(
    /own: the file has 1000 bytes/,
  );
});

test('the shipped catalogue contains the agreed weights', () => {
  const { default: id, models } = readCatalogue();
  expect(id).toBe('isnet');
  expect(models.map(({ id, format, sizeBytes, sha256 }) => ({ id, format, sizeBytes, sha256 }))).toEqual([
    {
      id: 'isnet',
      format: 'network',
      sizeBytes: 88_188_479,
      sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
    },
  ]);
});

/** Returns an ONNX file of three convolutions with `first`, `second` and one outputs, and a sigmoid. */
function networkOnnx(first: number, second: number): Uint8Array {
  const channels = [3, first, second, 1];
  let at = 0;
  const convolutions = [0, 1, 2].map((index) => {
    const [inputs = 0, outputs = 0] = channels.slice(index);
    const weightsAt = at;
    const biasAt = weightsAt + inputs * 9 * outputs * 4;
    at = biasAt + outputs * 4;
    const shape = { inputs, outputs, stride: 1, dilation: 1, relu: true };
    const from = [index === 0 ? 'image' : `c${index - 1}`];
    return { kind: 'convolution', from, to: `c${index}`, ...shape, precision: 'float32', weightsAt, biasAt };
  });
  const steps = [...convolutions, { kind: 'sigmoid', from: 'c2', to: 'mask' }];
  const network = networkSchema.parse({ version: 1, sizeBytes: at, steps });
  const weights = Float32Array.from({ length: at / 4 }, (_, index) => ((index * 7919) % 1009) / 504 - 1);
  return assembleOnnx(network, new Uint8Array(weights.buffer), { input: 'x', output: 'y' });
}
