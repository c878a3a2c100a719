import { expect, test } from 'vitest';

import { SegmenterError } from '../api/errors.ts';
import { chooseModel, parseManifest } from './model-manifest.ts';

const hash = 'a'.repeat(64);
const row = {
  id: 'one',
  name: 'One',
  format: 'onnx',
  sha256: hash,
  sizeBytes: 3,
  parts: [{ file: 'one.bin', sha256: hash, sizeBytes: 3, packing: 'none', packedBytes: 3 }],
  input: { name: 'input', widthPx: 320, heightPx: 320, mean: [0, 0, 0], std: [255, 255, 255] },
  output: { name: 'output' },
  licence: 'MIT',
  source: 'here',
};
const networkRow = {
  ...row,
  id: 'two',
  format: 'network',
  network: { file: 'two.json', sha256: hash, sizeBytes: 100 },
  madeFrom: { sha256: hash, recipe: 'abc' },
};
const manifest = { version: 2, default: 'one', models: [row, networkRow] };

test('the default row is used unless another is requested', () => {
  const parsed = parseManifest(manifest);
  expect(chooseModel(parsed, undefined).id).toBe('one');
  expect(chooseModel(parsed, 'two').id).toBe('two');
});

test('the row of a network names its description; the row of an ONNX file has none', () => {
  const [onnx, network] = parseManifest(manifest).models;
  expect(onnx).toEqual(row);
  expect(network).toEqual(networkRow);
});

test.each([
  ['undefined', undefined],
  ['an earlier version', { ...manifest, version: 1 }],
  ['a later version', { ...manifest, version: 3 }],
  ['a row with an unknown format', { ...manifest, models: [{ ...row, format: 'tensorflow' }] }],
  ['a network without its description', { ...manifest, models: [{ ...networkRow, network: undefined }] }],
  [
    'a part with an unknown packing',
    { ...manifest, models: [{ ...row, parts: [{ ...row.parts[0], packing: 'zip' }] }] },
  ],
  ['a row without a size', { ...manifest, models: [{ ...row, sizeBytes: undefined }] }],
  ['a row with an invalid hash', { ...manifest, models: [{ ...row, sha256: 'abc' }] }],
])('rejects a manifest: %s', (_, value) => {
  expect(() => parseManifest(value)).toThrow(SegmenterError);
  expect(() => parseManifest(value)).toThrow(/model-load-failed: the manifest/);
});

test('a missing row is reported by name', () => {
  expect(() => chooseModel(parseManifest(manifest), 'three')).toThrow(/model-load-failed.*‘three’/);
});
