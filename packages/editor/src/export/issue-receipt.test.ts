import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ImageDocument } from '../document/image-document.ts';
import { isConverted, program } from './issue-receipt.ts';

test('receipts name the version of the package', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(program.version).toBe(manifest.version);
});

test.each([
  ['a file as the user has it', {}, false],
  ['a file without its film', { isFilmLeftOut: true }, true],
  ['a converted file', { conversion: { from: 'HEIC' } }, true],
])('%s with %j counts as converted: %s', (_, facts, expected) => {
  const image = { file: new Blob(), name: 'cat.jpg', url: '', ...facts } as unknown as ImageDocument['image'];
  expect(isConverted({ image })).toBe(expected);
});
