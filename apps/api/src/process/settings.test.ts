import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { serveApi } from './serve-api.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'isola-api-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = 'a-key-of-the-operator';

test('without keys the server listens on loopback only', () => {
  expect(readSettings({})).toMatchObject({ host: '127.0.0.1', port: 3100, keyring: undefined, workers: 1 });
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'api.example']) {
    expect(() => readSettings({ HOST }), HOST).toThrow(/there are no keys/);
    expect(readSettings({ HOST, API_KEYS: key }).host).toBe(HOST);
  }
});

test('with a database the server may listen on any address, because a key is always needed', () => {
  const API_DATABASE_URL = 'postgres://isola:secret-secret@127.0.0.1/api';
  expect(readSettings({ HOST: '0.0.0.0', API_DATABASE_URL })).toMatchObject({ databaseUrl: API_DATABASE_URL });
  const wrong = () => readSettings({ API_DATABASE_URL: API_DATABASE_URL.replace('postgres', 'mysql') });
  expect(wrong).toThrow(/API_DATABASE_URL/);
  expect(wrong).not.toThrow(/secret/);
});

test('the command of the published package refuses a database', async () => {
  const start = serveApi({ manifestUrl: 'models/manifest.json' }, { API_DATABASE_URL: 'postgres://127.0.0.1/api' });
  await expect(start).rejects.toThrow(/contains no database driver/);
});

test('a short key is enough for a server on loopback', () => {
  expect(readSettings({ API_KEYS: 'brief' }).keyring?.clientOf('brief')?.name).toBe('key-1');
});

test('keys come from a list and from a file, as themselves or as their hashes', () => {
  const file = join(folder, 'keys.json');
  const sha256 = createHash('sha256').update('a-key-that-is-hashed').digest('hex');
  writeFileSync(
    file,
    JSON.stringify([
      { name: 'shop', key: 'a-key-of-the-shop' },
      { name: 'app', sha256, megapixelsPerMinute: 20 },
    ]),
  );
  const { keyring } = readSettings({ API_KEYS: `${key}, another-key-of-them`, API_KEYS_FILE: file });
  expect(keyring?.clientOf(key)).toMatchObject({ name: 'key-1', megapixelsPerMinute: 500 });
  expect(keyring?.clientOf('a-key-of-the-shop')?.name).toBe('shop');
  expect(keyring?.clientOf('a-key-that-is-hashed')).toMatchObject({ name: 'app', megapixelsPerMinute: 20 });
  expect(keyring?.clientOf('')).toBeUndefined();
  expect(keyring?.clientOf(sha256)).toBeUndefined();
});

test.each([
  [{ API_KEYS: `${key} brief`, HOST: '0.0.0.0' }, /API_KEYS must have at least 16/],
  [{ API_KEYS: `${key} ${key}` }, /Two keys are the same/],
  [{ PORT: 'x' }, /PORT is not a number/],
  [{ API_QUEUE: '0' }, /API_QUEUE/],
  [{ API_WORKERS: '1.5' }, /API_WORKERS/],
])('%j is refused, and the message contains no key', (environment, reason) => {
  let message = '';
  try {
    readSettings(environment);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(reason);
  expect(message).not.toContain(key);
  expect(message).not.toContain('brief');
});

test.each(['[{"name":"shop","key":"secret-secret-secret"', '[{"name":"shop","key":"secret-s"}]', '{"key":"secret-s"}'])(
  'a file of keys that cannot be used is refused without quoting it: %#',
  (content) => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, content);
    expect(() => readSettings({ API_KEYS_FILE: file })).toThrow(/file of keys/);
    expect(() => readSettings({ API_KEYS_FILE: file })).not.toThrow(/secret/);
  },
);
