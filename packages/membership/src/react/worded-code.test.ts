import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { wordedCode } from './worded-code.ts';

const functions = join(import.meta.dirname, '../../../../supabase/functions');

/** Reads the error codes from the sources of the functions that the member's pages call. */
function serverCodes(): ReadonlySet<string> {
  const files = globSync(['{checkout,subscription,billing-portal}/*.ts', '_shared/*.ts', '_shared/payments/*.ts'], {
    cwd: functions,
    exclude: ['**/*.test.ts', '**/open-picture.ts', '**/public-url.ts', '**/create-places.ts', '**/cors.ts'],
  });
  const patterns = [
    /FunctionError\(\s*'([a-z-]+)'/g,
    /refusal\('([a-z-]+)'\)/g,
    /^ {2}'([a-z]+-[a-z-]+)': (?:'|\[\d{3}, )/gm,
  ];
  const sources = files.map((file) => readFileSync(join(functions, file), 'utf8'));
  return new Set(
    sources.flatMap((source) => patterns.flatMap((each) => [...source.matchAll(each)].map(([, code = '']) => code))),
  );
}

test('every error code that a member’s page can receive has a translation', () => {
  const codes = [
    ...serverCodes(),
    'busy',
    'network',
    'signed-out',
    'missing',
    'invalid',
    'account-disabled',
    'plan-invalid',
  ];
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => wordedCode(code) === undefined)).toEqual([]);
});

test('an unknown code has no translation', () => {
  expect(wordedCode('moon-too-full')).toBeUndefined();
});
