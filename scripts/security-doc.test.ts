import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
const testFiles = new Set([...document.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file));

test('docs/security.md names only existing test files', () => {
  expect(testFiles.size).toBeGreaterThan(20);
  expect([...testFiles].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
