import { expect, test } from 'vitest';

import { SegmenterError } from '../errors.ts';
import { chooseModel, parseManifest } from './model-manifest.ts';

const hash = 'a'.repeat(64);
const row = {
  id: 'one',
  name: 'One',
  sha256: hash,
  sizeBytes: 3,
  parts: [{ file: 'one.bin', sha256: hash, sizeBytes: 3 }],
  input: { name: 'input', widthPx: 320, heightPx: 320, mean: [0, 0, 0], std: [255, 255, 255] },
  output: { name: 'output' },
  licence: 'MIT',
  source: 'here',
};
const manifest = { version: 1, default: 'one', models: [row, { ...row, id: 'two' }] };

test('the default row is taken unless another is asked for', () => {
  const parsed = parseManifest(manifest);
  expect(chooseModel(parsed, undefined).id).toBe('one');
  expect(chooseModel(parsed, 'two').id).toBe('two');
});

test.each([
  ['nothing', undefined],
  ['a later version', { ...manifest, version: 2 }],
  ['a row without a size', { ...manifest, models: [{ ...row, sizeBytes: undefined }] }],
  ['a hash that is none', { ...manifest, models: [{ ...row, sha256: 'abc' }] }],
])('%s is no manifest, and says which field', (_, value) => {
  expect(() => parseManifest(value)).toThrow(SegmenterError);
  expect(() => parseManifest(value)).toThrow(/model-load-failed: the manifest/);
});

test('a row that is not there is named', () => {
  expect(() => chooseModel(parseManifest(manifest), 'three')).toThrow(/model-load-failed.*‘three’/);
});
