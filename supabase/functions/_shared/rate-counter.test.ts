/** @module-tag long */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../tests/open-test-database.ts';
import {
  connectRateCounter,
  type CreateRateCounter,
  createMemoryCounter,
  createPostgresCounter,
} from './rate-counter.ts';

let database: TestDatabase;
let isBroken = false;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Creates counters as another process on the same database does. */
const anotherProcess = () =>
  createPostgresCounter({
    query: async ({ text, values = [] }) => {
      if (isBroken) throw new Error('The database does not answer');
      const { rows, count } = await database.query(text, values);
      return { rows, rowCount: count };
    },
  });

describe.each<[string, () => CreateRateCounter]>([
  ['memory', () => createMemoryCounter],
  ['PostgreSQL', anotherProcess],
])('in %s', (store, create) => {
  const limit = { count: 3, windowMs: 60_000 };

  test('three events of a key pass, and the fourth waits for the end of the window', async () => {
    const counter = create()(`${store} three`, limit);
    for (let turn = 0; turn < 3; turn += 1) expect(await counter.consume('key')).toBe(0);
    const seconds = await counter.consume('key');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await counter.consume('key')).toBeGreaterThan(0);
    expect(await counter.consume('another')).toBe(0);
    expect(await create()(`${store} another limit`, limit).consume('key')).toBe(0);
  });

  test('waitSeconds counts nothing', async () => {
    const counter = create()(`${store} asking`, limit);
    for (let turn = 0; turn < 9; turn += 1) expect(await counter.waitSeconds('key')).toBe(0);
    for (let turn = 0; turn < 3; turn += 1) await counter.consume('key');
    expect(await counter.waitSeconds('key')).toBeGreaterThan(0);
  });

  test('a cleared key starts again', async () => {
    const counter = create()(`${store} clear`, limit);
    for (let turn = 0; turn < 5; turn += 1) await counter.consume('key');
    await counter.clear('key');
    expect(await counter.waitSeconds('key')).toBe(0);
    expect(await counter.consume('key')).toBe(0);
  });

  test('a key passes again after the window', async () => {
    const counter = create()(`${store} short`, { count: 1, windowMs: 1_000 });
    expect(await counter.consume('key')).toBe(0);
    // A longer window would not have passed.
    await expect.poll(() => counter.waitSeconds('key'), { timeout: 10_000 }).toBe(0);
    expect(await counter.consume('key')).toBe(0);
  });
});

test('memory never resets a limit: beyond fifty thousand keys, further keys share buckets', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const counter = createMemoryCounter('many', { count: 1, windowMs: 3_600_000 });
  let passed = 0;
  for (let key = 0; key < 60_000; key += 1) if ((await counter.consume(String(key))) === 0) passed += 1;
  // The 10 000 excess keys share 1 024 buckets. Each bucket gets about ten keys and lets one pass.
  expect(passed).toBe(50_000 + 1_024);
  for (const key of ['0', '49999', '50000', '59999']) expect(await counter.consume(key), key).toBeGreaterThan(0);
  vi.advanceTimersByTime(3_600_000);
  expect(await counter.consume('0')).toBe(0);
});

test('processes on one database count together', async () => {
  const limit = { count: 10, windowMs: 60_000 };
  const processes = Array.from({ length: 3 }, () => anotherProcess()('shared', limit));
  const waits = await Promise.all(
    [...processes, ...processes, ...processes, ...processes].map((each) => each.consume('key')),
  );
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
});

test('stores keys as hashes in a table that no role of a request can read', async () => {
  await anotherProcess()('stored', { count: 1, windowMs: 60_000 }).consume('ada@isola.example');
  const { rows } = await database.query('select * from private.rate_limits');
  expect(JSON.stringify(rows)).toContain('stored:');
  expect(JSON.stringify(rows)).not.toContain('ada');
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const reading = database.rolledBack(async (session) => {
      await session.query(`set local role ${role}`);
      await session.query('select * from private.rate_limits');
    });
    await expect(reading, role).rejects.toThrow(/permission denied/);
  }
});

test('a process counts by itself while the database does not answer', async () => {
  const counter = anotherProcess()('broken', { count: 2, windowMs: 60_000 });
  isBroken = true;
  try {
    expect(await counter.consume('key')).toBe(0);
    expect(await counter.consume('key')).toBe(0);
    expect(await counter.consume('key')).toBeGreaterThan(0);
  } finally {
    isBroken = false;
  }
});

/** PostgreSQL's messages that the password is accepted and that the connection is ready, in bytes. */
const welcome = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]);

test('a connection that is reset before its first answer leaves no rejection unhandled', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(welcome);
      socket.once('data', () => socket.resetAndDestroy());
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const createRateCounter = connectRateCounter(`postgres://isola@127.0.0.1:${port}/none`);
  const counter = createRateCounter('reset', { count: 1, windowMs: 60_000 });
  // The process counts by itself meanwhile.
  expect(await counter.consume('key')).toBe(0);
  expect(await counter.consume('key')).toBeGreaterThan(0);
  // Node reports a rejection after the current turn.
  await new Promise((done) => setImmediate(done));
  expect(unhandled).not.toHaveBeenCalled();
});
