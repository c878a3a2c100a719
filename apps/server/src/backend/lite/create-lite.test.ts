import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { passwordRules } from './create-lite.ts';

const root = join(import.meta.dirname, '../../../../..');

test('a hosted project asks for the same passwords', () => {
  const config = readFileSync(join(root, 'supabase/config.toml'), 'utf8');
  for (const [name, value] of Object.entries(passwordRules)) {
    expect(config).toContain(`\n${name} = ${JSON.stringify(value)}\n`);
  }
});

test('the library hashes with native bcrypt: in JavaScript, one hash would stop all other answers', () => {
  const library = createRequire(import.meta.resolve('@supabase/lite'));
  const { name } = library(join(library.resolve('bcryptjs'), '../package.json')) as { name: string };
  expect(name).toBe('bcrypt');
});

test('it is the version that was looked at', () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../node_modules/@supabase/lite/package.json'), 'utf8'),
  ) as { version: string };
  expect(manifest.version).toBe('0.10.0');
});
