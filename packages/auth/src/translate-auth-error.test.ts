import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { translateDatabaseError, translateRefusal } from './translate-auth-error.ts';

const url = 'https://example.com/auth/v1/verify';

/** Returns the codes that the auth library of hosted Supabase lists. */
function hostedCodes(): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  const types = join(dirname(resolve('@supabase/auth-js')), '../module/lib/error-codes.d.ts');
  return quoted(readFileSync(types, 'utf8'), /'([a-z_]+)'/g);
}

/** Returns the codes in the sources of the embedded server. */
function embeddedCodes(): readonly string[] {
  const backend = join(import.meta.dirname, '../../../apps/server/src/backend');
  return globSync('**/*.ts', { cwd: backend, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    quoted(readFileSync(join(backend, file), 'utf8'), /authError\(\s*\d+,\s*'([a-z_]+)'/g),
  );
}

function quoted(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, code = '']) => code);
}

test.each([
  ['hosted', hostedCodes(), 80],
  ['embedded', embeddedCodes(), 12],
])('every code of the %s auth service is translated', (_server, codes, least) => {
  expect(codes.length).toBeGreaterThan(least);
  const unknown = codes.filter(
    (code) => translateRefusal(400, { error_code: code, msg: 'No' }, url).code === 'refused',
  );
  expect(unknown).toEqual([]);
});

// The messages are those of GoTrue and of the embedded server.
test.each([
  ['Unable to validate email address: invalid format', 'invalid-email'],
  ['Password cannot be longer than 72 characters', 'password-too-long'],
  ['password: Password cannot be longer than 72 bytes', 'password-too-long'],
  ['Signup requires a valid password', 'weak-password'],
  ['Verify requires a token or a token hash', 'invalid-input'],
])('validation_failed is translated by its message: %s', (msg, code) => {
  expect(translateRefusal(400, { error_code: 'validation_failed', msg }, url).code).toBe(code);
});

test.each([
  [403, { code: '42501', hint: '' }, 'not-allowed'],
  [403, { code: '42501', hint: 'account-disabled' }, 'account-disabled'],
  [401, { code: '42501', hint: '' }, 'not-allowed'],
  [401, { code: 'PGRST303', hint: '' }, 'session-missing'],
  [400, { code: '23514', hint: '' }, 'invalid-input'],
  [404, { code: 'PGRST202', hint: '' }, 'not-offered'],
  [503, { code: 'PGRST000', hint: '' }, 'unavailable'],
  [400, { code: 'P0001', hint: '' }, 'refused'],
] as const)('the database’s answer %d %o is translated to %s', (status, { code, hint }, expected) => {
  const error = { name: 'PostgrestError', message: 'No', details: '', code, hint, toJSON: () => ({}) };
  expect(translateDatabaseError(error as never, status).code).toBe(expected);
});
