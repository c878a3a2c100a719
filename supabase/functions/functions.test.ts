import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { functions } from './functions.ts';

test('serves exactly the functions that a hosted project serves', () => {
  const folders = globSync('*/index.ts', { cwd: import.meta.dirname }).map((path) => dirname(path));
  expect(Object.keys(functions).toSorted()).toEqual(folders.toSorted());
});

test.each(['constructor', 'toString', '__proto__', 'nothing'])('%s is not a function', (name) => {
  expect(functions[name]).toBeUndefined();
});

test('a hosted project is configured with the import map of each function, without token checks', () => {
  const config = readFileSync(join(import.meta.dirname, '../config.toml'), 'utf8');
  for (const name of Object.keys(functions)) {
    const settings = ['verify_jwt = false', 'import_map = "./functions/deno.json"'];
    expect(config).toContain([`[functions.${name}]`, ...settings, ''].join('\n'));
  }
});
