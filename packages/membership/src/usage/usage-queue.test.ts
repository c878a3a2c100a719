import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { imageKey } from './image-key.ts';
import { createUsageQueue, type QueueStorage, type UsageBatch } from './usage-queue.ts';

function createStorage(): QueueStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  // The queue reads entries by index, so the names are computed once per change.
  let names: readonly string[] | undefined;
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => (names ??= [...entries.keys()])[index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => {
      names = undefined;
      entries.set(name, value);
    },
    removeItem: (name) => {
      names = undefined;
      entries.delete(name);
    },
  };
}

const waiting = ({ entries }: { entries: ReadonlyMap<string, string> }) =>
  [...entries.keys()].filter((name) => name.startsWith('image_counts.')).length;

/** Creates a server that counts each key once per member, as the database function does. */
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
      // The server refuses a larger body of a call.
      expect(JSON.stringify({ keys, made_on: madeOn }).length).toBeLessThanOrEqual(32 * 1024);
      for (const key of keys) counted.set(`${memberId} ${key}`, madeOn);
      if (losesAnswers) throw new TypeError('Failed to fetch');
    },
  };
}

/** Creates an image whose bytes are the text. */
const image = (text: string) => new Blob([text], { type: 'image/jpeg' });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T23:50:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

test('each image of a member is sent once, with its day in UTC', async () => {
  const [storage, server] = [createStorage(), createServer()];
  const queue = createUsageQueue({ storage: () => storage, memberId: () => 'lin', send: server.send });
  await queue.add(image('mug'));
  await queue.add(image('shoe'));
  await queue.send();
  vi.setSystemTime('2026-11-24T00:10:00Z');
  await queue.add(image('cat'));
  await queue.send();
  expect([...server.counted.values()]).toEqual(['2026-11-23', '2026-11-23', '2026-11-24']);
  expect(waiting(storage)).toBe(0);
});

test('an image that is processed again counts once, also after a reload, and once more for another member', async () => {
  const [storage, server] = [createStorage(), createServer()];
  let memberId = 'lin';
  const open = () => createUsageQueue({ storage: () => storage, memberId: () => memberId, send: server.send });
  await open().add(image('mug'));
  await open().send();
  vi.setSystemTime('2026-11-24T00:10:00Z');
  const later = open();
  await later.add(image('mug'));
  await later.send();
  expect(server.counted.size).toBe(1);
  memberId = 'ada';
  await later.add(image('mug'));
  await later.send();
  const keys = [...server.counted.keys()].map((each) => each.split(' ', 2)[1]);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('two devices derive different keys from the same image, so that a key does not reveal the image', async () => {
  const server = createServer();
  for (const storage of [createStorage(), createStorage()]) {
    const queue = createUsageQueue({ storage: () => storage, memberId: () => 'lin', send: server.send });
    await queue.add(image('mug'));
    await queue.send();
  }
  expect(server.counted.size).toBe(2);
});

test('a visitor’s images are neither stored nor sent', async () => {
  const [storage, server] = [createStorage(), createServer()];
  const queue = createUsageQueue({ storage: () => storage, memberId: () => undefined, send: server.send });
  await queue.add(image('mug'));
  await queue.send();
  expect(storage.entries.size + server.counted.size).toBe(0);
});

test('images from offline are sent after a reload, and a lost answer counts no image twice', async () => {
  const [storage, server] = [createStorage(), createServer()];
  const open = () => createUsageQueue({ storage: () => storage, memberId: () => 'lin', send: server.send });
  server.setOnline(false);
  const before = open();
  await Promise.all(Array.from({ length: 1500 }, (_, each) => before.add(image(String(each)))));
  await before.send();
  expect(server.counted.size).toBe(0);

  server.setOnline(true);
  server.loseAnswers(true);
  await open().send();
  expect(server.counted.size).toBe(500);
  server.loseAnswers(false);
  await open().send();
  expect(server.counted.size).toBe(1500);
  expect(waiting(storage)).toBe(0);
});

test('the images of an account wait until it is signed in again, for at most 59 days', async () => {
  const [storage, server] = [createStorage(), createServer()];
  let memberId: string | undefined = 'lin';
  const queue = createUsageQueue({ storage: () => storage, memberId: () => memberId, send: server.send });
  server.setOnline(false);
  await queue.add(image('mug'));
  await queue.send();
  server.setOnline(true);
  memberId = 'ada';
  await queue.add(image('shoe'));
  await queue.send();
  expect([...server.counted.keys()].map((each) => each.split(' ', 1)[0])).toEqual(['ada']);
  memberId = 'lin';
  await queue.send();
  expect(server.counted.size).toBe(2);

  server.setOnline(false);
  await queue.add(image('cat'));
  await queue.send();
  vi.setSystemTime('2027-02-01T00:00:00Z');
  server.setOnline(true);
  await queue.send();
  expect(server.counted.size).toBe(2);
  expect(waiting(storage)).toBe(0);
});

test('a storage that throws makes neither add nor send reject', async () => {
  const storage = createStorage();
  const refusing = {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const closed = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  for (const open of [() => refusing, closed]) {
    const queue = createUsageQueue({ storage: open, memberId: () => 'lin', send: async () => undefined });
    await expect(queue.add(image('mug'))).resolves.toBeUndefined();
    await expect(queue.send()).resolves.toBeUndefined();
  }
});

test('an image has the same key over plain HTTP, where browsers have no crypto.subtle', async () => {
  const secure = await imageKey(image('mug'), 'lin', 'secret');
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await expect(imageKey(image('mug'), 'lin', 'secret')).resolves.toBe(secure);
  vi.unstubAllGlobals();
});
