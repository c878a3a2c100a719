import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { passwordRules } from './create-lite.ts';

const root = join(import.meta.dirname, '../../../../..');

test('config.toml contains the password rules of the embedded server', () => {
  const config = readFileSync(join(root, 'supabase/config.toml'), 'utf8');
  for (const [name, value] of Object.entries(passwordRules)) {
    expect(config).toContain(`\n${name} = ${JSON.stringify(value)}\n`);
  }
});

test('the library hashes with native bcrypt, because a hash in JavaScript would block all other answers', () => {
  const library = createRequire(import.meta.resolve('@supabase/lite'));
  const { name } = library(join(library.resolve('bcryptjs'), '../package.json')) as { name: string };
  expect(name).toBe('bcrypt');
});

test('the library has the version that its repairs were written for', () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../node_modules/@supabase/lite/package.json'), 'utf8'),
  ) as { version: string };
  expect(manifest.version).toBe('0.10.0');
});
