import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createUsageQueue, type QueueStorage, type UsageBatch } from './usage-queue.ts';

function createStorage(): QueueStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}

/** The server as the database function has it: a key counts once for each member. */
function createServer() {
  const counted = new Map<string, string>();
  let isOnline = true;
  let losesAnswers = false;
  return {
    counted,
    setOnline: (next: boolean) => void (isOnline = next),
    loseAnswers: (next: boolean) => void (losesAnswers = next),
    send: async ({ memberId, keys, madeOn }: UsageBatch) => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      expect(keys.length).toBeLessThanOrEqual(1000);
      for (const key of keys) counted.set(`${memberId} ${key}`, madeOn);
      if (losesAnswers) throw new TypeError('Failed to fetch');
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T23:50:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

test('each image of a member is sent once, with its day of UTC', async () => {
  const [storage, server] = [createStorage(), createServer()];
  const queue = createUsageQueue({ storage, memberId: () => 'lin', send: server.send });
  queue.add();
  queue.add();
  await queue.send();
  vi.setSystemTime('2026-11-24T00:10:00Z');
  queue.add();
  await queue.send();
  expect([...server.counted.values()]).toEqual(['2026-11-23', '2026-11-23', '2026-11-24']);
  expect(storage.entries.size).toBe(0);
});

test('a visitor’s images are neither stored nor sent', async () => {
  const [storage, server] = [createStorage(), createServer()];
  const queue = createUsageQueue({ storage, memberId: () => undefined, send: server.send });
  queue.add();
  await queue.send();
  expect(storage.entries.size + server.counted.size).toBe(0);
});

test('what was made offline is sent after a reload, and an answer that was lost counts nothing twice', async () => {
  const [storage, server] = [createStorage(), createServer()];
  const open = () => createUsageQueue({ storage, memberId: () => 'lin', send: server.send });
  server.setOnline(false);
  const before = open();
  for (let each = 0; each < 1500; each += 1) before.add();
  await before.send();
  expect(server.counted.size).toBe(0);

  server.setOnline(true);
  server.loseAnswers(true);
  await open().send();
  expect(server.counted.size).toBe(1000);
  server.loseAnswers(false);
  await open().send();
  expect(server.counted.size).toBe(1500);
  expect(storage.entries.size).toBe(0);
});

test('a queue belongs to one account: it waits until that account is back, for 59 days', async () => {
  const [storage, server] = [createStorage(), createServer()];
  let memberId: string | undefined = 'lin';
  const queue = createUsageQueue({ storage, memberId: () => memberId, send: server.send });
  server.setOnline(false);
  queue.add();
  await queue.send();
  server.setOnline(true);
  memberId = 'ada';
  queue.add();
  await queue.send();
  expect([...server.counted.keys()].map((each) => each.split(' ', 1)[0])).toEqual(['ada']);
  memberId = 'lin';
  await queue.send();
  expect(server.counted.size).toBe(2);

  server.setOnline(false);
  queue.add();
  await queue.send();
  vi.setSystemTime('2027-02-01T00:00:00Z');
  server.setOnline(true);
  await queue.send();
  expect(server.counted.size).toBe(2);
  expect(storage.entries.size).toBe(0);
});

test('a storage that refuses does not disturb the image', () => {
  const storage = createStorage();
  const refusing = {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const queue = createUsageQueue({ storage: refusing, memberId: () => 'lin', send: async () => undefined });
  expect(() => queue.add()).not.toThrow();
});
