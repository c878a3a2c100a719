import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { wordedCode } from './worded-code.ts';

const supabase = join(import.meta.dirname, '../../../../supabase');

function found(files: readonly string[], ...patterns: readonly RegExp[]): readonly string[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(supabase, file), 'utf8');
    return patterns.flatMap((each) => [...source.matchAll(each)].map(([, code = '']) => code));
  });
}

const migrations = globSync('migrations/*.sql', { cwd: supabase });
const shared = [
  '_shared/function-error.ts',
  '_shared/post-function.ts',
  '_shared/read-fields.ts',
  '_shared/member-of.ts',
];

test.each([
  ['hints of the database', found(migrations, /hint = '([a-z-]+)'/g), 12],
  [
    'functions of the server',
    found(
      ['webhook-admin/handle.ts', ...shared].map((file) => `functions/${file}`),
      /FunctionError\(\s*'([a-z-]+)'/g,
    ),
    8,
  ],
  [
    'outcomes of the second factor',
    [
      'forbidden',
      'not-begun',
      'not-enrolled',
      'already-enrolled',
      'too-many-attempts',
      'secret-lost',
      'session-missing',
    ],
    6,
  ],
])('every code of the %s has a translation', (_what, codes, least) => {
  expect(codes.length).toBeGreaterThan(least);
  expect(codes.filter((code) => wordedCode(code) === undefined)).toEqual([]);
});

test('an unknown code has no translation', () => {
  expect(wordedCode('moon-too-full')).toBeUndefined();
});
