import { globSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { functions } from './functions.ts';

test('every function that a hosted project serves is served here, and no other', () => {
  const folders = globSync('*/index.ts', { cwd: import.meta.dirname }).map((path) => dirname(path));
  expect(Object.keys(functions).toSorted()).toEqual(folders.toSorted());
});

test.each(['constructor', 'toString', '__proto__', 'nothing'])('%s is no function', (name) => {
  expect(functions[name]).toBeUndefined();
});
