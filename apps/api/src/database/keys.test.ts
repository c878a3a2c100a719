import { createHash } from 'node:crypto';

import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { createKeyring, type Keyring, rowsOfKeys } from '../limits/keyring.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { drawing, startTestServer, testKey } from '../testing/test-server.ts';
import { addKey, listKeys, revokeKey } from './keys.ts';
import { migrate } from './migrate.ts';
import { createSharedRates } from './shared-rates.ts';
import { watchKeys } from './watch-keys.ts';

const database = await openMemoryDatabase();
beforeEach(() => database.clear());
afterAll(() => database.close());

/** Starts a server with the keys of the database, and those of the settings. */
async function startWithKeys(fixed?: Keyring) {
  const changes: unknown[] = [];
  const keys = await watchKeys(database, { fixed, refreshMs: 10, onChange: (error) => changes.push(error) });
  onTestFinished(keys.stop);
  const { origin, errors } = await startTestServer({ keyring: keys.keyring, rates: createSharedRates(database) });
  const status = async (key: string) =>
    (await fetch(`${origin}/v1.0/account`, { headers: { 'x-api-key': key } })).status;
  return { origin, status, changes, errors, isReachable: keys.isReachable };
}

test('an added key opens a running server, a revoked one no longer, and the keys of the settings go on working', async () => {
  const { status } = await startWithKeys(createKeyring(rowsOfKeys([testKey])));
  const key = await addKey(database, 'shop', 20);
  const other = await addKey(database, 'other', 500);
  await expect.poll(() => status(key)).toBe(200);
  await revokeKey(database, 'shop');
  await expect.poll(() => status(key)).toBe(403);
  expect(await Promise.all([status(other), status(testKey), status('')])).toEqual([200, 200, 403]);
});

test('the database holds only the hash of a key, and its hash opens nothing', async () => {
  const key = await addKey(database, 'shop', 20);
  const rows = await database.query('select * from removal_api.keys');
  const sha256 = createHash('sha256').update(key).digest('hex');
  expect(rows).toMatchObject([{ name: 'shop', sha256, megapixels_per_minute: 20, revoked_at: null }]);
  expect(JSON.stringify(rows)).not.toContain(key);
  const { status } = await startWithKeys();
  expect(await Promise.all([status(key), status(sha256)])).toEqual([200, 403]);
});

test('a name belongs to one key at a time, and a revoked name can be given again', async () => {
  await addKey(database, 'shop', 20);
  await expect(addKey(database, 'shop', 20)).rejects.toThrow(/There is a key with the name shop/);
  await revokeKey(database, 'shop');
  await expect(revokeKey(database, 'shop')).rejects.toThrow(/There is no key with the name shop/);
  await addKey(database, 'shop', 30);
  const listed = (await listKeys(database)).map(({ name, megapixelsPerMinute, revokedAt }) => [
    name,
    megapixelsPerMinute,
    revokedAt !== null,
  ]);
  expect(listed).toEqual([
    ['shop', 20, true],
    ['shop', 30, false],
  ]);
  for (const name of ['key-1', 'local', '', 'a\nb', 'a'.repeat(101)])
    await expect(addKey(database, name, 1), name).rejects.toThrow(/name/);
});

test('known keys go on working while the database is away, and new ones begin when it is back', async () => {
  const known = await addKey(database, 'known', 20);
  const { status, changes, errors, isReachable } = await startWithKeys();
  const added = await addKey(database, 'added', 20);
  database.setAway(true);
  await expect.poll(isReachable).toBe(false);
  expect(await status(known)).toBe(200);
  database.setAway(false);
  await expect.poll(() => status(added)).toBe(200);
  expect(changes).toMatchObject([{ name: 'DatabaseAwayError' }, undefined]);
  expect(errors).toEqual([]);
});

test(
  'servers of one database count the megapixels of a key together, and each by itself while it is away',
  { tags: ['long'] },
  async () => {
    const key = await addKey(database, 'shop', 10);
    const servers = [await startWithKeys(), await startWithKeys()];
    const body = new Uint8Array(await drawing(1300, 1000, [{ left: 10, top: 6, width: 90, height: 90 }]));
    const remaining = async (at: number) => {
      const headers = { 'x-api-key': key, 'content-type': 'image/png' };
      const answer = await fetch(`${servers[at]?.origin}/v1/cutouts`, { method: 'POST', headers, body });
      return [answer.status, Number(answer.headers.get('x-ratelimit-remaining'))];
    };
    expect([await remaining(0), await remaining(1)]).toEqual([
      [200, 8],
      [200, 6],
    ]);
    database.setAway(true);
    expect([await remaining(0), await remaining(1)]).toEqual([
      [200, 8],
      [200, 8],
    ]);
  },
);

test('the schema is created once', async () => {
  const key = await addKey(database, 'shop', 20);
  await migrate(database);
  const { status } = await startWithKeys();
  expect(await status(key)).toBe(200);
});
