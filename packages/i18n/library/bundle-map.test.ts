import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { bundleMap } from './bundle-map.ts';

test('src/bundles.ts lists every bundle of every language', () => {
  expect(readFileSync(join(import.meta.dirname, '../src/bundles.ts'), 'utf8')).toBe(bundleMap());
});
