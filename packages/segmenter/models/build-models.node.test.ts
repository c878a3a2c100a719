import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { buildModels } from './build-models.ts';
import type { Catalogue, CatalogueRow } from './catalogue.ts';
import { readCatalogue } from './catalogue.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function catalogueOf(bytes: Buffer, facts: Partial<CatalogueRow> = {}): Catalogue {
  const file = join(folder, 'model.onnx');
  writeFileSync(file, bytes);
  const row: CatalogueRow = {
    id: 'own',
    name: 'Our own',
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

test('a model is written as hashed parts of at most 4 MiB that join to the same bytes', async () => {
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
  }
});

test('a second build makes nothing, and removes what no row names any more', async () => {
  const catalogue = catalogueOf(randomBytes(1000));
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  writeFileSync(join(out, 'old-00.0123456789abcdef.bin'), 'old');
  expect(await buildModels(out, catalogue)).toEqual([]);
  expect(readdirSync(out).toSorted()).toEqual(['manifest.json', expect.stringMatching(/^own-00\.[0-9a-f]{16}\.bin$/)]);
});

test('a part that went missing is made again', async () => {
  const catalogue = catalogueOf(randomBytes(1000));
  const out = join(folder, 'out');
  await buildModels(out, catalogue);
  for (const file of readdirSync(out)) if (file.endsWith('.bin')) rmSync(join(out, file));
  expect(await buildModels(out, catalogue)).toEqual(['own']);
});

test('bytes that are not the ones of the catalogue stop the build', async () => {
  const out = join(folder, 'out');
  await expect(buildModels(out, catalogueOf(randomBytes(1000), { sha256: 'f'.repeat(64) }))).rejects.toThrow(
    /own: SHA-256/,
  );
  await expect(buildModels(out, catalogueOf(randomBytes(1000), { sizeBytes: 999 }))).rejects.toThrow(/own: 1000 bytes/);
});

test('the shipped catalogue names the weights that were agreed on', () => {
  const { default: id, models } = readCatalogue();
  expect(id).toBe('isnet-medium');
  expect(models.map(({ id, sizeBytes, sha256 }) => ({ id, sizeBytes, sha256 }))).toEqual([
    {
      id: 'isnet-medium',
      sizeBytes: 88_188_479,
      sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
    },
    {
      id: 'isnet-small',
      sizeBytes: 44_342_436,
      sha256: '7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a',
    },
  ]);
});
