import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readSecrets } from './secrets.ts';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'isola-secrets-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const read = (keys: { jwtSecrets?: string[]; publishableKey?: string; secretKey?: string } = {}) =>
  readSecrets({ dataFolder: folder, jwtSecrets: null, publishableKey: null, secretKey: null, ...keys });

test('secrets are generated once, readable only by the server’s user, in a folder that git ignores', () => {
  const first = read();
  expect(first.jwtSecret).toMatch(/^[\w-]{64}$/);
  expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(first.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  expect(read()).toEqual(first);
});

test('keys of the environment take precedence and are not stored', () => {
  const { secretKey } = read();
  expect(read({ publishableKey: 'sb_publishable_mine' })).toMatchObject({
    publishableKey: 'sb_publishable_mine',
    secretKey,
  });
  expect(read().publishableKey).not.toBe('sb_publishable_mine');
});

test('no file is created when the environment contains all secrets', () => {
  const keys = { publishableKey: 'sb_publishable_mine', secretKey: 'sb_secret_mine' };
  expect(read({ ...keys, jwtSecrets: ['new', 'old'] })).toEqual({
    ...keys,
    jwtSecret: 'new',
    previousJwtSecrets: ['old'],
  });
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  expect(read({ jwtSecrets: ['new'] })).toMatchObject({ jwtSecret: 'new', previousJwtSecrets: [] });
  expect(existsSync(join(folder, 'secrets.json'))).toBe(true);
});

test('a broken secrets file is left unchanged, and the error names it', () => {
  read();
  writeFileSync(join(folder, 'secrets.json'), '{');
  expect(() => read()).toThrow('secrets.json');
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{');
});
